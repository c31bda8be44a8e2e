package rchecktest

import (
	"fmt"
	"slices"
)

type kind uint8

const (
	boolean kind = iota
	number
	symbolic
)

// typ is a type of the generated language.
type typ struct {
	kind   kind
	text   string
	lo, hi int      // of numbers
	open   bool     // declared int
	values []string // of symbols
}

// spacious reports whether t has too many values to leave a variable open.
func (t typ) spacious() bool { return t.hi-t.lo > 100 }

func (t typ) overlaps(u typ) bool {
	if t.kind != u.kind {
		return false
	}
	return t.kind != symbolic || slices.ContainsFunc(t.values, func(v string) bool { return slices.Contains(u.values, v) })
}

// class says what kind of thing a name denotes.
type class uint8

const (
	classOther class = iota // a parameter, an index, a constant, `k-x`
	classLocal
	classData
	classProperty
	classChannel
)

// leaf is a name with a value where an expression stands.
type leaf struct {
	name  string // what it hides
	text  string
	typ   typ
	class class
	index bool // a number that is known where the text is expanded: the index of a family, a quantified number
}

// fixed reports whether the name denotes one number.
func (l leaf) fixed() bool {
	return l.typ.kind == number && l.typ.lo == l.typ.hi && l.class == classOther
}

// scope is what an expression may read.
type scope struct {
	leaves []leaf
	hidden map[string]bool // names of symbols that mean something else
	outer  []leaf          // what the body of a guard would find here
	// guards are those that may be called, if they find what they read.
	guards []*guard
	free   map[string]leaf // of a guard's body: what it reads besides its parameters
	// angles: comparisons by < and > need parentheses, for they could be brackets of observations.
	angles bool
	// bare: property identifiers stand outside of exists(…) and forall(…), where guards do not read
	// them.
	bare   bool
	myself bool // the agent's own location can be named
}

// add gives names to a scope. What is there already hides them.
func (s *scope) add(leaves ...leaf) {
	for _, l := range leaves {
		if !s.hidden[l.name] {
			s.leaves = append(s.leaves, l)
			s.hide(l)
		}
	}
}

// addOuter gives names that the bodies of guards see, too.
func (s *scope) addOuter(leaves ...leaf) {
	s.add(leaves...)
	for _, l := range leaves {
		if !slices.ContainsFunc(s.outer, func(o leaf) bool { return o.name == l.name }) {
			s.outer = append(s.outer, l)
		}
	}
}

// hide takes names of symbols away.
func (s *scope) hide(leaves ...leaf) {
	if s.hidden == nil {
		s.hidden = map[string]bool{}
	}
	for _, l := range leaves {
		s.hidden[l.name] = true
	}
}

// like lists the leaves that can have a value of type t.
func (s *scope) like(t typ) []leaf {
	var out []leaf
	for _, l := range s.leaves {
		if l.typ.overlaps(t) {
			out = append(out, l)
		}
	}
	return out
}

func (g *generator) addConstants(s *scope) {
	for _, c := range g.consts {
		s.add(leaf{name: c.name, text: c.name, typ: typ{kind: number, lo: c.value, hi: c.value}})
	}
}

func (g *generator) addLocals(s *scope, t *agentType) {
	s.addOuter(t.locals...)
	s.guards = g.guards
	g.addConstants(s)
}

// anyType draws a type that a variable is declared with.
func (g *generator) anyType() typ {
	switch n := g.Intn(20); {
	case n < 5:
		return typ{kind: boolean, text: g.oneOf("bool", "bool", "boolean")}
	case n < 12:
		return g.rangeType()
	case n < 15 && len(g.enums) > 0:
		return pick(g, g.enums)
	case n < 18:
		return g.channelType()
	case n < 19:
		return g.locationType()
	}
	return g.rangeType()
}

func (g *generator) rangeType() typ {
	if g.spacious && g.chance(60) {
		lo := pick(g, []int{0, -3, -70, -200, 40})
		hi := lo + g.between(126, 260)
		return typ{kind: number, text: fmt.Sprintf("%d..%d", lo, hi), lo: lo, hi: hi}
	}
	lo := g.between(-1, 1)
	hi := lo + g.between(1, 2)
	text := fmt.Sprintf("%d..%d", lo, hi)
	for _, c := range g.consts {
		if c.value > lo && c.value <= lo+3 && g.chance(50) {
			hi = c.value
			text = fmt.Sprintf("%d..%s", lo, c.name)
		}
	}
	return typ{kind: number, text: text, lo: lo, hi: hi}
}

func (g *generator) channelType() typ {
	return typ{kind: symbolic, text: "channel", values: append(slices.Clone(g.channels), "*")}
}

func (g *generator) locationType() typ {
	return typ{kind: symbolic, text: "location", values: g.locations}
}
