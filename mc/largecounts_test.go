package mc_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// allocationUpToExchange counts the states of the allocation system up to exchanging clients, and
// machines of one group with their private links, and adds up how many states each stands for. It
// knows this system and uses neither diagrams nor package symmetry.
type allocationUpToExchange struct {
	t   *testing.T
	in  *recipe.Interpreter
	sys *recipe.System

	clients, machines []int
	others            []int
	link              map[recipe.Value]int // the machine, by its private link
	group             []recipe.Value       // by machine
}

func newAllocationUpToExchange(t *testing.T, sys *recipe.System) *allocationUpToExchange {
	a := &allocationUpToExchange{t: t, in: recipe.NewInterpreter(sys), sys: sys, link: map[recipe.Value]int{}, group: make([]recipe.Value, len(sys.Agents))}
	initial := a.initial()
	require.Len(t, initial, 1)
	for i := range sys.Agents {
		switch name := sys.Agents[i].Name; {
		case strings.HasPrefix(name, "client"):
			a.clients = append(a.clients, i)
		case strings.HasPrefix(name, "machine"):
			a.machines = append(a.machines, i)
			a.link[initial[0].Locals[a.local(i, "pLink")]] = i
			a.group[i] = initial[0].Locals[a.local(i, "gLink")]
		default:
			a.others = append(a.others, i)
		}
	}
	return a
}

func (a *allocationUpToExchange) initial() (out []recipe.State) {
	require.NoError(a.t, a.in.InitialStates(func(s recipe.State) bool {
		out = append(out, s.Clone())
		return true
	}))
	return out
}

func (a *allocationUpToExchange) local(agent int, name string) int {
	for v := a.sys.Agents[agent].Vars.Start; v < a.sys.Agents[agent].Vars.End; v++ {
		if a.sys.Vars[v].Name == name {
			return v
		}
	}
	require.Fail(a.t, "no local "+name)
	return -1
}

// own is what an agent's state says without naming a machine, and the machine it names, -1 if it
// names none but itself.
func (a *allocationUpToExchange) own(s recipe.State, agent int) (text string, names int) {
	names = -1
	var out strings.Builder
	fmt.Fprint(&out, s.Control[agent])
	for v := a.sys.Agents[agent].Vars.Start; v < a.sys.Agents[agent].Vars.End; v++ {
		machine, private := a.link[s.Locals[v]]
		switch {
		case !private || a.sys.Vars[v].Type.Kind != recipe.Enum:
			fmt.Fprintf(&out, " %d", s.Locals[v])
		case machine == agent:
			out.WriteString(" own")
		default:
			require.Equal(a.t, -1, names, "an agent with two links")
			names = machine
			out.WriteString(" link")
		}
	}
	return out.String(), names
}

// orbit identifies the states that exchanges lead to, and counts them: all exchanges divided by
// those that change nothing.
func (a *allocationUpToExchange) orbit(s recipe.State) (key string, size *big.Int) {
	attached := map[int][]string{}
	for _, c := range a.clients {
		text, machine := a.own(s, c)
		attached[machine] = append(attached[machine], text)
	}
	same := big.NewInt(1)
	all := factorial(len(a.clients))
	joined := func(list []string) string {
		slices.Sort(list)
		for i := 0; i < len(list); {
			run := i
			for run < len(list) && list[run] == list[i] {
				run++
			}
			same.Mul(same, factorial(run-i))
			i = run
		}
		return strings.Join(list, ", ")
	}
	groups := map[recipe.Value][]string{}
	for _, m := range a.machines {
		text, names := a.own(s, m)
		require.Equal(a.t, -1, names, "a machine with another's link")
		groups[a.group[m]] = append(groups[a.group[m]], text+" of "+joined(attached[m]))
	}
	var parts []string
	for _, g := range slices.SortedFunc(maps.Keys(groups), cmp.Compare) {
		all.Mul(all, factorial(len(groups[g])))
		parts = append(parts, joined(groups[g]))
	}
	for _, o := range a.others {
		text, names := a.own(s, o)
		require.Equal(a.t, -1, names, "the manager has a link")
		parts = append(parts, text)
	}
	parts = append(parts, joined(attached[-1]))
	return strings.Join(parts, "; "), all.Quo(all, same)
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// count explores one state of each orbit.
func (a *allocationUpToExchange) count() (states, deadlocks *big.Int, orbits int) {
	states, deadlocks = new(big.Int), new(big.Int)
	seen := map[string]bool{}
	queue := a.initial()
	for ; len(queue) > 0; queue = queue[1:] {
		key, size := a.orbit(queue[0])
		if seen[key] {
			continue
		}
		seen[key] = true
		states.Add(states, size)
		successors, err := a.in.Successors(queue[0])
		require.NoError(a.t, err)
		for _, tr := range successors {
			if tr.Step.Kind == recipe.Stutter {
				deadlocks.Add(deadlocks, size)
			}
			if key, _ := a.orbit(tr.Next); !seen[key] {
				queue = append(queue, tr.Next)
			}
		}
	}
	return states, deadlocks, len(seen)
}

// The states of the allocation family, counted one by one up to exchanges, are as many as the
// diagrams have.
func TestLargeCountsWithoutDiagrams(t *testing.T) {
	const file = "../bench/models/allocation.rcp"
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	for _, test := range []struct {
		clients, machines int
		states            string // as published, if they are
	}{{3, 3, "306"}, {2, 4, ""}, {5, 5, "28858"}, {4, 6, ""}, {6, 6, "240338"}, {8, 8, "34376157"}} {
		p, list := rcheck.Parse(file, src, rcheck.Options{Set: map[string]int{"N": test.clients, "M": test.machines}})
		require.NotNil(t, p, "%v", list)
		states, deadlocks, orbits := newAllocationUpToExchange(t, p.System).count()
		report, err := mc.Check(context.Background(), p.System, mc.Specification{}, mc.WithSymmetry(mc.SymmetryOff))
		require.NoError(t, err)
		require.Equal(t, states.String(), report.Stats.States.String())
		require.Equal(t, deadlocks.String(), report.Stats.Deadlocks.String())
		if test.states != "" {
			require.Equal(t, test.states, states.String())
		}
		if test.states == "34376157" {
			require.Equal(t, 274, orbits)
		}
		t.Logf("%d clients, %d machines: %d orbits, %v states", test.clients, test.machines, orbits, states)
	}
}
