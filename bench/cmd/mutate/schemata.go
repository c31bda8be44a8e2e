package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// Mutant schemata (Untch, Offutt and Harrold, "Mutation analysis using mutant schemata", ISSTA
// 1993, doi:10.1145/154183.154265) compile many mutations at once. A mutated copy of a function
// stands at the end of its file, and the function itself begins with a choice:
//
//	func (s *Set) Add(x int) bool {
//		if mutantChosen == 17 { return s.mutant17_Add(x) }; ...
//	}
//
// The paper changes operators within expressions; here the unit is a function, since a mutation may
// replace any text of it. Calls in a copy go to the functions under their own names, so that a
// recursive call meets the choice again.
const (
	// chosenVariable is declared by one more file in each package that has mutations.
	chosenVariable = "mutantChosen"
	// chosenEnvironment holds the number of the mutation that acts. Without it none does.
	chosenEnvironment = "RCHECK_MUTANT"
)

// A numbered mutation is one with the number that chooses it, from 1.
type numbered struct {
	Mutation
	number int
}

// schema gives the text of a file that holds each of the mutations in a copy of its function. The
// numbers in alone are those of the mutations that no copy can hold.
func schema(src []byte, list []numbered) (text []byte, alone []int, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	var edits []edit
	named := map[int]bool{} // the declarations whose parameters have got names
	for _, m := range list {
		copied, d := mutatedCopy(file, src, m)
		if copied == "" {
			alone = append(alone, m.number)
			continue
		}
		fn := file.Decls[d].(*ast.FuncDecl)
		call, names := callOfCopy(fn, copyName(fn, m.number))
		if !named[d] {
			edits = append(edits, names...)
			named[d] = true
		}
		if fn.Type.Results == nil {
			call += "; return"
		} else {
			call = "return " + call
		}
		choice := fmt.Sprintf(" if %s == %d { %s };", chosenVariable, m.number, call)
		edits = append(edits, edit{offset(fn.Body.Lbrace) + 1, 0, choice}, edit{len(src), 0, copied})
	}
	return applyEdits(src, edits), alone, nil
}

// mutatedCopy gives a mutated copy of the function that the mutation is in, and which declaration
// of the file this function is. The copy is empty if there is no such function.
func mutatedCopy(file *ast.File, src []byte, m numbered) (string, int) {
	start := bytes.Index(src, []byte(m.Old))
	end, longer := start+len(m.Old), len(m.New)-len(m.Old)
	d := slices.IndexFunc(file.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Body != nil && offset(fn.Body.Lbrace) < start && end <= offset(fn.End())
	})
	if d < 0 || !copyable(file.Decls[d].(*ast.FuncDecl)) {
		return "", 0
	}
	mutated := applyEdits(src, []edit{{start, len(m.Old), m.New}})
	again, err := parser.ParseFile(token.NewFileSet(), "", mutated, parser.SkipObjectResolution)
	if err != nil || len(again.Decls) != len(file.Decls) {
		return "", 0
	}
	fn := file.Decls[d].(*ast.FuncDecl)
	if again.Decls[d].End() != fn.End()+token.Pos(longer) {
		return "", 0
	}
	begin, name, stop := offset(fn.Pos()), offset(fn.Name.Pos()), offset(fn.End())+longer
	// The compiler's messages about a copy name the mutation.
	return fmt.Sprintf("\n//line mutant%d.go:1\n%s%s%s\n", m.number, mutated[begin:name],
		copyName(fn, m.number), mutated[name+len(fn.Name.Name):stop]), d
}

// copyable reports whether a copy under another name, called by the function, does the same.
// A function that the runtime calls does not, nor one that the compiler has directions for, nor a
// deferred function that recovers.
func copyable(fn *ast.FuncDecl) bool {
	if fn.Recv == nil && (fn.Name.Name == "init" || fn.Name.Name == "main") || fn.Name.Name == "_" {
		return false
	}
	directive := func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:") }
	if fn.Doc != nil && slices.ContainsFunc(fn.Doc.List, directive) {
		return false
	}
	ok := true
	ast.Inspect(fn, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is && id.Name == "recover" {
			ok = false
		}
		return ok
	})
	return ok && (fn.Type.TypeParams == nil || !slices.Contains(names(fn.Type.TypeParams), "_"))
}

func copyName(fn *ast.FuncDecl, number int) string {
	return fmt.Sprintf("mutant%d_%s", number, fn.Name.Name)
}

// callOfCopy is the call of a copy with the function's own parameters. The edits name those that
// have no name.
func callOfCopy(fn *ast.FuncDecl, name string) (string, []edit) {
	var edits []edit
	arguments := func(list *ast.FieldList) (all []string) {
		give := func(at token.Pos, removed int, space string) {
			new := fmt.Sprintf("mutantArgument%d", len(edits))
			edits = append(edits, edit{offset(at), removed, new + space})
			all = append(all, new)
		}
		for _, field := range list.List {
			if len(field.Names) == 0 {
				give(field.Type.Pos(), 0, " ")
			}
			for _, id := range field.Names {
				if id.Name == "_" {
					give(id.Pos(), 1, "")
				} else {
					all = append(all, id.Name)
				}
			}
			if _, variadic := field.Type.(*ast.Ellipsis); variadic {
				all[len(all)-1] += "..."
			}
		}
		return all
	}
	if fn.Recv != nil {
		name = arguments(fn.Recv)[0] + "." + name
	}
	if fn.Type.TypeParams != nil {
		name += "[" + strings.Join(names(fn.Type.TypeParams), ", ") + "]"
	}
	return name + "(" + strings.Join(arguments(fn.Type.Params), ", ") + ")", edits
}

// names are those of the fields.
func names(list *ast.FieldList) (all []string) {
	for _, field := range list.List {
		for _, id := range field.Names {
			all = append(all, id.Name)
		}
	}
	return all
}

// choiceFile is the text of the file that declares the chosen mutation in a package.
func choiceFile(pkg string) []byte {
	return fmt.Appendf(nil, `package %s

import (
	mutantOS "os"
	mutantStrconv "strconv"
)

var %s, _ = mutantStrconv.Atoi(mutantOS.Getenv(%q))
`, pkg, chosenVariable, chosenEnvironment)
}

// choiceFileName is the name of this file, in the folder of a mutated file.
func choiceFileName(file string) string {
	return filepath.Join(filepath.Dir(file), "mutant_chosen.go")
}

// An edit replaces some bytes of a text.
type edit struct {
	offset, removed int
	text            string
}

// applyEdits makes edits that do not overlap. Of several at one offset, the first one comes first.
func applyEdits(src []byte, edits []edit) []byte {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b edit) int { return cmp.Compare(a.offset, b.offset) })
	var out []byte
	done := 0
	for _, e := range sorted {
		out = append(append(out, src[done:e.offset]...), e.text...)
		done = e.offset + e.removed
	}
	return append(out, src[done:]...)
}

// offset is the place of a position in its file, which is the only one of its file set.
func offset(p token.Pos) int { return int(p) - 1 }
