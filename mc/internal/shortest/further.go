package shortest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
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
	return Commands(in.System(), steps), nil
}

// Commands are the commands, by ID and ascending, by which agents of the model begin steps.
func Commands(sys *recipe.System, steps []trace.Step) (out []int) {
	for _, s := range steps {
		if counts(sys, s.Message) {
			out = append(out, s.Message.Command)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// FindFurther looks for further violations than the first one, at most so many. It grows a tree of
// sets of commands, in breadth-first order: below a set of which some run is free, there are this
// set and one more command of that run; first the command of all agents of its type, then that of
// its agent alone. Where no run is known that is free of a set, one is searched for. (R. Reiter, "A
// theory of diagnosis from first principles", Artificial Intelligence 32(1), 1987, Section 4,
// doi:10.1016/0004-3702(87)90062-2.)
//
// Of interpreted systems, the actions of agents are the commands, and types of agents do not
// matter.
//
// A search may cost the budget of the question, all together what as many searches may cost as runs
// are wanted. A negative budget is none. The first run uses the given commands. Confirm confirms an
// answer, and says what commands its run uses. The error is the context's or the interpreter's, or
// confirm's; what was found is returned with it.
func FindFurther(
	ctx context.Context, q Question, used []int, most int, confirm func(Answer) (run branch.Variant, used []int, err error),
) (branch.Further, error) {
	base, err := Begin(ctx, q)
	if err != nil {
		return branch.Further{}, err
	}
	base.s.commanded = true
	t := &tree{
		Search: base, used: [][]int{used}, met: map[string]bool{}, out: branch.Further{Complete: true}, confirm: confirm, total: -1,
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
	used      [][]int // by the runs that are known
	queue     [][]int
	met       map[string]bool // sets that were in the queue
	fruitless [][]int         // no run is free of these
	out       branch.Further
	confirm   func(Answer) (branch.Variant, []int, error)
	total     int // that all searches may cost; negative for no bound
}

// add adds a set to the queue, unless it was there.
func (t *tree) add(set []int) {
	if key := fmt.Sprint(set); !t.met[key] {
		t.met[key] = true
		t.queue = append(t.queue, set)
	}
}

// visit looks for a run that is free of a set, and adds the larger sets that further runs may be
// free of.
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
			t.add(union(set, t.s.alike(command, alone)))
		}
	}
	return nil
}

// find searches for a run that is free of a set. There may be none, or the budget may not suffice.
func (t *tree) find(ctx context.Context, set []int) error {
	f := &Search{Question: t.Question, s: t.s, meter: t.meter, goals: t.goals, fair: t.fair}
	f.without = &ban{t.s.source, set}
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
	case !a.Found() && a.Ended:
		t.fruitless = append(t.fruitless, set)
		return nil
	case !a.Found():
		t.out.Complete = false
		return nil
	}
	run, used, err := t.confirm(a)
	if err != nil {
		return err
	}
	if !disjoint(set, used) { // more steps count than the search needed
		t.out.Complete = false
		return nil
	}
	run.Without = set
	t.used, t.out.Runs = append(t.used, used), append(t.out.Runs, run)
	return nil
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
