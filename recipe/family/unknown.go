package family

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A writer rewrites expressions of one agent, or of propositions. Two symbols of the outside may or
// may not be the same one, so that
//
//	x = y   becomes   x = y & (!(x is outside) | unknown)
//
// with a Boolean local of the agent that may have any value in each step. Each evaluation in one
// step needs a local of its own. Commands of which a step executes one at most share them.
type writer struct {
	*abstracting
	agent       int
	used        int   // how many of pool the expressions at hand have used
	pool        []int // locals
	predicate   []int // locals which the predicates of messages ask, by their number
	inPredicate bool
	proposition bool
	guesses     bool // a state proposition is written
	settled     bool // symbols of the outside are different
}

// local declares a local of the agent, which must be the last one.
func (w *writer) local(name string, t *recipe.Type) int {
	sys := w.out.System
	sys.Vars = append(sys.Vars, recipe.Var{Name: name, Agent: w.agent, Type: t})
	return len(sys.Vars) - 1
}

func (w *writer) unknownLocal(name string) int {
	v := w.local(name, recipe.BoolType)
	w.out.Unknown = append(w.out.Unknown, v)
	return v
}

func (w *writer) read(v int) *recipe.Expr {
	return &recipe.Expr{Op: recipe.OpLocal, Type: w.out.System.Vars[v].Type, Index: v}
}

// unknown is a truth value of its own.
func (w *writer) unknown() *recipe.Expr {
	switch {
	case w.inPredicate:
		w.used++
		return &recipe.Expr{Op: recipe.OpProperty, Type: recipe.BoolType, Index: w.predicates + w.used - 1}
	case w.proposition:
		v := w.unknownLocal(fmt.Sprintf("asked?%d", len(w.out.Unknown)))
		if w.guesses {
			w.out.Guessed = append(w.out.Guessed, v)
		}
		return w.read(v)
	}
	if w.used == len(w.pool) {
		w.pool = append(w.pool, w.unknownLocal(fmt.Sprintf("same?%d", w.used)))
	}
	w.used++
	return w.read(w.pool[w.used-1])
}

// there is a condition that holds only of an agent that is there.
func (w *writer) there(e *recipe.Expr, present int) *recipe.Expr {
	if present < 0 {
		return e
	}
	return recipe.And(w.read(present), e)
}

// count finds out how many unknowns a predicate needs at most, and declares a property identifier
// for each: receivers answer it, each for itself.
func (b *abstracting) count() {
	for id := range b.System.Commands {
		c := &b.System.Commands[id]
		if c.Predicate == nil || b.agentOf[c.Agent] < 0 {
			continue
		}
		n := 0
		for e := range c.Predicate.All() {
			if len(b.doubtful(e)) > 0 {
				n++
			}
		}
		b.asked = max(b.asked, n)
	}
	for i := range b.asked {
		b.out.System.Properties = append(b.out.System.Properties, recipe.PropertyVar{Name: fmt.Sprintf("targeted?%d", i), Type: recipe.BoolType})
	}
}

// doubtful lists the symbols of the outside that both sides of an equality may be.
func (b *abstracting) doubtful(e *recipe.Expr) []recipe.Value {
	if e.Op != recipe.OpEq && e.Op != recipe.OpNe || e.Args[0].Type.Kind != recipe.Enum || e.Args[1].Type.Kind != recipe.Enum {
		return nil
	}
	left, right := b.outsiders(e.Args[0]), b.outsiders(e.Args[1])
	return slices.DeleteFunc(left, func(v recipe.Value) bool { return !slices.Contains(right, v) })
}

// outsiders lists the symbols of the outside that an expression of the family may be.
func (b *abstracting) outsiders(e *recipe.Expr) []recipe.Value {
	var out []recipe.Value
	switch e.Op {
	case recipe.OpConst:
		if e.Value >= 0 && b.isOutside[e.Value] {
			out = append(out, e.Value)
		}
	case recipe.OpIte:
		out = append(b.outsiders(e.Args[1]), b.outsiders(e.Args[2])...)
		slices.Sort(out)
		out = slices.Compact(out)
	default:
		for _, v := range e.Type.Values {
			if v >= 0 && b.isOutside[v] {
				out = append(out, v)
			}
		}
	}
	return out
}

// expr rewrites an expression of the family.
func (w *writer) expr(e *recipe.Expr) *recipe.Expr {
	if e == nil {
		return nil
	}
	out := *e
	out.Type = w.typ(e.Type)
	switch e.Op {
	case recipe.OpLocal:
		out.Index = w.locals[e.Index]
	case recipe.OpControl:
		out.Index = w.agentOf[e.Index]
	case recipe.OpExecuted:
		out.Commands = nil
		for _, id := range e.Commands {
			if in := w.commands[id]; in >= 0 {
				out.Commands = append(out.Commands, in)
			}
		}
		slices.Sort(out.Commands)
	case recipe.OpDeadlock:
		if w.out.Stuck < 0 {
			w.out.Stuck = w.unknownLocal("stuck?")
			w.out.Guessed = append(w.out.Guessed, w.out.Stuck)
		}
		return w.read(w.out.Stuck)
	}
	out.Args = make([]*recipe.Expr, len(e.Args))
	for i, x := range e.Args {
		out.Args[i] = w.expr(x)
	}
	doubtful := w.doubtful(e)
	if len(doubtful) == 0 {
		return &out
	}
	out.Op = recipe.OpEq
	known := recipe.Not(w.isOne(out.Args[0], doubtful))
	if !w.settled {
		known = recipe.Or(known, w.unknown())
	}
	same := recipe.And(&out, known)
	if e.Op == recipe.OpNe {
		return recipe.Not(same)
	}
	return same
}

// isOne says that a rewritten expression is one of some symbols of the outside.
func (w *writer) isOne(e *recipe.Expr, symbols []recipe.Value) *recipe.Expr {
	var cases []*recipe.Expr
	for _, v := range symbols {
		cases = append(cases, recipe.Eq(e, recipe.Const(recipe.EnumType(w.out.System.Symbols[v], v), v)))
	}
	return recipe.Or(cases...)
}

// command rewrites a command. A receive on a channel of the outside hears a message on such a
// channel or not.
func (w *writer) command(c *recipe.Command, present int) recipe.Command {
	out := *c
	out.ID, out.Agent = len(w.out.System.Commands), w.agent
	out.Guard, out.Channel, out.Target = w.there(w.expr(c.Guard), present), w.expr(c.Channel), w.expr(c.Target)
	if c.Predicate != nil {
		used := w.used
		w.used, w.inPredicate = 0, true
		out.Predicate = w.expr(c.Predicate)
		w.used, w.inPredicate = used, false
	}
	out.Data, out.Updates = slices.Clone(c.Data), slices.Clone(c.Updates)
	for i := range out.Data {
		out.Data[i].Expr = w.expr(c.Data[i].Expr)
	}
	for i := range out.Updates {
		out.Updates[i].Var, out.Updates[i].Expr = w.locals[c.Updates[i].Var], w.expr(c.Updates[i].Expr)
	}
	if c.Kind == recipe.Receive {
		if links := w.outsiders(c.Channel); len(links) > 0 {
			on := &recipe.Expr{Op: recipe.OpChannel, Type: w.out.System.Channel}
			out.Guard = recipe.And(recipe.Or(recipe.Not(w.isOne(on, links)), w.unknown()), out.Guard)
		}
	}
	return out
}
