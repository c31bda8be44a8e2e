package ltol

import "strings"

// Notation says how Format writes formulas. The zero value is the notation of String.
type Notation struct {
	// Name gives the text of an atom, and of the observation descriptor an OpPossible's or
	// OpNecessary's atom stands for; nil means Atom.String.
	Name func(Atom) string
	// Double writes <<O>> and [[O]] instead of <O> and [O].
	Double bool
}

// String writes f with the default names of atoms.
func (f *Formula) String() string { return f.Format(Notation{}) }

// Format writes f so that it reads the same whatever a reader believes about precedence among
// binary connectives and about how far to the right the unary ones reach. Parentheses go around
// operands that are binary, around operands with a unary temporal connective that something
// follows, and around names that are not one word, unless they stand beside & | -> <-> and have
// none of these.
func (f *Formula) Format(n Notation) string {
	if n.Name == nil {
		n.Name = Atom.String
	}
	p := printer{Notation: n}
	p.formula(f, true)
	return p.out.String()
}

type printer struct {
	Notation
	out strings.Builder
}

var unaryText = map[Op]string{OpNot: "!", OpNext: "X ", OpFinally: "F ", OpGlobally: "G "}

var binaryText = map[Op]string{
	OpAnd: " & ", OpOr: " | ", OpImplies: " -> ", OpIff: " <-> ",
	OpUntil: " U ", OpWeakUntil: " W ", OpRelease: " R ", OpStrongRelease: " M ",
}

// formula writes f; last says that nothing follows before the next closing parenthesis.
func (p *printer) formula(f *Formula, last bool) {
	switch f.op {
	case OpTrue:
		p.out.WriteString("true")
	case OpFalse:
		p.out.WriteString("false")
	case OpAtom:
		p.out.WriteString(p.Name(f.atom))
	case OpNot, OpNext, OpFinally, OpGlobally:
		p.out.WriteString(unaryText[f.op])
		p.operand(f, f.args[0], last)
	case OpPossible:
		p.observation("<", ">", f.atom)
		p.operand(f, f.args[0], last)
	case OpNecessary:
		p.observation("[", "]", f.atom)
		p.operand(f, f.args[0], last)
	default:
		for i, a := range f.args {
			if i > 0 {
				p.out.WriteString(binaryText[f.op])
			}
			p.operand(f, a, last && i == len(f.args)-1)
		}
	}
}

func (p *printer) observation(open, close string, a Atom) {
	name := p.Name(a)
	if strings.ContainsAny(name, "<>[]") {
		name = "(" + name + ")"
	}
	if p.Double {
		open, close = open+open, close+close
	}
	p.out.WriteString(open + name + close + " ")
}

// operand writes an operand of f, in parentheses if it needs them.
func (p *printer) operand(f, operand *Formula, last bool) {
	if !p.bare(f, operand, last) {
		p.out.WriteByte('(')
		defer p.out.WriteByte(')')
		last = true
	}
	p.formula(operand, last)
}

// bare says whether the operand of f can do without parentheses.
func (p *printer) bare(f, operand *Formula, last bool) bool {
	switch operand.op {
	case OpTrue, OpFalse:
		return true
	case OpAtom:
		name := p.Name(operand.atom)
		switch f.op {
		case OpAnd, OpOr, OpImplies, OpIff:
			return !strings.ContainsAny(name, "&|") && !strings.Contains(name, "->")
		}
		return isWord(name)
	case OpNot: // closes what its own operand leaves open
		return true
	case OpNext, OpFinally, OpGlobally, OpPossible, OpNecessary:
		return last
	}
	return false
}

// isWord says whether a name has no blanks and no operators but those in references to agents.
func isWord(name string) bool { return !strings.ContainsAny(name, " \t\n=<>!&|+*/%,;:?^~") }
