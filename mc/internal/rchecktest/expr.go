package rchecktest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

func (g *generator) truth(b bool) string {
	if b {
		return g.oneOf("true", "true", "TRUE")
	}
	return g.oneOf("false", "false", "FALSE")
}

// leaf reads a name.
func (s *scope) leaf(l leaf) term {
	if s.free != nil {
		for _, o := range s.outer {
			if o.name == l.name && o.class == l.class && l.class != classOther {
				s.free[l.name] = l
			}
		}
	}
	return atom(l.text)
}

// boolTerm is a truth value.
func (g *generator) boolTerm(s *scope, depth int) term {
	if depth == 0 || g.chance(25) {
		return g.condition(s)
	}
	sub := func() term { return g.boolTerm(s, depth-1) }
	switch g.Intn(12) {
	case 0, 1:
		return prefix(g.oneOf("!", "!", "¬"), sub())
	case 2, 3, 4:
		return infix(sub(), g.oneOf("&", "&", "&&", "∧"), sub())
	case 5, 6, 7:
		return infix(sub(), g.oneOf("|", "|", "∨"), sub())
	case 8:
		return infix(sub(), g.oneOf("->", "->", "→"), sub())
	case 9:
		return infix(sub(), g.oneOf("<->", "<->", "↔"), sub())
	case 10:
		return bracketed(conditional(sub(), sub(), sub()))
	}
	return infix(sub(), g.oneOf("=", "==", "!="), sub())
}

// condition is a truth value without connectives.
func (g *generator) condition(s *scope) term {
	if calls := g.callable(s); len(calls) > 0 && g.chance(30) {
		return g.callGuard(s, pick(g, calls))
	}
	if len(s.leaves) == 0 || g.chance(4) {
		return atom(g.truth(g.chance(50)))
	}
	l := pick(g, s.leaves)
	switch l.typ.kind {
	case boolean:
		if others := s.like(l.typ); g.chance(15) {
			return infix(s.leaf(l), g.oneOf("=", "!="), s.leaf(pick(g, others)))
		}
		return s.leaf(l)
	case number:
		op := g.oneOf("=", "=", "==", "!=", "≠", "<", "<=", "≤", ">", ">=", "≥")
		t := infix(g.numberTerm(s, s.leaf(l), 1), op, g.number(s, 1))
		if s.angles && strings.ContainsAny(op, "<>") {
			return bracketed(t)
		}
		return t
	}
	op := g.oneOf("=", "=", "==", "!=", "≠")
	others := s.like(l.typ)
	if len(others) > 1 && g.chance(35) {
		return infix(s.leaf(l), op, s.leaf(pick(g, others)))
	}
	if v, ok := g.symbol(s, l.typ); ok {
		return infix(s.leaf(l), op, v)
	}
	return infix(s.leaf(l), op, s.leaf(l))
}

// symbol is a constant of a symbolic type that the scope does not hide.
func (g *generator) symbol(s *scope, t typ) (term, bool) {
	v := pick(g, t.values)
	if v == "*" {
		return atom(g.oneOf("*", "*", "⋆")), true
	}
	if text, ok := g.asMember(s, v); ok && (s.hidden[v] || g.chance(50)) {
		return atom(text), true
	}
	if s.myself && slices.Equal(t.values, g.locations) && g.chance(30) {
		if g.classic && !s.hidden["name"] {
			return atom(g.oneOf("myself", "self", "name")), true
		}
		return atom(g.oneOf("myself", "myself", "self")), true
	}
	return atom(v), !s.hidden[v]
}

// asMember writes a member of a family with its index, or another one of the same family whose
// index is computed.
func (g *generator) asMember(s *scope, v string) (string, bool) {
	families := slices.Clone(g.families)
	for _, c := range g.components {
		if c.count > 0 {
			families = append(families, family{c.name, 1, c.count})
		}
	}
	for _, f := range families {
		for i := f.lo; i <= f.hi; i++ {
			if v == fmt.Sprintf("%s%d", f.name, i) {
				return fmt.Sprintf("%s[%s]", f.name, g.indexOf(s, f, i)), true
			}
		}
	}
	return "", false
}

// indexOf writes the i-th index of a family, or computes some index from a number that the scope
// gives.
func (g *generator) indexOf(s *scope, f family, i int) string {
	for _, l := range s.leaves {
		if !l.index || !g.chance(60) {
			continue
		}
		if l.typ.lo >= f.lo && l.typ.hi <= f.hi && g.chance(50) {
			return l.text
		}
		// The indices of all families are at least 0, so that remainders are.
		x := fmt.Sprintf("(%s + %d) %% %d", l.text, g.between(0, 2), f.hi-f.lo+1)
		if f.lo > 0 {
			x += fmt.Sprintf(" + %d", f.lo)
		}
		return x
	}
	for _, c := range g.consts {
		switch {
		case s.hides(c.name) || !g.chance(50):
		case c.value == i:
			return c.name
		case c.value > i && g.chance(50):
			return fmt.Sprintf("%s - %d", c.name, c.value-i)
		}
	}
	return fmt.Sprint(i)
}

// hides reports whether the name of a constant means something else.
func (s *scope) hides(name string) bool {
	for _, l := range s.leaves {
		if l.name == name {
			return l.text != name || l.class != classOther || l.typ.lo != l.typ.hi
		}
	}
	return s.hidden[name]
}

// number is a numeric expression.
func (g *generator) number(s *scope, depth int) term {
	leaves := s.like(typ{kind: number})
	if len(leaves) > 0 && g.chance(45) {
		return g.numberTerm(s, s.leaf(pick(g, leaves)), depth)
	}
	return numeral(g.between(-1, 3))
}

// numberTerm may build on a numeric term.
func (g *generator) numberTerm(s *scope, x term, depth int) term {
	if depth == 0 || g.chance(60) {
		return x
	}
	y := g.number(s, depth-1)
	switch n := g.Intn(9); n {
	case 0, 1, 2, 3:
		return infix(x, [...]string{"+", "+", "-", "*"}[n], y)
	case 4:
		if y.min == "0" {
			y = atom("2")
		}
		return infix(x, g.oneOf("/", "%"), y)
	case 5:
		return called(g.oneOf("min", "max"), x, y)
	case 6:
		return prefix("-", x)
	case 7:
		return bracketed(conditional(g.boolTerm(s, 0), x, y))
	}
	return infix(infix(x, g.oneOf("+", "-"), y), g.oneOf("%", "/"), atom(fmt.Sprint(g.between(1, 3))))
}

// value is an expression to be assigned to something of type t.
func (g *generator) value(s *scope, t typ) term {
	switch t.kind {
	case boolean:
		return g.boolTerm(s, 1)
	case number:
		if t.open {
			return g.bounded(s)
		}
		leaves := slices.DeleteFunc(s.like(t), func(l leaf) bool { return l.fixed() && (l.typ.lo < t.lo || l.typ.lo > t.hi) })
		if len(leaves) == 0 || !g.chance(55) {
			return numeral(g.between(t.lo, t.hi))
		}
		l := pick(g, leaves)
		if l.fixed() {
			return s.leaf(l) // a constant expression outside of the type would be an error
		}
		return g.numberTerm(s, s.leaf(l), 1)
	}
	same := s.like(t)
	if len(same) > 0 && g.chance(50) {
		x := s.leaf(pick(g, same))
		if v, ok := g.symbol(s, t); ok && g.chance(20) {
			return bracketed(conditional(g.boolTerm(s, 0), x, v))
		}
		return x
	}
	if v, ok := g.symbol(s, t); ok {
		return v
	}
	if len(same) > 0 {
		return s.leaf(same[0])
	}
	return atom("*")
}

// bounded is a number from 0 to 3, for variables without declared bounds.
func (g *generator) bounded(s *scope) term {
	if leaves := s.like(typ{kind: number}); len(leaves) > 0 && g.chance(70) {
		x := s.leaf(pick(g, leaves))
		return called("max", atom("0"), called("min", infix(x, "+", atom("1")), atom("3")))
	}
	return line("%d", g.between(0, 2))
}

// guard is a guard definition.
type guard struct {
	name   string
	params []leaf
	free   map[string]leaf // what its body reads besides its parameters, callees included
}

// defineGuard writes a guard that may call earlier ones.
func (g *generator) defineGuard() term {
	d := &guard{name: fmt.Sprintf("g%d", len(g.guards)), free: map[string]leaf{}}
	d.params = append(d.params, g.variables([]string{"x", "y", "D", "v", "N"}, g.between(0, 2), classOther)...)
	s := &scope{free: d.free, guards: g.guards}
	s.add(d.params...)
	switch g.Intn(6) {
	case 0, 1:
		s.addOuter(pick(g, g.types).locals...)
	case 2:
		s.addOuter(g.data...)
	case 3:
		for _, p := range g.props {
			s.addOuter(leaf{name: "@" + p.name, text: "@" + p.name, typ: p.typ, class: classProperty})
		}
	case 4:
		s.addOuter(g.chan_())
	}
	// Whatever a name may hide where the guard is called is not used as a symbol.
	for _, t := range g.types {
		s.hide(t.locals...)
	}
	s.hide(g.data...)
	s.hide(g.props...)
	g.addConstants(s)
	body := g.boolTerm(s, 2)
	g.guards = append(g.guards, d)
	return line("guard %s(%s) := %s;", d.name, fields(d.params), body)
}

// chan_ is the word for the message's channel.
func (g *generator) chan_() leaf {
	word := "chan"
	if g.classic {
		word = g.oneOf("channel", "ch")
	}
	return leaf{name: "chan", text: word, typ: g.channelType(), class: classChannel}
}

// callable lists the guards that find here what they read.
func (g *generator) callable(s *scope) []*guard {
	var out []*guard
	for _, d := range s.guards {
		fits := true
		for name, l := range d.free {
			fits = fits && slices.ContainsFunc(s.outer, func(o leaf) bool {
				return o.name == name && o.class == l.class && o.typ.text == l.typ.text
			})
		}
		if fits {
			out = append(out, d)
		}
	}
	return out
}

func (g *generator) callGuard(s *scope, d *guard) term {
	var args []term
	for _, p := range d.params {
		args = append(args, g.argument(s, p.typ))
	}
	if s.free != nil {
		maps.Copy(s.free, d.free)
	}
	return called(d.name, args...)
}

// argument is a value for a parameter. Guards do not nest in arguments, which keeps them small.
func (g *generator) argument(s *scope, t typ) term {
	plain := *s
	plain.guards = nil
	if s.bare {
		plain.leaves = slices.DeleteFunc(slices.Clone(s.leaves), func(l leaf) bool { return strings.HasPrefix(l.text, "@") })
	}
	return g.value(&plain, t)
}
