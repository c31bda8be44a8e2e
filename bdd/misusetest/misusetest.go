// Package misusetest supports tests that a library refuses what makes no sense: it calls everything
// that a package exports with nil, zero, negative and absurd arguments, and reports calls that end
// in a runtime error instead of an error that says what is wrong. It is imported by tests only, of
// this module or of others; it knows nothing of decision diagrams. It is not internal, because
// tests of all parts of the module import it, and no folder above them but the module's own.
//
// A function without an error among its results may panic, but with an error of the package, whose
// text says so; a nil pointer or an index out of range is a failure of the test.
package misusetest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A Fixture makes receivers and arguments anew for each method or function, because calls change
// them: several values of one type are all tried.
type Fixture func() []any

// Methods calls every exported method of the given types, of which each argument is an example: on
// all values of the fixture that have such a type, and on its nil pointer and zero value.
func Methods(t *testing.T, fixture Fixture, types ...any) {
	t.Helper()
	for _, example := range types {
		typ := reflect.TypeOf(example)
		for i := range typ.NumMethod() {
			method := typ.Method(i)
			t.Run(typ.String()+"."+method.Name, func(t *testing.T) {
				call(t, newPool(fixture()), method.Func)
			})
		}
	}
}

// Functions calls the functions listed by name, and fails if the package in the directory exports
// one that is not listed.
func Functions(t *testing.T, dir string, fixture Fixture, functions map[string]any) {
	t.Helper()
	for _, name := range exported(t, dir) {
		if functions[name] == nil {
			t.Errorf("the table lacks function %s", name)
		}
	}
	for name, f := range functions {
		t.Run(name, func(t *testing.T) { call(t, newPool(fixture()), reflect.ValueOf(f)) })
	}
}

// Types lists the exported types of a package that have methods, so that a test can see that it
// names all of them to Methods.
func Types(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	eachDeclaration(t, dir, func(d *ast.FuncDecl) {
		if d.Recv == nil {
			return
		}
		typ := d.Recv.List[0].Type
		if star, ok := typ.(*ast.StarExpr); ok {
			typ = star.X
		}
		if name, ok := typ.(*ast.Ident); ok && name.IsExported() {
			names = append(names, name.Name)
		}
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// exported lists the exported functions of a package that are no methods.
func exported(t *testing.T, dir string) []string {
	var names []string
	eachDeclaration(t, dir, func(d *ast.FuncDecl) {
		if d.Recv == nil {
			names = append(names, d.Name.Name)
		}
	})
	return names
}

// eachDeclaration visits the exported functions and methods of the package in a directory.
func eachDeclaration(t *testing.T, dir string, visit func(*ast.FuncDecl)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.IsExported() {
				visit(f)
			}
		}
	}
}

// pool holds the values to call with, by type.
type pool map[reflect.Type][]reflect.Value

func newPool(values []any) pool {
	p := pool{}
	for _, v := range values {
		p[reflect.TypeOf(v)] = append(p[reflect.TypeOf(v)], reflect.ValueOf(v))
	}
	return p
}

// choices lists the values to try for a parameter, the most sensible first.
func (p pool) choices(t reflect.Type) []reflect.Value {
	var out []reflect.Value
	for typ, values := range p {
		if typ == t || t.Kind() == reflect.Interface && typ.Implements(t) {
			out = append(out, values...)
		}
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Int16, reflect.Int8:
		for _, n := range []int64{1, -1, math.MaxInt64, math.MinInt64} {
			out = append(out, reflect.ValueOf(n).Convert(t))
		}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		out = append(out, reflect.ValueOf(1).Convert(t), reflect.ValueOf(uint64(math.MaxUint64)).Convert(t))
	case reflect.Pointer:
		out = append(out, reflect.New(t.Elem()))
	case reflect.Slice:
		for _, elem := range p.choices(t.Elem()) {
			out = append(out, reflect.Append(reflect.MakeSlice(t, 0, 1), elem))
		}
	}
	return append(out, reflect.Zero(t))
}

// call tries sensible arguments, and each unsuitable one among sensible and among zero ones.
func call(t *testing.T, p pool, f reflect.Value) {
	typ := f.Type()
	var choices [][]reflect.Value
	for i := range typ.NumIn() {
		choices = append(choices, p.choices(typ.In(i)))
	}
	base := func(first bool) []reflect.Value {
		args := make([]reflect.Value, len(choices))
		for i, values := range choices {
			if args[i] = values[0]; !first {
				args[i] = values[len(values)-1]
			}
		}
		return args
	}
	try(t, f, base(true))
	for i, values := range choices {
		for _, v := range values {
			for _, first := range []bool{true, false} {
				args := base(first)
				args[i] = v
				try(t, f, args)
			}
		}
	}
}

func try(t *testing.T, f reflect.Value, args []reflect.Value) {
	t.Helper()
	defer func() {
		switch failure := recover().(type) {
		case nil:
		case runtime.Error:
			t.Errorf("called with %s: panic: %v\n%s", describe(args), failure, where())
		case error: // says what is wrong
		default:
			t.Errorf("called with %s: panic with a %T: %v", describe(args), failure, failure)
		}
	}()
	if f.Type().IsVariadic() {
		f.CallSlice(args)
	} else {
		f.Call(args)
	}
}

// where lists the functions of the module that were active at the panic.
func where() string {
	var out strings.Builder
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs)])
	for {
		frame, more := frames.Next()
		if !more || strings.Contains(frame.Function, "reflect.") {
			return out.String()
		}
		fmt.Fprintf(&out, "\t%s:%d\n", frame.Function, frame.Line)
	}
}

func describe(args []reflect.Value) string {
	var out []string
	for _, a := range args {
		switch a.Kind() {
		case reflect.Pointer:
			if a.IsNil() {
				out = append(out, "nil "+a.Type().String())
			} else if a.Elem().IsZero() {
				out = append(out, "zero "+a.Type().String())
			} else {
				out = append(out, a.Type().String())
			}
		case reflect.Func, reflect.Interface, reflect.Struct:
			out = append(out, a.Type().String())
		default:
			out = append(out, fmt.Sprintf("%v", a))
		}
	}
	return "(" + strings.Join(out, ", ") + ")"
}
