package branch

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	family "github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/ltol/ltoltest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// shown counts what witnesses consist of.
type shown struct{ runs, loops, jumps, chains, strategies, answers, alike, parts int }

// Witnesses of generated models say of every part what the explicit evaluator says, their runs and
// jumps are ones of the explicit graph, and their strategies win in the graph that they leave.
func TestWitnessesAgreeWithExplicitEvaluator(t *testing.T) {
	var count shown
	for seed := range recipetest.Number(t, "WITNESS_MODELS", 150) {
		file := ispltest.Generate(rand.New(rand.NewSource(int64(5000+seed))), ispltest.Options{Formulas: 6, NoFairness: seed%2 == 0})
		p, list := ispl.Parse("generated.ispl", ispl.PrintFile(file), ispl.Options{})
		require.NoError(t, list.Err())
		w := newJointTwin(t, p, seed)
		if w == nil {
			continue
		}
		for _, f := range p.Formulas {
			for s := 0; s < len(w.report.Graph.States); s += 1 + len(w.report.Graph.States)/3 {
				x, err := w.labels.Explain(context.Background(), f.Formula, w.report.Graph.States[s])
				require.NoError(t, err, "seed %d: %s", seed, f.Text)
				w.check(x, p, &count)
			}
		}
		w.close()
	}
	t.Logf("%+v", count)
	require.Greater(t, min(count.runs, count.loops, count.jumps, count.strategies, count.answers, count.alike, count.parts), 50)
}

// The families' witnesses too.
func TestWitnessesOfFamilies(t *testing.T) {
	var count shown
	for i, f := range family.Families {
		p, list := ispl.Parse(f.Name, []byte(f.Write(f.Small())), ispl.Options{})
		require.NoError(t, list.Err())
		w := newJointTwin(t, p, i)
		for _, property := range p.Formulas {
			x, err := w.labels.Explain(context.Background(), property.Formula, w.report.Graph.States[0])
			require.NoError(t, err)
			w.check(x, p, &count)
		}
		w.close()
	}
	require.Positive(t, min(count.runs, count.strategies))
}

// check compares a witness with the explicit states.
func (w *jointTwin) check(x *Witness, p *ispl.Program, count *shown) {
	g := w.report.Graph
	at := g.Index(x.State.(interpreted.State))
	states, err := w.report.Evaluator.States(x.Formula)
	require.NoError(w.t, err)
	require.Equal(w.t, states[at], x.Holds, "%s", x.Formula)
	if x.Run != nil {
		count.runs++
		if x.Run.Loop >= 0 {
			count.loops++
		}
		w.checkRun(x.Run, at)
		w.checkEnd(x)
	}
	for _, j := range x.Jumps {
		count.jumps++
		to := g.Index(j.To.(interpreted.State))
		require.Less(w.t, g.Index(j.Run.States[0].(interpreted.State)), g.Initial)
		w.checkRun(j.Run, g.Index(j.Run.States[0].(interpreted.State)))
		require.True(w.t, w.report.Evaluator.Live()[to])
		at = to
	}
	if n := len(x.Jumps); n > 0 {
		count.chains += min(1, n-1)
		known, err := w.report.Evaluator.States(x.Formula.Args()[0])
		require.NoError(w.t, err)
		require.False(w.t, known[at], "%s", x.Formula)
	}
	if x.Alike != nil {
		count.alike++
	}
	if x.Strategy != nil {
		if x.Holds {
			count.strategies++
		} else {
			count.answers++
		}
		w.checkStrategy(x, p)
	}
	for _, part := range x.Parts {
		count.parts++
		w.check(part, p, count)
	}
}

// checkEnd: a run without a loop ends where the operand of F, X or U, or of G, decides.
func (w *jointTwin) checkEnd(x *Witness) {
	path := x.Formula.Path()
	goal := path
	if n := len(path.Args()); n > 0 {
		goal = path.Args()[n-1]
	}
	if x.Run.Loop >= 0 || path.Op() == ltol.OpNot || goal.Op() != ltol.OpAtom {
		return
	}
	states, err := w.report.Evaluator.States(x.Formula.Args()[goal.Atom().ID])
	require.NoError(w.t, err)
	end := w.report.Graph.Index(x.Run.States[len(x.Run.States)-1].(interpreted.State))
	require.Equal(w.t, x.Holds, states[end], "%s", x.Formula)
}

func (w *jointTwin) checkRun(r *Run, from int) {
	g := w.report.Graph
	require.Equal(w.t, from, g.Index(r.States[0].(interpreted.State)))
	for i, step := range r.Steps {
		next := i + 1
		if next == len(r.States) {
			next = r.Loop
		}
		s, to := g.Index(r.States[i].(interpreted.State)), g.Index(r.States[next].(interpreted.State))
		found := step.(interpreted.Joint) == nil && s == to
		for _, e := range g.Moves[s] {
			for _, t := range e.To {
				found = found || t == to && fmt.Sprint(e.Joint) == fmt.Sprint(step)
			}
		}
		require.True(w.t, found)
	}
}

// checkStrategy leaves out the moves that the strategy forbids: all paths must satisfy then what is
// asked for.
func (w *jointTwin) checkStrategy(x *Witness, p *ispl.Program) {
	for _, a := range x.Formula.Args() {
		if !a.Propositional() {
			return
		}
	}
	full := ispltest.Structure(p, w.sp.Interpreter, w.report.Graph, w.labels.opts.PathsEnd)
	full.Fair = nil
	for s, moves := range full.Moves {
		var left []ltoltest.Move
		for _, m := range moves {
			if w.allows(x.Strategy, w.report.Graph.States[s], m.Actions) {
				left = append(left, m)
			}
		}
		if len(left) > 0 {
			full.Moves[s] = left
		}
	}
	e, err := ltoltest.New(full)
	require.NoError(w.t, err)
	path := x.Formula.Path()
	if !x.Holds {
		path = ltol.Not(path)
	}
	states, err := e.States(ltol.AllPaths(path, x.Formula.Args()...))
	require.NoError(w.t, err)
	require.True(w.t, states[w.report.Graph.Index(x.State.(interpreted.State))], "%s by %+v", x.Formula, x.Strategy)
}

// allows reports whether the first rule that applies to each agent allows its action.
func (w *jointTwin) allows(s *Strategy, at interpreted.State, actions []int) bool {
	decided := map[int]bool{}
	for _, r := range s.Rules {
		applies := len(r.When) == 0
		for _, all := range r.When {
			holds := true
			for _, condition := range all {
				among := false
				for _, code := range condition.codes {
					for v, x := range w.sp.Vars {
						among = among || x == condition.variable && w.sp.System.Vars[v].Type.Value(code) == at[v]
					}
				}
				holds = holds && among
			}
			applies = applies || holds
		}
		if !decided[r.Player] && applies {
			decided[r.Player] = true
			if actions[r.Player] != r.Option {
				return false
			}
		}
	}
	return true
}

// chain is a system in which two agents know of the other what is not common knowledge.
const chain = `Agent P
  Vars: p : boolean; end Vars
  Actions = {rest};
  Protocol: Other : {rest}; end Protocol
  Evolution: p = p if Action = rest; end Evolution
end Agent
Agent Q
  Vars: q : boolean; end Vars
  Actions = {rest};
  Protocol: Other : {rest}; end Protocol
  Evolution: q = q if Action = rest; end Evolution
end Agent
Evaluation up if P.p = true; end Evaluation
InitStates P.p = false or Q.q = true; end InitStates
Groups both = {P, Q}; end Groups
Formulae GCK(both, !up); GK(both, !up); DK(both, !up); end Formulae`

// What is not common knowledge is refuted by a chain of jumps, of different agents in turn.
func TestWitnessOfCommonKnowledge(t *testing.T) {
	p, list := ispl.Parse("chain", []byte(chain), ispl.Options{})
	require.NoError(t, list.Err())
	w := newJointTwin(t, p, 0)
	defer w.close()
	var count shown
	for i, agents := range [][][]int{{{0}, {1}}, {}, {}} {
		x, err := w.labels.Explain(context.Background(), p.Formulas[i].Formula, interpreted.State{0, 0})
		require.NoError(t, err)
		w.check(x, p, &count)
		require.Len(t, x.Jumps, len(agents))
		for k, jump := range x.Jumps {
			require.Equal(t, agents[k], jump.Agents)
		}
	}
	require.Equal(t, shown{jumps: 2, chains: 1, alike: 2, parts: 1}, count)
	x, err := w.labels.Explain(context.Background(), p.Formulas[1].Formula, interpreted.State{0, 1})
	require.NoError(t, err)
	require.Equal(t, []int{1}, x.Jumps[0].Agents)
}

// A run that can be made but does not show what it is for is refused, and so is one that cannot be
// made.
func TestWitnessesAreConfirmed(t *testing.T) {
	p, list := ispl.Parse("run", []byte(`Agent P
  Vars: x : 0..2; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if Action = go and x < 2; end Evolution
end Agent
Evaluation last if P.x = 2; end Evaluation
InitStates P.x = 0; end InitStates
Formulae EF last; CTL* E F G last; end Formulae`), ispl.Options{})
	require.NoError(t, list.Err())
	w := newJointTwin(t, p, 0)
	defer w.close()
	for _, property := range p.Formulas {
		x, err := w.labels.Explain(t.Context(), property.Formula, interpreted.State{0})
		require.NoError(t, err)
		require.NoError(t, (&explanation{w.labels}).confirm(t.Context(), x))
		whole := *x.Run
		n := min(len(whole.Steps), 2)
		x.Run = &Run{States: whole.States[:n], Steps: whole.Steps[:n-1], Loop: -1}
		require.ErrorIs(t, (&explanation{w.labels}).confirm(t.Context(), x), errWitness, property.Text)
		require.ErrorContains(t, (&explanation{w.labels}).confirm(t.Context(), x), "a run does not show")
		x.Run = &Run{States: whole.States[1:], Steps: whole.Steps[1:], Loop: whole.Loop - 1}
		require.ErrorIs(t, (&explanation{w.labels}).confirm(t.Context(), x), errWitness, property.Text)
	}
}

// A strategy for F does not stay where it is.
func TestStrategiesMakeProgress(t *testing.T) {
	p, list := ispl.Parse("progress", []byte(`Agent P
  Vars: x : 0..3; end Vars
  Actions = {stay, back, go};
  Protocol: Other : {stay, back, go}; end Protocol
  Evolution: x = x + 1 if Action = go and x < 3; x = x - 1 if Action = back and x > 0; end Evolution
end Agent
Evaluation last if P.x = 3; end Evaluation
InitStates P.x = 0; end InitStates
Groups g = {P}; end Groups
Formulae <g> F last; end Formulae`), ispl.Options{})
	require.NoError(t, list.Err())
	w := newJointTwin(t, p, 0)
	defer w.close()
	x, err := w.labels.Explain(context.Background(), p.Formulas[0].Formula, interpreted.State{0})
	require.NoError(t, err)
	require.Len(t, x.Strategy.Rules, 1)
	require.Equal(t, 2, x.Strategy.Rules[0].Option)
	require.Empty(t, x.Strategy.Rules[0].When)
}

// A condition that takes more conjunctions than the limit is left out, and the rule says so.
func TestStrategiesAreShort(t *testing.T) {
	f, err := family.Find("tianji")
	require.NoError(t, err)
	p, list := ispl.Parse("tianji", []byte(f.Write(4)), ispl.Options{})
	require.NoError(t, list.Err())
	for limit, more := range map[int]bool{-1: true, 1 << 20: false} {
		w := newJointTwin(t, p, 0)
		w.labels.opts.MaxConditions = limit
		x, err := w.labels.Explain(context.Background(), p.Formulas[0].Formula, w.report.Graph.States[0])
		require.NoError(t, err)
		left := false
		for _, r := range x.Strategy.Rules {
			left = left || r.More
		}
		require.Equal(t, more, left)
		w.close()
	}
}
