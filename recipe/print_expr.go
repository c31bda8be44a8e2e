package recipe

import (
	"slices"
	"strconv"
	"strings"
)

// ExprString returns e in the language's current dialect with no more parentheses than needed.
// Locals of the given agent are bare, others qualified by their agent's name; pass -1 to qualify
// all. Malformed expressions print as well as they can. Of an open system, what is said of agents
// outside is left out: it is in no text of the model.
func (s *System) ExprString(e *Expr, agent int) string {
	p := exprPrinter{sys: s, agent: agent}
	if s.IsOpen() {
		e = written(s, e)
	}
	p.print(e, precLoosest)
	return p.String()
}

// written is an expression for agents of the part of an open system: the last property identifier
// is true of agents outside.
func written(s *System, e *Expr) *Expr {
	outside := func(e *Expr) bool { return e.Op == OpProperty && e.Index == len(s.Properties)-1 }
	if e == nil || !e.Any(outside) {
		return e
	}
	if outside(e) {
		return FalseExpr
	}
	args := make([]*Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = written(s, a)
	}
	if e.Op.Facts().Class == ClassConnective {
		return Fold(e.Op, e.Type, args...)
	}
	out := *e
	out.Args = args
	return &out
}

// Binding strengths, loosest first (the language page, "Precedence").
const (
	precLoosest = iota
	precIte
	precIff
	precImplies
	precOr
	precAnd
	precNot
	precCompare
	precAdd
	precMul
	precNeg
	precTight
)

type exprPrinter struct {
	strings.Builder
	sys   *System
	agent int
}

// print writes e, in parentheses if it binds less tightly than prec.
func (p *exprPrinter) print(e *Expr, prec int) {
	if e == nil {
		p.WriteString("<nil>")
		return
	}
	f := e.Op.Facts()
	switch {
	case f.Arity == 2 && f.binds != precLoosest && len(e.Args) == 2:
		p.wrap(f.binds < prec, func() {
			p.print(e.Args[0], f.left)
			p.WriteString(" " + f.sign + " ")
			p.print(e.Args[1], f.right)
		})
	case f.Arity == 1 && f.binds != precLoosest && len(e.Args) == 1:
		p.wrap(f.binds < prec, func() {
			p.WriteString(f.sign)
			p.print(e.Args[0], precTight)
		})
	case e.Op == OpIte && len(e.Args) == 3:
		p.wrap(precIte < prec, func() {
			p.print(e.Args[0], precIff)
			p.WriteString(" ? ")
			p.print(e.Args[1], precIff)
			p.WriteString(" : ")
			p.print(e.Args[2], precIte)
		})
	case len(e.Args) > 0:
		p.WriteString(e.Op.String())
		p.wrap(true, func() { p.list(e.Args) })
	case e.Op == OpExecuted:
		names := p.commands(e.Commands)
		p.wrap(len(names) > 1 && precOr < prec, func() { p.WriteString(strings.Join(names, " | ")) })
	case e.Op == OpConst && e.Value < 0 && e.Type != nil && e.Type.Kind == Int:
		p.wrap(precNeg < prec, func() { p.WriteString(strconv.Itoa(int(e.Value))) })
	default:
		p.WriteString(p.leaf(e))
	}
}

func (p *exprPrinter) wrap(parentheses bool, body func()) {
	if parentheses {
		p.WriteByte('(')
		defer p.WriteByte(')')
	}
	body()
}

func (p *exprPrinter) list(args []*Expr) {
	for i, a := range args {
		if i > 0 {
			p.WriteString(", ")
		}
		p.print(a, precLoosest)
	}
}

// String returns the operator's sign or a word for it.
func (op Op) String() string {
	if f := op.Facts(); f.sign != "" {
		return f.sign
	}
	for _, names := range []map[Op]string{words, parametric} {
		if name, ok := names[op]; ok {
			return name
		}
	}
	return "operator " + strconv.Itoa(int(op))
}

// parametric are leaves whose spelling depends on more than themselves.
var parametric = map[Op]string{
	OpConst: "constant", OpLocal: "local", OpData: "data variable", OpProperty: "property identifier",
	OpSupplierProperty: "supplier's property identifier", OpExecuted: "label", OpControl: "automaton-state",
	OpEnabled: "enabled",
}

// words are the leaves that are always spelled alike.
var words = map[Op]string{
	OpChannel: "chan", OpSender: "sender", OpGetter: "getter", OpSupplier: "supplier", OpInitiator: "initiator",
	OpProducer: "producer", OpLocality: "locality", OpPointToPoint: "p2p", OpDeadlock: "deadlock",
}

func (p *exprPrinter) leaf(e *Expr) string {
	s, i := p.sys, e.Index
	known := func(n int) bool { return i >= 0 && i < n }
	switch {
	case e.Op == OpConst && e.Type != nil:
		return s.ValueString(e.Type, e.Value)
	case e.Op == OpLocal && known(len(s.Vars)):
		if s.Vars[i].Agent == p.agent {
			return s.Vars[i].Name
		}
		return s.varName(i)
	case e.Op == OpData && known(len(s.Data)):
		return s.Data[i].Name
	case e.Op == OpProperty && known(len(s.Properties)):
		return "@" + s.Properties[i].Name
	case e.Op == OpSupplierProperty && known(len(s.Properties)):
		return "supplier-" + s.Properties[i].Name
	case e.Op == OpControl && known(len(s.Agents)):
		return s.VariableName(i, -1)
	case e.Op == OpEnabled:
		return "enabled(" + strings.Join(p.commands(e.Commands), " | ") + ")"
	}
	if word, ok := words[e.Op]; ok {
		return word
	}
	return e.Op.String() + "[" + strconv.Itoa(i) + "]"
}

// commands lists the labels that stand for the commands, each once; "false" if there are none.
func (p *exprPrinter) commands(ids []int) []string {
	var names []string
	for _, id := range ids {
		if id < 0 || id >= len(p.sys.Commands) {
			continue
		}
		if name := p.sys.CommandString(id); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return []string{"false"}
	}
	return names
}
