package types

import (
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Knowledge says what declared names mean, and notes which of them are used.
type knowledge struct {
	journal
	never      bool                     // the command that is being elaborated is never executed
	heading    ast.Expr                 // `n` of the property `n = …` that is being elaborated, which may have been meant as its name; or nil
	used       map[any]bool             // declarations that some expression reads
	expanding  map[*guardDef]bool       // the guards that are being written out
	references map[token.Reference]bool // nil if nobody asks
}

// refers notes that a name means what another place declares, unless that is only tried.
func (c *knowledge) refers(x *ast.Ident, declared token.Pos) {
	if c.references != nil && c.trials == 0 && declared.IsValid() {
		c.references[token.Reference{At: x.Pos(), Declared: declared}] = true
	}
}

// refersToField is refers for a variable that a node names.
func (c *knowledge) refersToField(n ast.Node, f *field) {
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
func (c *knowledge) refersToSymbol(x *ast.Ident, v recipe.Value) {
	for _, d := range c.declared[v] {
		c.refers(x, d.at.Start)
	}
}

func (c *knowledge) refersToEnum(x *ast.Ident) {
	for _, d := range c.file.Decls {
		if d, ok := d.(*ast.EnumDecl); ok && d.Name.Name == x.Name {
			c.refers(x, d.Name.Pos())
		}
	}
}

// valueText is a value of a type as users write it.
func (c *knowledge) valueText(t *recipe.Type, v recipe.Value) string {
	switch {
	case v == recipe.AnyLocality && t.Kind == recipe.Enum:
		return "any"
	case t.Kind == recipe.Bool:
		return strconv.FormatBool(v == recipe.True)
	case t.Kind == recipe.Int:
		return strconv.Itoa(int(v))
	}
	return c.symbols[v]
}

// shadows warns if the declaration of a name hides something among the given kinds.
func (c *knowledge) shadows(x *ast.Ident, what string, kinds shadow) {
	c.watch.Step()
	name := x.Name
	report := func(hidden string) *diag.Diagnostic {
		return c.reportAt(ShadowedName, x, "the %s `%s` hides the %s of that name", what, name, hidden)
	}
	hides := func(hidden string, at token.Span) { c.Relate(report(hidden), at, "declared here") }
	if kinds&shadowLocals != 0 {
		for _, t := range c.types {
			if f := t.localNamed[name]; f != nil {
				hides("local variable of agent type `"+t.name+"`", ast.Span(f.decl.Name))
				return
			}
		}
	}
	if f := c.dataNamed[name]; f != nil && kinds&shadowData != 0 {
		hides("data variable", ast.Span(f.decl.Name))
		return
	}
	if f := c.propNamed[name]; f != nil && kinds&shadowProperties != 0 {
		hides("property identifier (`@"+name+"` is always that)", ast.Span(f.decl.Name))
		return
	}
	if kinds&shadowConstants != 0 {
		if k := c.constants[name]; k != nil {
			hides("constant", ast.Span(k.decl.Name))
			return
		}
		if v, ok := c.declaredSymbol(name); ok {
			first := c.declared[v][0]
			hides(first.kind, first.at)
			return
		}
	}
	if kinds&shadowWords != 0 && c.channelWord(name) {
		report("word for the channel of a message")
	}
}

// channelWord reports whether the file's dialect calls the channel of a message so.
func (c *knowledge) channelWord(name string) bool {
	if c.file.Dialect == ast.Current {
		return name == "chan"
	}
	return name == "channel" || name == "ch"
}

func (c *knowledge) unused(declaration any, at ast.Node, message string) {
	if !c.used[declaration] {
		c.reportAt(unusedName, at, "%s", message)
	}
}

type shadow uint8
