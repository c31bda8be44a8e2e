package joint

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// lines warns of lines of protocols that apply in no reachable state, and, for each agent, of the first two lines of its evolution that
// apply together in one and say different things, so that one of them is chosen.
func (c *Checker) lines(ctx context.Context) ([]mc.Warning, error) {
	var out []mc.Warning
	k := c.model.Manager().Calculator(ctx)
	defer k.Close()
	reached, _, _ := c.search.Reached()
	for i := range c.sys.Agents {
		a := &c.sys.Agents[i]
		for n, l := range a.Protocol {
			if never, err := k.Disjoint(reached, c.model.ProtocolWhen[i][n]); err == nil && never {
				out = append(out, mc.Warning{Code: CodeIdle, Pos: l.Pos, Message: "the line of the protocol applies in no reachable state"})
			}
		}
		w, err := c.overlap(ctx, i)
		if err != nil {
			return out, err
		}
		if w != nil {
			out = append(out, *w)
		}
	}
	return out, c.fault(k.Err())
}

// overlap looks for two lines of an agent that apply together; nil if there are none.
func (c *Checker) overlap(ctx context.Context, agent int) (*mc.Warning, error) {
	a, when := &c.sys.Agents[agent], c.model.EvolutionWhen[agent]
	k := c.model.Manager().Calculator(ctx)
	defer k.Close()
	before := map[int]bdd.Node{} // by variable: where a line for it applies; under MultiAssignment by -1, for any
	for n, l := range a.Evolution {
		key := -1
		if c.sys.Single {
			key = l.Assign[0].Var
		}
		both, err := k.Result(k.And(when[n], before[key]))
		before[key] = k.Or(before[key], when[n])
		if err != nil || both == bdd.False {
			continue
		}
		for m, earlier := range a.Evolution[:n] {
			if c.sys.Single && earlier.Assign[0].Var != key || c.agree(earlier, l) {
				continue
			}
			pair := k.And(when[m], both)
			found, err := c.find(ctx, func(k *bdd.Calculator, reached bdd.Node) bdd.Node {
				return k.And(reached, k.Take(c.model.Possible(k.Scope(), k.And(reached, pair))))
			})
			if err != nil {
				return nil, err
			}
			if found.Run != nil {
				return &mc.Warning{Code: CodeOverlap, Pos: l.Pos, Message: fmt.Sprintf("this line and the one of line %d apply together in %s reachable "+
					"states, such as %s; one of them is chosen", earlier.Pos.Line, found.States, c.example(found))}, nil
			}
		}
	}
	return nil, c.fault(k.Err())
}

// agree says whether two lines assign the same.
func (c *Checker) agree(a, b interpreted.EvolutionLine) bool {
	return slices.EqualFunc(a.Assign, b.Assign, func(x, y interpreted.Assignment) bool {
		return x.Var == y.Var && c.sys.Text(x.Value) == c.sys.Text(y.Value)
	})
}
