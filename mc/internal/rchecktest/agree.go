package rchecktest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/ltol/ltoltest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest/direct"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A Comparison holds the graphs of one model as the tree and as its lowering give them, once they
// have been found equal.
type Comparison struct {
	Program *rcheck.Program
	Direct  *direct.Graph
	in      *recipe.Interpreter
	states  []recipe.State           // by number of the direct graph
	steps   []map[string]recipe.Step // by state, by description
}

// work is the number of expressions that the tree may be evaluated for.
const work = 5_000_000

// Compare explores a program by its syntax tree and by package recipe, and returns an error that
// describes the first difference: in the initial states, the states, the steps that leave a state
// with their participants and data. The error wraps [recipe.ErrStateLimit] if there are more states
// than limit, and [direct.ErrTooLarge] if there is too much to evaluate; then nothing is claimed.
func Compare(p *rcheck.Program, o rcheck.Options, limit int) (*Comparison, error) {
	m, err := direct.New(p.File, direct.Options{Set: o.Set, Int: (*direct.Interval)(o.Int), Work: work})
	if err != nil {
		return nil, err
	}
	c := &Comparison{Program: p, in: recipe.NewInterpreter(p.System)}
	lowered, err := recipe.Explore(context.Background(), c.in, limit)
	if err != nil {
		return nil, err
	}
	if c.Direct, err = m.Explore(limit); err != nil {
		return nil, fmt.Errorf("%w; lowered, there are %d states", err, lowered.Len())
	}
	if c.Direct.Initial() != lowered.Initial() || c.Direct.Len() != lowered.Len() {
		return nil, fmt.Errorf("%d states, %d initial; lowered, %d, %d initial", c.Direct.Len(), c.Direct.Initial(), lowered.Len(), lowered.Initial())
	}
	c.states, c.steps = make([]recipe.State, lowered.Len()), make([]map[string]recipe.Step, lowered.Len())
	for i := range lowered.Len() {
		s := lowered.State(i)
		k := c.Direct.Index(StateText(p.System, s))
		if k < 0 || (k < c.Direct.Initial()) != (i < lowered.Initial()) {
			return nil, fmt.Errorf("lowered only: state %s", StateText(p.System, s))
		}
		c.states[k], c.steps[k] = s, map[string]recipe.Step{}
		var want, got []string
		for _, e := range lowered.Edges(i) {
			text := StepText(p.System, e.Step)
			c.steps[k][text] = e.Step
			want = append(want, text+" to "+StateText(p.System, lowered.State(e.To)))
		}
		for j := range c.Direct.Steps(k) {
			got = append(got, c.Direct.StepText(k, j)+" to "+c.Direct.StateText(c.Direct.Target(k, j)))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			return nil, fmt.Errorf("in state %s\n  the tree has  %q\n  lowered there are %q", c.Direct.StateText(k), got, want)
		}
	}
	return c, nil
}

// Formula compares a property of the program on a computation: its tree by the definitions, its
// lowered form by [ltol.Eval].
func (c *Comparison) Formula(s *rcheck.Spec, l direct.Lasso) (bool, error) {
	want, err := c.Direct.Satisfies(s.Expr, l)
	if err != nil {
		return false, err
	}
	got, err := c.Eval(s.Formula, l)
	if err == nil && got != want {
		err = fmt.Errorf("%s is %t of its tree, lowered %t, on %s", s.Text, want, got, c.LassoText(l))
	}
	return want, err
}

// States compares in which states a property about states holds: by the tree, and lowered by
// [ltoltest]. It reports whether it could: that evaluator knows no steps, no turns of players, and
// here no fairness.
func (c *Comparison) States(s *rcheck.Spec) (compared bool, err error) {
	p := c.Program
	if len(p.Justice)+len(p.Compassion) > 0 || readsSteps(s.State) {
		return false, nil
	}
	want, err := c.Direct.States(s.Expr)
	if err != nil {
		return false, err
	}
	g := &ltoltest.Graph{
		Atom: func(s, id int) bool {
			holds, fault := c.in.StateHolds(id, c.states[s])
			err = errors.Join(err, fault)
			return holds
		},
		View: func(k, s int) string {
			locals, control := c.states[s].Locals, c.states[s].Control[k]
			if p.Sees[k] == nil {
				all := p.System.Agents[k].Vars
				return fmt.Sprint(control, locals[all.Start:all.End])
			}
			text := ""
			for _, v := range p.Sees[k].Vars {
				text += fmt.Sprint(locals[v], " ")
			}
			if p.Sees[k].Control {
				text += fmt.Sprint(control)
			}
			return text
		},
		Moves: make([][]ltoltest.Move, c.Direct.Len()),
	}
	g.Red = func(k, s int) bool { return p.Red[k] >= 0 && g.Atom(s, p.Red[k]) }
	for i := range g.Moves {
		for j := range c.Direct.Steps(i) {
			g.Moves[i] = append(g.Moves[i], ltoltest.Move{Actions: make([]int, len(p.System.Agents)), To: []int{c.Direct.Target(i, j)}})
		}
	}
	e, fault := ltoltest.New(g)
	if fault != nil {
		return false, fault
	}
	got, fault := e.States(s.State)
	if err = errors.Join(err, fault); err == nil && !slices.Equal(want, got) {
		err = fmt.Errorf("%s holds of its tree in %v, lowered in %v", s.Text, want, got)
	}
	return true, err
}

// readsSteps reports whether a formula is about steps, or about what players can do in them.
func readsSteps(f *ltol.StateFormula) bool {
	if f.Op() == ltol.StateCan || f.Path() != nil && slices.ContainsFunc(f.Path().Atoms(), func(a ltol.Atom) bool { return a.Kind != ltol.State }) {
		return true
	}
	return slices.ContainsFunc(f.Args(), readsSteps)
}

// Eval evaluates a lowered formula on a computation.
func (c *Comparison) Eval(f *ltol.Formula, l direct.Lasso) (bool, error) {
	var fault error
	note := func(b bool, err error) bool {
		fault = errors.Join(fault, err)
		return b
	}
	got, err := ltol.Eval(f, ltol.Lasso{
		Length: len(l.States), Loop: l.Loop,
		State: func(i, id int) bool { return note(c.in.StateHolds(id, c.states[l.States[i]])) },
		Step: func(i, id int) bool {
			return note(c.in.StepHolds(id, c.states[l.States[i]], c.steps[l.States[i]][c.Direct.StepText(l.States[i], l.Steps[i])]))
		},
	})
	return got, errors.Join(err, fault)
}

// LassoText lists the states and steps of a computation.
func (c *Comparison) LassoText(l direct.Lasso) string {
	text := ""
	for i, s := range l.States {
		if i == l.Loop {
			text += "\n  again and again:"
		}
		text += fmt.Sprintf("\n  %s\n    %s", c.Direct.StateText(s), c.Direct.StepText(s, l.Steps[i]))
	}
	return text
}

// Lasso draws a computation.
func (c *Comparison) Lasso(random recipetest.Source) direct.Lasso {
	var l direct.Lasso
	at := random.Intn(c.Direct.Initial())
	for {
		l.States = append(l.States, at)
		j := random.Intn(c.Direct.Steps(at))
		l.Steps = append(l.Steps, j)
		at = c.Direct.Target(at, j)
		for i, s := range l.States {
			if s == at && (len(l.States) > 6 || random.Intn(3) == 0) {
				l.Loop = i
				return l
			}
		}
	}
}

// StepKind is the kind of the j-th step that leaves state i of the direct graph, in one word.
func (c *Comparison) StepKind(i, j int) string {
	return c.steps[i][c.Direct.StepText(i, j)].Kind.String()
}

// Spawning is the number of steps that spawn.
func (c *Comparison) Spawning() int {
	n := 0
	for i := range c.steps {
		for _, s := range c.steps[i] {
			if len(s.Spawned(c.Program.System)) > 0 {
				n++
			}
		}
	}
	return n
}

// Held is the number of states in which an agent that is present holds the name of one that is
// absent.
func (c *Comparison) Held() int {
	sys, held := c.Program.System, 0
	for _, s := range c.states {
		names := map[recipe.Value]bool{} // of absent agents
		for i := range sys.Agents {
			if a := &sys.Agents[i]; !a.IsPresent(s) {
				names[a.Location] = true
			}
		}
		holds := func(v int) bool {
			x := sys.Vars[v]
			return x.Type == sys.Location && names[s.Locals[v]] && sys.Agents[x.Agent].IsPresent(s)
		}
		for v := range sys.Vars {
			if holds(v) {
				held++
				break
			}
		}
	}
	return held
}
