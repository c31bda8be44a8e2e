package types

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
)

// Nobody means a reading that has no type. The parser, which knows no types, warns about every
// expression that others read differently. Here the other readings are tried, and those with a
// mistake are left out of the warning.

// tryReadings tries the other readings of e, if there is a warning about it that has not been
// looked at yet. Try elaborates an expression in place of e.
func (c *journal) tryReadings(e ast.Expr, formula bool, try func(ast.Expr)) {
	if len(c.readings) == 0 || c.trials > 0 {
		return
	}
	at := ast.Span(e)
	start, end := c.Files.Position(at.Start), c.Files.Position(at.End)
	w := c.readings[extent{start.Filename, start.Offset, end.Offset}]
	if w == nil || w.tried {
		return
	}
	w.tried = true
	own := c.oddities(e, try)
	list := parser.Readings(c.file, formula, e)
	typed := slices.DeleteFunc(slices.Clone(list), func(r parser.Reading) bool {
		return c.oddities(r.X, try) > own
	})
	switch {
	case len(typed) == 0:
		w.dropped = true
	case len(typed) < len(list):
		w.diagnostic.Detail = parser.ReadingsMessage(e, typed)
	}
}

// oddities counts the mistakes, and the comparisons of what is never equal, that the elaboration
// of an expression reports. Nothing of it is kept.
func (c *journal) oddities(e ast.Expr, try func(ast.Expr)) int {
	ranged, nodes := c.ranged, c.nodes
	c.ranged = map[*ast.Quantifier]bool{}
	t := c.begin()
	try(e)
	n := 0
	for _, d := range c.List[t.list:] {
		if d.Severity == diag.Error || d.Code == neverEqual {
			n++
		}
	}
	t.rollback()
	c.ranged, c.nodes = ranged, nodes
	return n
}

// noteReadings notes the warnings of the parser about readings.
func (c *journal) noteReadings(list diag.List) {
	for _, d := range list {
		if d.Code == parser.ReadingsDiffer {
			if c.readings == nil {
				c.readings = map[extent]*warned{}
			}
			c.readings[extent{d.Start.Filename, d.Start.Offset, d.End.Offset}] = &warned{diagnostic: d}
		}
	}
}

// dropReadings removes the warnings about readings without a type, and those about expressions
// that have errors: these come first.
func (c *journal) dropReadings() {
	for at, w := range c.readings {
		w.dropped = w.dropped || slices.ContainsFunc(c.List, func(d *diag.Diagnostic) bool {
			within := at.start <= d.Start.Offset && d.Start.Offset < at.end
			return d.Severity == diag.Error && d.Start.Filename == at.file && within
		})
		if w.dropped {
			c.List = slices.DeleteFunc(c.List, func(d *diag.Diagnostic) bool {
				return d == w.diagnostic
			})
		}
	}
}
