package ltol

import (
	"fmt"
	"strings"
)

// StateNotation says how [StateFormula.Format] writes atoms, agents and groups, which are only
// numbers in a formula. If a function is nil, the text is s0, k0 or {k0, k1}.
type StateNotation struct {
	Atom  func(id int) string
	Agent func(id int) string
	Group func(agents []int) string
	// Step writes step atoms of path formulas; nil gives their own text.
	Step func(a Atom) string
	// Most is the number of bytes after which the text is cut, with a note. 0 means never.
	Most int
}

func (n StateNotation) withDefaults() StateNotation {
	if n.Atom == nil {
		n.Atom = func(id int) string { return Atom{ID: id}.String() }
	}
	if n.Agent == nil {
		n.Agent = func(id int) string { return fmt.Sprintf("k%d", id) }
	}
	if n.Group == nil {
		agent := n.Agent
		n.Group = func(agents []int) string {
			return "{" + strings.Join(mapped(agents, agent), ", ") + "}"
		}
	}
	if n.Step == nil {
		n.Step = Atom.String
	}
	return n
}

// String writes f with default names.
func (f *StateFormula) String() string { return f.Format(StateNotation{}) }

// Format writes f. Operands that are binary are in parentheses, and operands such as `EG p` that
// are followed by something. The path formula after a quantifier is in parentheses unless it begins
// with X, F or G: `AG EF p`, but `A (p U q)`.
func (f *StateFormula) Format(n StateNotation) string {
	p := statePrinter{
		StateNotation: n.withDefaults(), text: &text{most: n.Most}, known: map[*StateFormula]traits{},
	}
	p.formula(f)
	return p.text.String()
}

// A statePrinter writes a formula about states.
type statePrinter struct {
	StateNotation
	*text
	known map[*StateFormula]traits
}

var callText = map[StateOp]string{
	StateKnows: "K", StateEveryone: "GK", StateDistributed: "DK", StateCommon: "GCK",
	StateObliged: "O", StateCan: "can",
}

// who is the agent or the group of agents that f is about.
func (p *statePrinter) who(f *StateFormula) string {
	if f.op == StateKnows || f.op == StateObliged {
		return p.Agent(f.agents[0])
	}
	return p.Group(f.agents)
}

// path is the printer of the path formula of f.
func (p *statePrinter) path(f *StateFormula) *printer {
	return &printer{text: p.text, look: func(a Atom) traits {
		if a.Kind == State {
			return p.traits(f.args[a.ID])
		}
		return traitsOf(p.Step(a))
	}, like: func(a Atom) Op {
		if a.Kind == State {
			return f.args[a.ID].like()
		}
		return OpAtom
	}, write: func(a Atom) {
		if a.Kind == State {
			p.formula(f.args[a.ID])
		} else {
			p.put(p.Step(a))
		}
	}}
}

// traits are those of the text of f.
func (p *statePrinter) traits(f *StateFormula) traits {
	t, ok := p.known[f]
	if ok {
		return t
	}
	switch f.op {
	case StateTrue:
	case StateAtom:
		t = traitsOf(p.Atom(f.id))
	case StateAll, StateExists:
		t = hasBlank | noWord | p.path(f).traits(f.path)
	case StateCan:
		t = hasBlank | noWord | traitsOf(p.who(f)) | p.path(f).traits(f.path)
	default:
		if op, ok := f.op.Connective(); ok {
			t = traitsOf(unaryText[op] + binaryText[op])
		} else {
			t = hasBlank | noWord | traitsOf(p.who(f))
		}
		for _, a := range f.args {
			t |= p.traits(a)
		}
	}
	p.known[f] = t
	return t
}

// formula writes f.
func (p *statePrinter) formula(f *StateFormula) {
	if p.cut {
		return
	}
	switch f.op {
	case StateTrue:
		p.put("true")
	case StateAtom:
		p.put(p.Atom(f.id))
	case StateNot:
		p.put("!")
		p.operand(f, f.args[0], false)
	case StateAnd, StateOr, StateImplies, StateIff:
		op, _ := f.op.Connective()
		for i, a := range f.args {
			if i > 0 {
				p.put(binaryText[op])
			}
			p.operand(f, a, i == len(f.args)-1)
		}
	case StateAll:
		p.quantified("A", f)
	case StateExists:
		p.quantified("E", f)
	default:
		p.put(callText[f.op])
		p.brackets(func() {
			p.put(p.who(f) + ", ")
			if f.op == StateCan {
				p.path(f).formula(f.path, true)
			} else {
				p.formula(f.args[0])
			}
		})
	}
}

// like is the operator of paths whose text needs parentheses where the text of f does.
func (f *StateFormula) like() Op {
	switch f.op {
	case StateAll, StateExists:
		if f.prefixed() {
			return f.path.op
		}
		return OpNot // which needs none
	case StateTrue, StateAtom, StateAnd, StateOr, StateImplies, StateIff:
		return OpAtom
	}
	return OpNot
}

// prefixed reports whether the quantifier of f and the operator after it are one word, such as
// `EG`.
func (f *StateFormula) prefixed() bool {
	return f.path.op == OpNext || f.path.op == OpFinally || f.path.op == OpGlobally
}

// quantified writes the path formula of f after a quantifier: `EG p`, but `E (p U q)`. Nothing
// follows f before the next closing parenthesis.
func (p *statePrinter) quantified(quantifier string, f *StateFormula) {
	path := p.path(f)
	p.put(quantifier)
	if f.prefixed() {
		path.formula(f.path, true)
		return
	}
	p.put(" ")
	p.brackets(func() { path.formula(f.path, true) })
}

func (p *statePrinter) brackets(write func()) {
	p.put("(")
	write()
	p.put(")")
}

// operand writes an operand of f, in parentheses if it needs them; last says that nothing follows
// before the next closing parenthesis.
func (p *statePrinter) operand(f, operand *StateFormula, last bool) {
	bare := true
	switch operand.op {
	case StateAnd, StateOr, StateImplies, StateIff:
		bare = false
	case StateAll, StateExists:
		bare = last || !operand.prefixed()
	case StateAtom: // which may be a condition of several parts
		t := p.traits(operand)
		bare = t&hasConnective == 0 && (f.op != StateNot || t&hasBlank == 0)
	}
	if bare {
		p.formula(operand)
	} else {
		p.brackets(func() { p.formula(operand) })
	}
}
