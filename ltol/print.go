package ltol

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// LongText is the number of bytes after which the text of a formula is cut in output for people.
const LongText = 10_000

// Notation says how Format writes formulas. The zero value is the notation of String.
type Notation struct {
	// Name gives the text of an atom, and of the observation descriptor an OpPossible's or
	// OpNecessary's atom stands for; nil means Atom.String.
	Name func(Atom) string
	// Most is the number of bytes after which the text is cut, with a note. 0 means never.
	Most int
}

// String writes f with the default names of atoms.
func (f *Formula) String() string { return f.Format(Notation{}) }

// Format writes f so that every reader understands it in the same way. The text does not depend on
// the precedence of binary connectives, nor on how far unary connectives reach to the right. There
// are parentheses around operands that are binary, and around operands with a unary temporal
// connective that are followed by something. There are also parentheses around names of more than
// one word, unless the connectives around them are & | -> <-> and the names have none of these.
func (f *Formula) Format(n Notation) string {
	if n.Name == nil {
		n.Name = Atom.String
	}
	out := &text{most: n.Most}
	p := printer{
		text:  out,
		look:  func(a Atom) traits { return traitsOf(n.Name(a)) },
		write: func(a Atom) { out.put(n.Name(a)) },
	}
	p.formula(f, true)
	return out.String()
}

// text is what has been written of a formula.
type text struct {
	out  strings.Builder
	most int
	cut  bool
}

func (t *text) put(s string) {
	if t.cut {
		return
	}
	t.out.WriteString(s)
	t.cut = t.most > 0 && t.out.Len() > t.most
}

// String is the text, with a note where it was cut.
func (t *text) String() string {
	if !t.cut {
		return t.out.String()
	}
	s, end := t.out.String(), t.most
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + fmt.Sprintf(" …, cut after %d bytes", end)
}

// traits are what decides whether a text needs parentheses. Those of a text are the traits of its
// parts, so that no text has to be written to know them.
type traits uint8

const (
	hasConnective traits = 1 << iota // & | or ->
	hasBlank
	hasBracket
	noWord // it has blanks, or operators but those in references to agents
)

func traitsOf(text string) (t traits) {
	for _, of := range []struct {
		trait traits
		chars string
	}{{hasConnective, "&|"}, {hasBlank, " "}, {hasBracket, "<>[]"}, {noWord, " \t\n=<>!&|+*/%,;:?^~"}} {
		if strings.ContainsAny(text, of.chars) {
			t |= of.trait
		}
	}
	if strings.Contains(text, "->") {
		t |= hasConnective
	}
	return t
}

// A printer writes a formula about paths.
type printer struct {
	*text
	// look gives the traits of an atom's text, which write writes.
	look  func(Atom) traits
	write func(Atom)
	// like, unless it is nil, is the operator whose text needs parentheses where that of an atom does;
	// OpAtom if the atom is a name.
	like func(Atom) Op
}

var unaryText = map[Op]string{OpNot: "!", OpNext: "X ", OpFinally: "F ", OpGlobally: "G "}

var binaryText = map[Op]string{
	OpAnd: " & ", OpOr: " | ", OpImplies: " -> ", OpIff: " <-> ",
	OpUntil: " U ", OpWeakUntil: " W ", OpRelease: " R ", OpStrongRelease: " M ",
}

// operator is the text of f's connective, without the brackets of observations.
func (f *Formula) operator() string { return unaryText[f.op] + binaryText[f.op] }

// traits are those of the text of f.
func (p *printer) traits(f *Formula) traits {
	return Fold(f, func(f *Formula, args []traits) traits {
		t := traitsOf(f.operator())
		switch f.op {
		case OpAtom:
			t = p.look(f.atom)
		case OpPossible, OpNecessary:
			t = p.look(f.atom) | traitsOf("<> []")
		}
		for _, a := range args {
			t |= a
		}
		return t
	})
}

// formula writes f; last says that nothing follows before the next closing parenthesis.
func (p *printer) formula(f *Formula, last bool) {
	if p.cut {
		return
	}
	switch f.op {
	case OpTrue:
		p.put("true")
	case OpFalse:
		p.put("false")
	case OpAtom:
		p.write(f.atom)
	case OpNot, OpNext, OpFinally, OpGlobally:
		p.put(unaryText[f.op])
		p.operand(f, f.args[0], last)
	case OpPossible:
		p.observation("<<", ">>", f.atom)
		p.operand(f, f.args[0], last)
	case OpNecessary:
		p.observation("[[", "]]", f.atom)
		p.operand(f, f.args[0], last)
	default:
		for i, a := range f.args {
			if i > 0 {
				p.put(binaryText[f.op])
			}
			p.operand(f, a, last && i == len(f.args)-1)
		}
	}
}

func (p *printer) observation(open, close string, a Atom) {
	if p.look(a)&hasBracket != 0 {
		open, close = open+"(", ")"+close
	}
	p.put(open)
	p.write(a)
	p.put(close + " ")
}

// operand writes an operand of f, in parentheses if it needs them.
func (p *printer) operand(f, operand *Formula, last bool) {
	if p.cut {
		return
	}
	if !p.bare(f, operand, last) {
		p.put("(")
		defer p.put(")")
		last = true
	}
	p.formula(operand, last)
}

// bare says whether the operand of f can do without parentheses.
func (p *printer) bare(f, operand *Formula, last bool) bool {
	op := operand.op
	if op == OpAtom && p.like != nil {
		op = p.like(operand.atom)
	}
	switch op {
	case OpTrue, OpFalse:
		return true
	case OpAtom:
		switch f.op {
		case OpAnd, OpOr, OpImplies, OpIff:
			return p.look(operand.atom)&hasConnective == 0
		}
		return p.look(operand.atom)&noWord == 0
	case OpNot: // closes what its own operand leaves open
		return true
	case OpNext, OpFinally, OpGlobally, OpPossible, OpNecessary:
		return last
	}
	return false
}
