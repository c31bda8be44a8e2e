package sizes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// mostTracked is the largest number of agents that a conjunct may be about.
const mostTracked = 3

// A conjunct is a part of a property that stands for all which differ from it by an exchange of agents.
type conjunct struct {
	formula *ltol.Formula
	members []int // the agents of classes that it is about
	atoms   []int // its propositions
	// doubted are the classes of agents of which one more is tracked, as an invariant is asked for each
	// of its agents; see [family.Family.Doubts].
	doubted []int
}

// A comparison is what is common to two sizes: the families, of which the second one is larger, and the
// conjuncts of the property, by keys that are the same.
type comparison struct {
	fewer, more *family.Family
	few, many   map[string]*conjunct
}

// byViews shows by views that the property holds at all sizes whose constants have the fixed values, or,
// where these are 0, at least those of bounds. If it does not, there is a reason.
func (w *work) byViews(ctx context.Context, fixed []int, out *Answer) (bounds []int, reason string, err error) {
	room, beside := mostTracked+1, 0 // agents of each class, and in views those beside the tracked ones
	both, reason, err := w.withRoom(ctx, fixed, room)
	if reason != "" || err != nil {
		return nil, reason, err
	}
	keys := sortedKeys(both.many)
	for done := 0; done < len(keys); {
		c := both.many[keys[done]]
		if need := c.room(both.more, beside); need > room {
			room = need
			if both, reason, err = w.withRoom(ctx, fixed, room); reason != "" || err != nil {
				return nil, reason, err
			}
			if !slices.Equal(keys, sortedKeys(both.many)) {
				return nil, notTheSame, nil
			}
			continue
		}
		holds, reason, err := w.conjunct(ctx, both.more, c, beside, out)
		switch {
		case reason != "" || err != nil:
			return nil, reason, err
		case holds:
			done++
		case beside == w.options.Beside:
			return nil, fmt.Sprintf("views of %d agents have a run that violates it, which may be none of a real system", slices.Max(c.kept(both.more, beside))), nil
		default:
			beside++
		}
	}
	bounds, err = w.bounds(ctx, fixed, w.sized(fixed, w.Least+(room+1)*w.Period), both, beside)
	return bounds, "", err
}

// notTheSame is the reason where a property is divided in different ways.
const notTheSame = "what the property says of agents is not the same at all sizes"

// withRoom compares two sizes that have at least so many agents of each class.
func (w *work) withRoom(ctx context.Context, fixed []int, room int) (both *comparison, reason string, err error) {
	both, reason, err = w.compare(ctx, w.sized(fixed, w.Least+room*w.Period), w.sized(fixed, w.Least+(room+1)*w.Period))
	if reason == "" && err == nil && len(both.more.Classes) == 0 {
		reason = "the number of agents that can be exchanged with each other does not grow"
	}
	return both, reason, err
}

// sized is a size with a number for each constant that is open.
func (w *work) sized(fixed []int, n int) []int {
	out := slices.Clone(fixed)
	for i := range out {
		if out[i] == 0 {
			out[i] = n
		}
	}
	return out
}

// compare finds the classes of agents at two sizes, and the conjuncts of the property, which must be the
// same at both. If they are not, there is a reason.
func (w *work) compare(ctx context.Context, small, large []int) (both *comparison, reason string, err error) {
	x, y := w.at(ctx, small), w.at(ctx, large)
	if err := cmpErr(x.err, y.err); err != nil {
		return nil, fmt.Sprintf("the model cannot be read at %s: %v", w.sizeString(large), err), ctx.Err()
	}
	both = &comparison{}
	both.fewer, both.more, err = family.Of(ctx, withOwnPropositions(x.system), withOwnPropositions(y.system))
	if reason, err := reasonOf(err); reason != "" || err != nil {
		return nil, reason, err
	}
	p, q := x.propertyOf(w.property), y.propertyOf(w.property)
	if p.Formula == nil {
		return nil, "only properties of LTOL can be checked at all sizes; this is a formula about states", nil
	}
	if both.few, reason = conjuncts(both.fewer, p.Formula); reason != "" {
		return nil, reason, nil
	}
	if both.many, reason = conjuncts(both.more, q.Formula); reason != "" {
		return nil, reason, nil
	}
	if !slices.Equal(sortedKeys(both.few), sortedKeys(both.many)) {
		return nil, notTheSame, nil
	}
	return both, "", nil
}

// withOwnPropositions is a system to which propositions can be added.
func withOwnPropositions(sys *recipe.System) *recipe.System {
	own := *sys
	own.Propositions = slices.Clone(sys.Propositions)
	return &own
}

func cmpErr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// reasonOf tells errors that are reasons for an unknown verdict from others.
func reasonOf(err error) (string, error) {
	var different *family.Unlike
	var not *family.NotSupported
	switch {
	case errors.As(err, &different):
		return at(different.Pos) + different.What, nil
	case errors.As(err, &not):
		return at(not.Pos) + not.What, nil
	}
	return "", err
}

func at(pos recipe.Position) string {
	if pos.Line == 0 {
		return ""
	}
	return pos.String() + ": "
}

func sortedKeys[T any](m map[string]T) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// conjuncts divides a formula, and keeps one part of all that differ by an exchange of agents, by a key
// that is the same at all sizes.
func conjuncts(f *family.Family, formula *ltol.Formula) (map[string]*conjunct, string) {
	out := map[string]*conjunct{}
	var add func(part *ltol.Formula, whole bool) bool
	add = func(part *ltol.Formula, whole bool) bool {
		c := newConjunct(f, part)
		if len(c.members) <= mostTracked {
			c.doubted = doubted(f, c)
			out[keyOf(f, c)] = c
			return true
		}
		return whole && !slices.ContainsFunc(spread(f.System, part).Divided(mostParts), func(p *ltol.Formula) bool { return !add(p, false) })
	}
	for _, part := range divided(formula) {
		if !add(part, true) {
			return nil, fmt.Sprintf("the property says something about more than %d agents at once, as `exists` does, and `forall` on the left of `->` or under F; "+
				"views decide what is said of each agent, or of each two or three", mostTracked)
		}
	}
	return out, ""
}

// mostParts bounds the parts into which a disjunction is divided.
const mostParts = 4096

// newConjunct is a part of a property, of which nothing is known yet but the agents that it is about.
func newConjunct(f *family.Family, part *ltol.Formula) *conjunct {
	c := &conjunct{formula: part}
	var exprs []*recipe.Expr
	for _, a := range part.Atoms() {
		c.atoms = append(c.atoms, a.ID)
		exprs = append(exprs, f.System.Propositions[a.ID].Expr)
	}
	slices.Sort(c.atoms)
	c.atoms = slices.Compact(c.atoms)
	c.members = f.Members(exprs...)
	return c
}

// spread makes connectives of the logic of those in the state propositions of a formula. Their parts
// are added to the propositions of the system.
func spread(sys *recipe.System, formula *ltol.Formula) *ltol.Formula {
	var of func(e *recipe.Expr) *ltol.Formula
	of = func(e *recipe.Expr) *ltol.Formula {
		var args []*ltol.Formula
		if op, ok := connectives[e.Op]; ok {
			for _, a := range e.Args {
				args = append(args, of(a))
			}
			return ltol.Apply(op, args...)
		}
		id := len(sys.Propositions)
		sys.Propositions = append(sys.Propositions, recipe.Proposition{Kind: recipe.StateProposition, Name: fmt.Sprint("part ", id), Expr: e})
		return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})
	}
	return ltol.Fold(formula, func(g *ltol.Formula, args []*ltol.Formula) *ltol.Formula {
		switch g.Op() {
		case ltol.OpAtom:
			if g.Atom().Kind == ltol.State {
				return of(sys.Propositions[g.Atom().ID].Expr)
			}
			return g
		case ltol.OpPossible:
			return ltol.Possible(g.Atom().ID, args[0])
		case ltol.OpNecessary:
			return ltol.Necessary(g.Atom().ID, args[0])
		}
		return ltol.Apply(g.Op(), args...)
	})
}

// connectives are those of expressions that the logic has, too.
var connectives = map[recipe.Op]ltol.Op{
	recipe.OpNot: ltol.OpNot, recipe.OpAnd: ltol.OpAnd, recipe.OpOr: ltol.OpOr, recipe.OpImplies: ltol.OpImplies, recipe.OpIff: ltol.OpIff,
}

// doubted lists the classes for whose agents, one by one, a conjunct may be asked.
func doubted(f *family.Family, c *conjunct) []int {
	if c.formula.Op() != ltol.OpGlobally || !c.formula.Args()[0].Propositional() || len(c.members) == mostTracked {
		return nil
	}
	if slices.ContainsFunc(c.formula.Atoms(), func(a ltol.Atom) bool { return a.Kind != ltol.State }) {
		return nil
	}
	count, classes := 0, []int(nil)
	for _, id := range c.atoms {
		n, more, _ := f.Doubts(f.System.Propositions[id].Expr, c.members)
		count, classes = count+n, append(classes, more...)
	}
	polarity := ltol.Fold(c.formula.Args()[0], func(g *ltol.Formula, args []family.Polarity) family.Polarity {
		switch g.Op() {
		case ltol.OpAtom:
			_, _, p := f.Doubts(f.System.Propositions[g.Atom().ID].Expr, c.members)
			return p
		case ltol.OpNot:
			return args[0].Not()
		case ltol.OpImplies:
			return args[0].Not().And(args[1])
		}
		out := family.Absent
		for _, p := range args {
			if g.Op() == ltol.OpIff && p != family.Absent {
				p = family.Mixed
			}
			out = out.And(p)
		}
		return out
	})
	if count != 1 || polarity != family.Negative {
		return nil
	}
	return classes
}

// divided lists formulas that together say what a formula says.
func divided(f *ltol.Formula) []*ltol.Formula {
	var out []*ltol.Formula
	for _, part := range engine.Parts(f) {
		if list := part.Consequences(); len(list) > 1 {
			for _, x := range list {
				out = append(out, divided(x)...)
			}
		} else {
			out = append(out, part)
		}
	}
	return out
}

// keyOf is the least text of a conjunct, of all orders in which its agents can be numbered.
func keyOf(f *family.Family, c *conjunct) string {
	best := ""
	permutations(len(c.members), func(order []int) {
		ranks := map[int]int{}
		for i, a := range c.members {
			ranks[a] = order[i]
		}
		key := ltol.Fold(c.formula, func(g *ltol.Formula, args []string) string {
			head := strconv.Itoa(int(g.Op()))
			switch g.Op() {
			case ltol.OpAtom, ltol.OpPossible, ltol.OpNecessary:
				p := f.System.Propositions[g.Atom().ID]
				head += "{" + g.Atom().Kind.String() + " " + f.Key(p.Expr, ranks) + "}"
			}
			return head + "(" + strings.Join(args, ",") + ")"
		})
		if best == "" || key < best {
			best = key
		}
	})
	return best
}

// permutations visits all orders of the numbers below n.
func permutations(n int, visit func([]int)) {
	order := make([]int, n)
	used := make([]bool, n)
	var from func(i int)
	from = func(i int) {
		if i == n {
			visit(order)
			return
		}
		for x := range n {
			if !used[x] {
				used[x], order[i] = true, x
				from(i + 1)
				used[x] = false
			}
		}
	}
	from(0)
}

// conjunct tells whether a conjunct holds by views with so many agents of each class beside those that it
// is about. If no views can tell, there is a reason.
func (w *work) conjunct(ctx context.Context, f *family.Family, c *conjunct, beside int, out *Answer) (holds bool, reason string, err error) {
	holds, err = w.holds(ctx, f, c, beside, out)
	reason, err = reasonOf(err)
	switch {
	case reason != "":
		return false, reason, nil
	case err != nil:
		if limit := limitOf(err); limit != nil && ctx.Err() == nil {
			return false, fmt.Sprintf("views of up to %d agents of a class do not decide it: %v", slices.Max(c.kept(f, beside)), limit), nil
		}
		return false, "", err
	}
	if holds {
		out.Kept = max(out.Kept, slices.Max(c.kept(f, beside)))
	}
	return holds, "", nil
}

// limitOf is the limit that an error is about, nil if it is about none.
func limitOf(err error) error {
	for _, limit := range []error{views.ErrWork, bdd.ErrNodeLimit, bdd.ErrMemoryLimit} {
		if errors.Is(err, limit) {
			return limit
		}
	}
	return nil
}

// kept is how many agents of each class views have.
func (c *conjunct) kept(f *family.Family, beside int) []int {
	out := make([]int, len(f.Classes))
	for _, a := range c.members {
		out[f.ClassOf(a)]++
	}
	for _, class := range c.doubted {
		out[class]++
	}
	for class := range out {
		out[class] = max(out[class], 1) + beside
	}
	return out
}

// room is how many agents of a class an abstraction needs: those of a view, those that are added, and one
// for the outside.
func (c *conjunct) room(f *family.Family, beside int) int {
	most := 0
	for class, n := range c.kept(f, beside) {
		most = max(most, n+added(f, class)+1)
	}
	return most
}

// holds tells whether views show that a conjunct holds.
func (w *work) holds(ctx context.Context, f *family.Family, c *conjunct, beside int, out *Answer) (bool, error) {
	s := family.Selection{Tracked: c.members, Kept: c.kept(f, beside), Propositions: c.atoms}
	for class := range f.Classes {
		s.Added = append(s.Added, added(f, class))
	}
	if len(c.doubted) == 0 {
		return w.holdsFor(ctx, f, c, s, out)
	}
	s.Settled = true
	for _, class := range c.doubted {
		witness := slices.IndexFunc(f.Classes[class], func(a int) bool { return !slices.Contains(c.members, a) })
		s.Tracked = append(slices.Clone(c.members), f.Classes[class][witness])
		if holds, err := w.holdsFor(ctx, f, c, s, out); !holds || err != nil {
			return false, err
		}
	}
	return true, nil
}

// holdsFor is holds for a selection of agents.
func (w *work) holdsFor(ctx context.Context, f *family.Family, c *conjunct, s family.Selection, out *Answer) (bool, error) {
	a, err := f.Abstract(s)
	if err != nil {
		return false, err
	}
	v, err := views.Explore(ctx, a, w.options.Encoding, w.options.Work)
	if err != nil {
		return false, err
	}
	defer v.Close()
	if n := v.Count(); n.Cmp(out.Views) > 0 {
		out.Views = n
	}
	space, err := v.Space(ctx)
	if err != nil {
		return false, err
	}
	holds, err := space.Holds(ctx, c.formula, ltol.Options{})
	if holds && err == nil {
		err = w.confirm(ctx, a, v, c.condition(a), out)
	}
	return holds, err
}

// condition is what a conjunct says of each state, nil if it says more than that. Deadlocks are left out: a
// circuit does not know in which views some step is certain.
func (c *conjunct) condition(a *family.Abstraction) *ltol.Formula {
	if c.formula.Op() != ltol.OpGlobally || !c.formula.Args()[0].Propositional() || a.Stuck >= 0 ||
		slices.ContainsFunc(c.formula.Atoms(), func(a ltol.Atom) bool { return a.Kind != ltol.State }) {
		return nil
	}
	return c.formula.Args()[0]
}

// confirm has a SAT solver confirm a set of views, and that they satisfy a condition, if that does not take
// too much work.
func (w *work) confirm(ctx context.Context, a *family.Abstraction, v *views.Views, condition *ltol.Formula, out *Answer) error {
	var text bytes.Buffer
	if err := v.Dump(&text); err != nil {
		return err
	}
	err := certify.Views(ctx, a, &text, condition, w.options.Proof)
	switch {
	case errors.Is(err, certify.ErrWork):
		out.Confirmed = false
	case errors.Is(err, certify.ErrWrong), errors.Is(err, certify.ErrBad):
		return fmt.Errorf("%w: %w", mc.ErrInternal, err)
	case err != nil:
		return err
	}
	return nil
}

// added is how many agents of a class a step can need: two if one of them can get what another supplies.
func added(f *family.Family, class int) int {
	gets, supplies := false, false
	a := &f.System.Agents[f.Classes[class][0]]
	for id := a.Commands.Start; id < a.Commands.End; id++ {
		gets = gets || f.System.Commands[id].Kind == recipe.Get
		supplies = supplies || f.System.Commands[id].Kind == recipe.Supply
	}
	if gets && supplies {
		return 2
	}
	return 1
}

// bounds finds for each open constant the least value from which on sizes are alike and have all agents
// of a view. Larger is a size at which that is so.
func (w *work) bounds(ctx context.Context, fixed, larger []int, both *comparison, beside int) ([]int, error) {
	bounds := w.sized(fixed, larger[slices.Index(fixed, 0)]-w.Period)
	for i, n := range fixed {
		for v := bounds[i] - 1; n == 0 && v >= 1; v-- {
			size := slices.Clone(bounds)
			if size[i] = v; !w.alike(ctx, size, larger, both, beside) {
				break
			}
			bounds[i] = v
		}
	}
	return bounds, ctx.Err()
}

// alike confirms of a size that its system and the property are those of a larger one, with enough
// agents for the views.
func (w *work) alike(ctx context.Context, size, larger []int, both *comparison, beside int) bool {
	at, reason, err := w.compare(ctx, size, larger)
	if reason != "" || err != nil || !slices.Equal(sortedKeys(at.few), sortedKeys(both.many)) {
		return false
	}
	for _, c := range at.few {
		for class, n := range c.kept(at.fewer, beside) {
			if len(at.fewer.Classes[class]) < n {
				return false
			}
		}
	}
	return true
}
