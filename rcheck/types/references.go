package types

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// References resolves a file, which may have errors, and returns what its names refer to, in the
// order of the text. A name refers to several declarations if it means another one for every agent,
// or if it is declared more than once. Names without a meaning are left out. So are names in the
// body of a quantifier that ranges over nothing. The watch is that of [Resolve].
func References(watch *interrupt.Watch, files *token.FileSet, file *ast.File, o Options) []token.Reference {
	o.Limits.Errors = math.MaxInt
	c := newChecker(newProgram(file, o), watch, files, nil)
	c.references = map[token.Reference]bool{}
	c.finish(c.elaborate)
	return slices.SortedFunc(maps.Keys(c.references), func(a, b token.Reference) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Declared, b.Declared))
	})
}

// refers notes that a name means what another place declares, unless that is only tried.
func (c *checker) refers(x *ast.Ident, declared token.Pos) {
	if c.references != nil && c.trials == 0 && declared.IsValid() {
		c.references[token.Reference{At: x.Pos(), Declared: declared}] = true
	}
}

// refersToField is refers for a variable that a node names.
func (c *checker) refersToField(n ast.Node, f *field) {
	switch n := n.(type) {
	case *ast.Ident:
		c.refers(n, f.decl.Pos())
	case *ast.PropertyRef:
		c.refers(n.Name, f.decl.Pos())
	case *ast.Qualified:
		c.refers(n.Name, f.decl.Pos())
	}
}

// refersToSymbol is refers for a channel, a constant of an enumeration or an instance.
func (c *checker) refersToSymbol(x *ast.Ident, v recipe.Value) {
	for _, d := range c.declared[v] {
		c.refers(x, d.at.Start)
	}
}

func (c *checker) refersToEnum(x *ast.Ident) {
	for _, d := range c.file.Decls {
		if d, ok := d.(*ast.EnumDecl); ok && d.Name.Name == x.Name {
			c.refers(x, d.Name.Pos())
		}
	}
}
