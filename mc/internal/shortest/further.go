package shortest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Used are the commands, by ID and ascending, by which the steps of a run are initiated that show a
// violation of a formula: those before it is lost, or else all.
func Used(ctx context.Context, in *recipe.Interpreter, f *ltol.Formula, run *trace.Trace) (out []int, err error) {
	steps := run.Steps
	lost, state, err := trace.Read(ctx, in, run).Standing(f)
	switch {
	case err != nil:
		return nil, err
	case lost == ltol.No:
		steps = steps[:state]
	case run.Decisive > 0:
		steps = steps[:run.Decisive]
	}
	for _, s := range steps {
		if counts(in.System(), s.Message) {
			out = append(out, s.Message.Command)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// counts reports whether runs can be told apart by a step: agents of the model take part in it.
func counts(sys *recipe.System, m recipe.Step) bool {
	inside := func(p recipe.Participant) bool { return !sys.Agents[p.Agent].Outside }
	return m.Kind != recipe.Stutter && (!sys.Agents[m.Initiator].Outside || slices.ContainsFunc(m.Participants, inside))
}

// FindFurther looks for further violations than the first one, at most so many. It grows a tree of sets of
// commands, in breadth-first order: below a set of which some run is free, there are this set and one more
// command of that run; first the command of all agents of its type, then that of its agent alone. Where no
// run is known that is free of a set, one is searched for. (R. Reiter, "A theory of diagnosis from first
// principles", Artificial Intelligence 32(1), 1987, Section 4, doi:10.1016/0004-3702(87)90062-2.)
//
// A search may cost the budget of the question, all together what as many searches may cost as runs are
// wanted. A negative budget is none. Confirm confirms an answer; its run says then how much of it is
// decisive. The error is the context's or the interpreter's, or confirm's; what was found is returned
// with it.
func FindFurther(
	ctx context.Context, q Question, first *trace.Trace, most int, confirm func(Answer) (*trace.Trace, error),
) (trace.Further, error) {
	base, err := Begin(ctx, q)
	if err != nil {
		return trace.Further{}, err
	}
	base.s.commanded = true
	t := &tree{
		Search: base, sys: q.Interpreter.System(), met: map[string]bool{}, out: trace.Further{Complete: true}, confirm: confirm, total: -1,
	}
	if err := t.know(ctx, first); err != nil {
		return trace.Further{}, err
	}
	if q.Budget >= 0 {
		t.total = q.Budget * most
	}
	t.add(nil)
	for len(t.queue) > 0 && len(t.out.Runs) < most {
		next := t.queue[0]
		t.queue = t.queue[1:]
		if err := t.visit(ctx, next); err != nil {
			t.out.Complete = false
			if errors.Is(err, errBudget) {
				err = nil
			}
			return t.out, err
		}
	}
	t.out.Complete = t.out.Complete && len(t.queue) == 0
	return t.out, nil
}

// A tree is a search for further runs. Sets of commands are sorted.
type tree struct {
	*Search
	sys       *recipe.System
	used      [][]int // by the runs that are known
	queue     [][]int
	met       map[string]bool // sets that were in the queue
	fruitless [][]int         // no run is free of these
	out       trace.Further
	confirm   func(Answer) (*trace.Trace, error)
	total     int // that all searches may cost; negative for no bound
}

// add adds a set to the queue, unless it was there.
func (t *tree) add(set []int) {
	if key := fmt.Sprint(set); !t.met[key] {
		t.met[key] = true
		t.queue = append(t.queue, set)
	}
}

// know adds what a run uses.
func (t *tree) know(ctx context.Context, run *trace.Trace) error {
	used, err := Used(ctx, t.Interpreter, ltol.And(t.Conjuncts...), run)
	t.used = append(t.used, used)
	return err
}

// visit looks for a run that is free of a set, and adds the larger sets that further runs may be free of.
func (t *tree) visit(ctx context.Context, set []int) error {
	t.meter.allow(-1)
	if t.total >= 0 {
		t.meter.allow(t.total - t.meter.spent)
	}
	t.meter.spent += 1 + len(set)
	if err := t.meter.check(ctx); err != nil {
		return err
	}
	if slices.ContainsFunc(t.fruitless, func(less []int) bool { return includes(set, less) }) {
		return nil
	}
	free := func(used []int) bool { return disjoint(set, used) }
	if !slices.ContainsFunc(t.used, free) {
		if err := t.find(ctx, set); err != nil {
			return err
		}
	}
	i := slices.IndexFunc(t.used, free)
	if i < 0 {
		return nil
	}
	for _, alone := range []bool{false, true} {
		for _, command := range t.used[i] {
			t.add(union(set, t.alike(command, alone)))
		}
	}
	return nil
}

// find searches for a run that is free of a set. There may be none, or the budget may not suffice.
func (t *tree) find(ctx context.Context, set []int) error {
	f := &Search{Question: t.Question, s: t.s, meter: t.meter, goals: t.goals, fair: t.fair}
	f.without = make([]bool, len(t.sys.Commands))
	for _, command := range set {
		f.without[command] = true
	}
	few := t.Budget
	if t.total >= 0 {
		few = min(few, t.total-t.meter.spent)
	}
	a, err := f.Explore(ctx, few, 0)
	for _, x := range f.top.fronts {
		t.meter.bytes -= len(x.nodes)*nodeBytes + x.size*arcBytes
	}
	switch {
	case err != nil:
		return err
	case a.Run == nil && a.Ended:
		t.fruitless = append(t.fruitless, set)
		return nil
	case a.Run == nil:
		t.out.Complete = false
		return nil
	}
	run, err := t.confirm(a)
	if err == nil {
		err = t.know(ctx, run)
	}
	if err != nil {
		return err
	}
	if last := len(t.used) - 1; !disjoint(set, t.used[last]) { // more steps count than the search needed
		t.used, t.out.Complete = t.used[:last], false
		return nil
	}
	t.out.Runs = append(t.out.Runs, trace.Variant{Trace: run, Without: set})
	return nil
}

// alike are a command of an agent, and, unless it is wanted alone, the same one of all agents of its type. Of
// agents outside, all gets are alike, and all sends on one channel, whatever their data.
func (t *tree) alike(command int, alone bool) (out []int) {
	c := &t.sys.Commands[command]
	for id := range t.sys.Commands {
		other := &t.sys.Commands[id]
		same := !alone && other.Pos == c.Pos && c.Pos != recipe.Position{}
		if t.sys.Agents[c.Agent].Outside && t.sys.Agents[other.Agent].Outside && other.Kind == c.Kind {
			same = c.Kind != recipe.Send || other.Channel.Value == c.Channel.Value
		}
		if same || t.sys.SameText(command, id) {
			out = append(out, id)
		}
	}
	return out
}

func union(a, b []int) []int {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// includes reports whether a set has all of another one.
func includes(a, all []int) bool {
	return !slices.ContainsFunc(all, func(x int) bool { return !slices.Contains(a, x) })
}

func disjoint(a, b []int) bool {
	return !slices.ContainsFunc(b, func(x int) bool { return slices.Contains(a, x) })
}
