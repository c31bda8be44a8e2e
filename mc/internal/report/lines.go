package report

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// The codes of warnings that only interpreted systems have. There is [CodeUnfairStrategy] as well.
const (
	CodeOverflow = "overflow"          // a joint action that the protocols allow has no successor
	CodeOverlap  = "overlapping-lines" // lines of an evolution apply together
	CodeIdleLine = "idle-line"         // a line of a protocol applies in no reachable state
)

// Warnings is what users should be told about the system and the formulas that were decided:
// reachable states without a successor, joint actions that leave the range of a variable, a
// fairness that no path satisfies, and strategies that do not count because no outcome of them is
// fair. With an error come the warnings found so far.
func (n *Joint) Warnings(ctx context.Context, asked []*ltol.StateFormula) ([]Warning, error) {
	if err := n.begin(ctx); err != nil {
		return nil, err
	}
	var out []Warning
	warn := func(code, format string, args ...any) {
		out = append(out, Warning{Code: code, Pos: n.sys.Agents[0].Pos, Message: fmt.Sprintf(format, args...)})
	}
	reached, _, _ := n.s.Search.Reached()
	states := n.count(reached)
	dead, err := n.Deadlocks(ctx)
	if err != nil {
		return out, err
	}
	if dead.Run != nil {
		taken := "they repeat for ever"
		if n.pathsEnd {
			taken = "paths end there, and formulas may hold for this reason"
		}
		warn(CodeDeadlock, "%s of %s reachable states have no successor, such as %s; %s", dead.States, states, n.example(dead), taken)
	}
	overflow, err := n.Overflows(ctx)
	if err != nil {
		return out, err
	}
	if overflow.Run != nil {
		warn(CodeOverflow, "in %s of %s reachable states some joint action would take a variable out of its range, or divide by zero, and is "+
			"left out, such as in %s", overflow.States, states, n.example(overflow))
	}
	lines, err := n.lines(ctx)
	if out = append(out, lines...); err != nil {
		return out, err
	}
	_, fair, err := n.s.Labelling().Example(ctx, bdd.True, true)
	if err != nil {
		return out, n.s.Fault(err)
	}
	if !fair {
		warn(CodeNoFairComputation, "no path from an initial state is fair, so that every formula holds")
	}
	for _, f := range strategies(asked) {
		set := n.s.Labelling().Unfair(f)
		if s, ok := n.model.Pick(set); ok {
			warn(CodeUnfairStrategy, "in %s reachable states, such as %s, the group of %s could win only by leaving no path fair, which does not count; "+
				"MCMAS says that the group wins there", n.count(set), n.in.Format(s), f.Format(n.s.Kind.Notation()))
		}
	}
	return out, nil
}

// strategies lists the formulas for strategies within those that were decided, each once.
func strategies(decided []*ltol.StateFormula) []*ltol.StateFormula {
	var out []*ltol.StateFormula
	for _, asked := range decided {
		for f := range asked.All() {
			if f.Op() == ltol.StateCan && !slices.ContainsFunc(out, f.Equal) {
				out = append(out, f)
			}
		}
	}
	return out
}

// lines warns of lines of protocols that apply in no reachable state, and, for each agent, of the
// first two lines of its evolution that apply together in one and say different things, so that one
// of them is chosen.
func (n *Joint) lines(ctx context.Context) ([]Warning, error) {
	var out []Warning
	k := n.model.Manager().Calculator(ctx)
	defer k.Close()
	reached, _, _ := n.s.Search.Reached()
	for i := range n.sys.Agents {
		a := &n.sys.Agents[i]
		for m, l := range a.Protocol {
			if never, err := k.Disjoint(reached, n.model.ProtocolWhen[i][m]); err == nil && never {
				out = append(out, Warning{Code: CodeIdleLine, Pos: l.Pos, Message: "the line of the protocol applies in no reachable state"})
			}
		}
		w, err := n.overlap(ctx, i)
		if err != nil {
			return out, err
		}
		if w != nil {
			out = append(out, *w)
		}
	}
	return out, n.s.Fault(k.Err())
}

// overlap looks for two lines of an agent that apply together; nil if there are none.
func (n *Joint) overlap(ctx context.Context, agent int) (*Warning, error) {
	a, when := &n.sys.Agents[agent], n.model.EvolutionWhen[agent]
	k := n.model.Manager().Calculator(ctx)
	defer k.Close()
	before := map[int]bdd.Node{} // by variable: where a line for it applies; under MultiAssignment by -1, for any
	for at, l := range a.Evolution {
		key := -1
		if n.sys.Single {
			key = l.Assign[0].Var
		}
		both, err := k.Result(k.And(when[at], before[key]))
		before[key] = k.Or(before[key], when[at])
		if err != nil || both == bdd.False {
			continue
		}
		for m, earlier := range a.Evolution[:at] {
			if n.sys.Single && earlier.Assign[0].Var != key || n.agree(earlier, l) {
				continue
			}
			pair := k.And(when[m], both)
			found, err := n.find(ctx, func(k *bdd.Calculator, reached bdd.Node) bdd.Node {
				return k.And(reached, k.Take(n.model.Possible(k.Scope(), k.And(reached, pair))))
			})
			if err != nil {
				return nil, err
			}
			if found.Run != nil {
				return &Warning{Code: CodeOverlap, Pos: l.Pos, Message: fmt.Sprintf("this line and the one of line %d apply together in %s reachable "+
					"%s, such as %s; one of them is chosen", earlier.Pos.Line, found.States, plural(found.States, "state", "states"), n.example(found))}, nil
			}
		}
	}
	return nil, n.s.Fault(k.Err())
}

// agree says whether two lines assign the same.
func (n *Joint) agree(a, b interpreted.EvolutionLine) bool {
	return slices.EqualFunc(a.Assign, b.Assign, func(x, y interpreted.Assignment) bool {
		return x.Var == y.Var && n.sys.Text(x.Value) == n.sys.Text(y.Value)
	})
}
