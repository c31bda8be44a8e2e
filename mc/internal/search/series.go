package search

import (
	"context"
	"fmt"
	"maps"
	"math"
	binary "math/bits"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A Series is formulas of one form: they differ only in their state atoms, and these read the same
// variables. `G (a-term = t -> X (a-term >= t))` for t = 1, 2, …, 1000 are an example.
//
// One search looks for a run that satisfies some formula of a series. Its states have the number of
// a formula besides, as bits that no step changes: the index. An atom of the form is then the set
// of pairs of a state and a number for which the atom of that formula holds in the state. Numbers
// beyond the last formula mean the last one, so that every number means some formula.
type Series struct {
	asked *System
	sys   *System // its space has the index
	size  int
	form  *ltol.Formula
	index []bdd.VarID // most significant first
}

// An indexed is the space of a series: that of the system, in which the index belongs to no agent.
type indexed struct {
	space.Space
	index []bdd.VarID
}

// Variables are those of the system and the index.
func (x indexed) Variables() []bdd.VarID { return slices.Concat(x.Space.Variables(), x.index) }

// Alike groups the places of formulas that can be joined to a series, in the order of their first
// members. A formula which too few others are like is alone; all are where the reachable states are
// not known, or the engine takes no new variables.
func Alike(ctx context.Context, s *System, list []*ltol.Formula) ([][]int, error) {
	least := s.opts.Thresholds.MinAlike
	if _, err := s.space.Manager().Extend(); !s.haveReached || err != nil || len(list) < max(2, least) {
		return singles(places(len(list))), nil
	}
	t := s.begin(ctx)
	forms := make([]*ltol.Formula, len(list))
	var out [][]int
	for _, members := range grouped(places(len(list)), func(i int) string {
		forms[i], _ = form(list[i])
		return fmt.Sprint(forms[i].Hash())
	}) {
		if len(members) < least {
			out = append(out, singles(members)...)
			continue
		}
		for _, part := range grouped(members, func(i int) string { return reads(t, s, list[i]) }) {
			other := func(i int) bool { return !forms[i].Equal(forms[part[0]]) }
			if len(part) < least || slices.ContainsFunc(part, other) {
				out = append(out, singles(part)...)
			} else {
				out = append(out, part)
			}
		}
	}
	slices.SortFunc(out, func(a, b []int) int { return a[0] - b[0] })
	return out, t.err
}

func places(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func singles(members []int) [][]int {
	var out [][]int
	for _, i := range members {
		out = append(out, []int{i})
	}
	return out
}

// grouped puts members with equal keys together.
func grouped(members []int, key func(i int) string) [][]int {
	var out [][]int
	at := map[string]int{}
	for _, i := range members {
		k := key(i)
		if _, known := at[k]; !known {
			at[k] = len(out)
			out = append(out, nil)
		}
		out[at[k]] = append(out[at[k]], i)
	}
	return out
}

// form is a formula with its state atoms numbered in the order in which they occur, and these
// atoms.
func form(f *ltol.Formula) (*ltol.Formula, []ltol.Atom) {
	var atoms []ltol.Atom
	return f.MapAtoms(func(a ltol.Atom) ltol.Atom {
		if a.Kind != ltol.State {
			return a
		}
		i := slices.Index(atoms, a)
		if i < 0 {
			i = len(atoms)
			atoms = append(atoms, a)
		}
		return ltol.Atom{ID: i, Kind: ltol.State}
	}), atoms
}

// reads names the variables that each state atom of a formula reads.
func reads(t *task, s *System, f *ltol.Formula) string {
	c := t.open()
	defer t.close(c)
	_, atoms := form(f)
	text := ""
	for _, a := range atoms {
		var vars []bdd.VarID
		for _, bit := range t.man.Support(c.Take(s.stateSet(c.Scope(), a.ID, s.dead))) {
			vars = append(vars, bit.Var)
		}
		text += fmt.Sprint(slices.Compact(vars))
	}
	return text
}

// Join joins formulas that [Alike] has in one group. The caller releases the series.
func Join(ctx context.Context, s *System, list []*ltol.Formula) (*Series, error) {
	t := s.begin(ctx)
	x := &Series{asked: s, size: len(list)}
	x.join(t, s, list)
	if t.failed() {
		x.Release()
		return nil, t.err
	}
	return x, nil
}

func (x *Series) join(t *task, s *System, list []*ltol.Formula) {
	c := t.open()
	defer t.close(c)
	var sets [][]bdd.Node // by atom of the form, and formula
	for _, f := range list {
		_, atoms := form(f)
		for k, a := range atoms {
			if k == len(sets) {
				sets = append(sets, nil)
			}
			sets[k] = append(sets[k], c.Take(s.stateSet(c.Scope(), a.ID, s.dead)))
		}
	}
	t.fail(c.Err())
	if x.place(t, sets); t.failed() {
		return
	}
	o := s.opts
	o.Thresholds.RoundsBeforeProbe, o.Thresholds.ManyNodes = -1, math.MaxInt // explicit states have no index
	x.sys = NewSystem(indexed{s.space, x.index}, s.fair, o)
	x.sys.recurrent = s.recurrent
	x.sys.Adopt(s.reached, s.dead)
	for _, set := range s.derived {
		x.sys.Derive(set)
	}
	var atoms []ltol.Atom
	for _, of := range sets {
		atoms = append(atoms, x.sys.Derive(x.choose(c, of, 0, 0)))
	}
	form, _ := form(list[0])
	x.form = form.MapAtoms(func(a ltol.Atom) ltol.Atom {
		if a.Kind == ltol.State {
			return atoms[a.ID]
		}
		return a
	})
}

// place gives the series its index. Each bit stands below the bit with the same place of the widest
// variable that the atoms read. So numbers that count values of the variable are compared with them
// bit by bit.
func (x *Series) place(t *task, sets [][]bdd.Node) {
	if t.failed() {
		return
	}
	var below []bdd.VarID
	for _, of := range sets {
		for _, bit := range t.man.Support(of[0]) {
			if wide := t.man.Layout().Bits(bit.Var); len(below) == 0 || wide > t.man.Layout().Bits(below[0]) {
				below = []bdd.VarID{bit.Var}
			}
		}
	}
	var list []bdd.NewBit
	for digit := binary.Len(uint(x.size - 1)); digit > 0; digit-- {
		list = append(list, bdd.NewBit{Name: fmt.Sprintf("index %d below %v", digit, below), Below: below, Digit: digit})
	}
	x.index = t.extend(list)
}

// choose is the set that is of[i] for each number i whose first bits are given, so many of them.
func (x *Series) choose(c *bdd.Calculator, of []bdd.Node, number, known int) bdd.Node {
	left := len(x.index) - known
	if number<<left >= len(of) {
		return of[len(of)-1]
	}
	if left == 0 {
		return of[number]
	}
	no, yes := x.choose(c, of, 2*number, known+1), x.choose(c, of, 2*number+1, known+1)
	return c.Ite(c.Eq(x.index[known], bdd.Current, 1), yes, no)
}

// Form is the form of the formulas, in atoms that mean what the index says. [Series.Find] looks for
// goals that are made of it.
func (x *Series) Form() *ltol.Formula { return x.form }

// Find looks for a computation that meets the goal with some number, and returns the least number
// that it finds; Found tells whether there is one. The outcome has no run. If certify is set and
// there is none, another search confirms that.
func (x *Series) Find(ctx context.Context, goal Goal, certify bool) (number int, out Outcome, err error) {
	t := x.sys.begin(ctx)
	q := x.sys.ask(t, goal, x.sys.space.Init())
	defer q.release()
	if !t.failed() {
		out = q.sys.find(t, q.goal, bdd.False, certify, func(_ *emptiness, h *hull) {
			number = x.number(t, q.sys.space, h)
		})
	}
	return number, out, t.err
}

// number is the least number that some node of a hull has.
func (x *Series) number(t *task, sp space.Space, h *hull) int {
	c := t.open()
	defer t.close(c)
	others := slices.DeleteFunc(sp.Variables(), func(v bdd.VarID) bool { return slices.Contains(x.index, v) })
	numbers := bdd.False
	for _, n := range h.region.part {
		numbers = c.Or(numbers, t.man.VarSet(bdd.Current, others...).Exists(c, n))
	}
	number := 0
	codes, _ := t.man.Pick(numbers, x.index)
	for _, code := range codes {
		number = 2*number + code
	}
	return min(number, x.size-1)
}

// Release gives up what was made for the series, and adds what its searches did to the effort of
// the system that was asked.
func (x *Series) Release() {
	if x.sys == nil {
		return
	}
	x.asked.effort.add(&x.sys.effort)
	x.sys.release()
	x.sys = nil
}

// release gives up all that the system keeps.
func (s *System) release() {
	man := s.space.Manager()
	s.alone.release()
	releaseAll(man, s.derived)
	releaseAll(man, s.layers)
	for _, l := range s.locals {
		releaseAll(man, slices.Collect(maps.Values(l.stay)))
	}
	for _, n := range []bdd.Node{s.reached, s.dead, s.layered, s.fairStates} {
		man.Release(n)
	}
}
