package mc_test

import (
	"context"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// overflowing are agents that count beyond their range, and stop, with a command and a state that
// nobody comes to, in which fairness asks for what happens no more.
const overflowing = `channels: c
message-structure: V : 0..3
communication-variables: p : bool
agent Counter
  local: n : 0..3
  init: n = 0
  relabel: p <- TRUE
  receive-guard: FALSE
  repeat: ( up: <TRUE> *! (FALSE)()[n := n + 1] + never: <n = 2> c! (FALSE)()[n := n + 2] ; after: <TRUE> *! (FALSE)()[] )
agent Lamp
  local: on : bool, halted : bool
  init: !on & !halted
  relabel: p <- TRUE
  receive-guard: FALSE
  repeat: ( flip: <!halted> *! (FALSE)()[on := !on] + halt: <!halted> *! (FALSE)()[halted := TRUE] )
system = Counter(k[1..3], TRUE) | Lamp(lamp, TRUE)
FAIRNESS lamp-on
SPEC NAME reached := G (lamp-on -> F deadlock)
SPEC NAME idle := G (k1-n = 1 & !k1-n = 1 -> lamp-on)
`

// What is said of a system from orbits is what is said from the set of its reachable states.
func TestWarningsOfOrbits(t *testing.T) {
	ctx := context.Background()
	p, list := rcheck.Parse("overflow.rcp", []byte(overflowing), rcheck.Options{})
	require.NotNil(t, p, "%v", list.Err())
	programs := map[string]*rcheck.Program{"overflow": p}
	for model, set := range map[string]map[string]int{"allocation.rcp": {"N": 3, "M": 3}, "commit.rcp": {"N": 3}, "stable.rcp": {"N": 3}} {
		programs[model], _ = scaled(t, model, set)
	}
	codes := map[string]int{}
	for name, p := range programs {
		spec := rcp.Specification(p)
		said := map[mc.Symmetry][]string{}
		for _, use := range []mc.Symmetry{mc.SymmetryOff, mc.SymmetryOrbits} {
			r, err := mc.Check(ctx, p.System, spec, mc.WithSymmetry(use), mc.WithVacuity())
			require.NoError(t, err)
			require.Equal(t, use == mc.SymmetryOrbits, r.Stats.Orbits > 0)
			warnings := r.Warnings
			for _, result := range r.Results {
				require.NoError(t, result.Err)
				warnings = append(warnings, result.Warnings...)
			}
			for _, w := range warnings {
				codes[w.Code]++
				if w.Code == mc.CodeRangeFault {
					continue // see below
				}
				text, _, _ := strings.Cut(w.Message, ": ") // agents may differ that wait
				said[use] = append(said[use], w.Code+" "+text)
			}
		}
		require.Equal(t, said[mc.SymmetryOff], said[mc.SymmetryOrbits], name)
	}
	for _, code := range []string{mc.CodeDeadlock, mc.CodeRangeFault, mc.CodeIdleCommand, mc.CodeIdleState, mc.CodeAntecedent, mc.CodeUnfairDeadlock} {
		require.Positive(t, codes[code], code)
	}

	// One report stands for those of all agents that are alike.
	c, err := mc.NewChecker(ctx, p.System, mc.Specification{}, mc.WithSymmetry(mc.SymmetryOrbits))
	require.NoError(t, err)
	defer c.Close()
	reports, err := c.Inspect().RangeFaults(ctx)
	require.NoError(t, err)
	graph, err := recipe.Explore(ctx, c.Interpreter(), 1000)
	require.NoError(t, err)
	for _, r := range reports {
		faulty := 0
		command := r.Fault.Command - p.System.Agents[p.System.Commands[r.Fault.Command].Agent].Commands.Start
		for i := range graph.Len() {
			for _, f := range c.Interpreter().RangeFaults(graph.State(i)) {
				if f.Command-p.System.Agents[f.Agent].Commands.Start == command {
					faulty++
					break
				}
			}
		}
		require.Equal(t, int64(faulty), r.States.Int64())
		require.NoError(t, r.Trace.Replay(c.Interpreter()))
		require.Contains(t, c.Interpreter().RangeFaults(r.Trace.Steps[len(r.Trace.Steps)-1].State), r.Fault)
	}
	require.Len(t, reports, 2)
}

// Of the deadlocks that differ by exchanging clients, fairness towards one client discards some: 50
// of 60, however symmetry is used, and also where the orbits that keep the condition are too many.
func TestFairnessTellsAlikeDeadlocksApart(t *testing.T) {
	ctx := context.Background()
	src, err := os.ReadFile("../bench/models/allocation.rcp")
	require.NoError(t, err)
	src = append(src, "FAIRNESS client1-cLink = c;\n"...)
	p, list := rcheck.Parse("allocation.rcp", src, rcheck.Options{Set: map[string]int{"N": 6, "M": 3}})
	require.NotNil(t, p, "%v", list.Err())
	ways := maps.Clone(bySymmetry)
	ways["too many orbits"] = []mc.Option{mc.WithSymmetry(mc.SymmetryOrbits), settingstest.WithThresholds(settings.Thresholds{MaxOrbits: 100})}
	for name, options := range ways {
		c, err := mc.NewChecker(ctx, p.System, rcp.Specification(p), options...)
		require.NoError(t, err)
		stats, err := c.Reach(ctx)
		require.NoError(t, err)
		require.Equal(t, "60", stats.Deadlocks.String(), name)
		require.Equal(t, name != "off" && name != "conjuncts", stats.Orbits > 0, "%s: %d", name, stats.Orbits)
		r, err := c.Inspect().UnfairDeadlocks(ctx)
		require.NoError(t, err)
		require.Equal(t, "50", r.States.String(), name)
		stats, err = c.Reach(ctx)
		require.NoError(t, err)
		if name == "too many orbits" {
			require.Positive(t, stats.ReachableNodes, "diagrams have answered")
		}
		require.Len(t, r.Trace.Steps, 27, name)
		last := r.Trace.Steps[26].State
		client1 := p.System.Agents[0].Vars.Start
		require.NotEqual(t, "c", p.System.ValueString(p.System.Channel, last.Locals[client1+1]), name)
		c.Close()
	}
}
