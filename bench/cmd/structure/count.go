package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"slices"
)

// Counts are the sizes of a package, without its tests.
type Counts struct {
	// Tokens are Go's tokens without comments and without semicolons that the scanner inserts.
	Tokens int
	// Lines are all lines, comments and empty ones too.
	Lines int
	// Exported are the exported names: constants, variables, functions, types, and methods of
	// exported types. Fields and methods that an interface lists are not counted.
	Exported int
	// Methods are the numbers of methods per type, exported or not.
	Methods map[string]int
}

// count adds up the sizes of the files of one package.
func count(files []string) (Counts, error) {
	total := Counts{Methods: map[string]int{}}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			return Counts{}, err
		}
		if err := total.add(name, src); err != nil {
			return Counts{}, err
		}
	}
	return total, nil
}

func (c *Counts) add(name string, src []byte) error {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("%s cannot be counted: %w", name, err)
	}
	c.Lines += bytes.Count(src, []byte("\n"))
	c.Tokens += tokens(src)
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			receiver := receiverOf(d)
			if receiver != "" {
				c.Methods[receiver]++
			}
			if d.Name.IsExported() && (receiver == "" || ast.IsExported(receiver)) {
				c.Exported++
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				c.Exported += exportedNames(s)
			}
		}
	}
	return nil
}

// tokens counts the tokens of a source text.
func tokens(src []byte) int {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	for n := 0; ; {
		_, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return n
		case tok == token.SEMICOLON && text != ";": // inserted at the end of a line
		default:
			n++
		}
	}
}

// receiverOf names the type of a method, "" of a function.
func receiverOf(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	name := ""
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

func exportedNames(s ast.Spec) int {
	switch s := s.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() {
			return 1
		}
	case *ast.ValueSpec:
		n := 0
		for _, name := range s.Names {
			if name.IsExported() {
				n++
			}
		}
		return n
	}
	return 0
}

// A Sized is a type with its number of methods.
type Sized struct {
	Name    string // the path of its package, a dot and its name
	Methods int
}

// largest lists the types with more than a number of methods, the largest first.
func largest(counts map[string]Counts, more int) []Sized {
	var out []Sized
	for _, folder := range slices.Sorted(maps.Keys(counts)) {
		for name, n := range counts[folder].Methods {
			if n > more {
				out = append(out, Sized{folder + "." + name, n})
			}
		}
	}
	slices.SortFunc(out, func(a, b Sized) int {
		return cmp.Or(b.Methods-a.Methods, cmp.Compare(a.Name, b.Name))
	})
	return out
}
