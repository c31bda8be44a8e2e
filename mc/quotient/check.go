package quotient

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// Options bound the search. The zero value is good for most.
type Options struct {
	// MaxOrbits bounds the representatives of a quotient; 100 000 if 0.
	MaxOrbits int
	// MaxBytes bounds the memory of a quotient and of the product with it, as far as it is counted;
	// 0 for no bound.
	MaxBytes int64
	// Translation bounds automata.
	Translation ltol.Options
	Thresholds  Thresholds
	// Poll, if it is not nil, is called now and then while the finder works. The work ends with the
	// error that it returns. It may take its time: the work goes on when it returns.
	Poll func() error
	// Repeat has Find search once more, in another way, where it found nothing; if that finds
	// something, the error says so.
	Repeat bool
}

// Thresholds are bounds beyond which the search leaves a question to others. A field that is zero
// stands for its default, a negative one for less than anything there is.
type Thresholds struct {
	// MaxLetters bounds the letters of a formula; 64, and never more, because they are kept as bits
	// of a word.
	MaxLetters int
	// MaxLength bounds the steps of a lifted lasso; 100 000. A loop of the quotient closes in the
	// system after as many rounds as the permutation that one round amounts to has order.
	MaxLength int
	// MaxUnfolded bounds the pairs of a coset of a group and a representative or a permutation,
	// 4 000 000: there is a coset for each choice of agents that the group tells apart. With more, the
	// interpreter finds the quotient. Else the quotient by all exchanges is unfolded.
	MaxUnfolded int
}

func (t *Thresholds) setDefaults() {
	if t.MaxLetters == 0 || t.MaxLetters > maxLetters {
		t.MaxLetters = maxLetters
	}
	if t.MaxLength == 0 {
		t.MaxLength = 100_000
	}
	if t.MaxUnfolded == 0 {
		t.MaxUnfolded = 4_000_000
	}
}

// A Finder searches a system for computations that satisfy formulas. It keeps the quotients it has
// built. It is not safe for concurrent use.
type Finder struct {
	in     *recipe.Interpreter
	o      Options
	graphs map[string]*graph
	first  *graph          // the first of them, by all exchanges
	all    *symmetry.Group // of all exchanges; nil until it is needed
	effort meter
	// states and deadlocks are how many there are, once they are counted.
	states, deadlocks *big.Int
	// questions are by formula, as callers ask the same one again.
	questions map[*ltol.Formula]*question
}

// NewFinder returns a finder for the interpreter's system.
func NewFinder(in *recipe.Interpreter, o Options) *Finder {
	if in.System() == nil {
		panic(misuse("NewFinder: there is no interpreter"))
	}
	if o.MaxOrbits == 0 {
		o.MaxOrbits = 100_000
	}
	o.Thresholds.setDefaults()
	return &Finder{
		in: in.Trusting(), o: o, effort: meter{poll: o.Poll},
		graphs: map[string]*graph{}, questions: map[*ltol.Formula]*question{}}
}

// Stats are the figures of one search.
type Stats struct {
	// Classes are the interchangeable agents that were used, by index.
	Classes [][]int
	// Orbits is the number of representatives, Nodes that of the nodes of the product met,
	// Automaton that of the automaton's states.
	Orbits, Nodes, Automaton int
}

// Find searches for a computation that satisfies phi; a nil trace without an error says that there
// is none. The trace is a lasso that has been lifted but not replayed. The error wraps
// [ErrTooLarge] if the quotient is too large or phi has too many letters, [ltol.ErrTooLarge], or
// the context's error.
func (f *Finder) Find(ctx context.Context, phi *ltol.Formula) (*trace.Trace, Stats, error) {
	if err := f.usable(ctx, phi); err != nil {
		return nil, Stats{}, err
	}
	q, err := f.question(ctx, phi)
	if err != nil {
		return nil, Stats{}, err
	}
	p, member, stats, err := f.search(ctx, q)
	if apart := len(q.letters.recurring) > 0; err == nil && member != nil && (apart || q.first >= 0) {
		// A run is built from its beginning, and where agents are told apart.
		if apart {
			if phi, err = AtFirst(f.in, phi); err == nil {
				q, err = f.together(ctx, phi)
			}
		}
		if err == nil {
			whole := *q
			whole.first = -1
			p, member, stats, err = f.search(ctx, &whole)
		}
		if err == nil && member == nil {
			err = errDiffer
		}
	}
	if err != nil || member == nil {
		return nil, stats, err
	}
	t, err := p.lift(ctx, f.in, member, f.o.Thresholds.MaxLength)
	return t, stats, err
}

// errDiffer says that two searches differ.
var errDiffer = errors.New("quotient: a fair component is not found again from the initial states")

// search looks for a fair component of the product for a question; nil if there is none.
func (f *Finder) search(ctx context.Context, q *question) (*product, map[int]bool, Stats, error) {
	stats := Stats{Classes: q.group.Classes(), Automaton: len(q.aut.States)}
	g, err := f.quotient(ctx, q.group)
	if err != nil {
		return nil, nil, stats, err
	}
	stats.Orbits = len(g.states)
	p := newProduct(ctx, f.in, g, q, &f.effort)
	member, nodes, err := p.fairComponent(ctx)
	stats.Nodes = nodes
	if err == nil && member == nil && f.o.Repeat {
		err = p.certifyEmpty(ctx)
	}
	return p, member, stats, f.dropped(q.group, err)
}

// question returns that of a formula, from earlier if it was asked before.
func (f *Finder) question(ctx context.Context, phi *ltol.Formula) (*question, error) {
	if q := f.questions[phi]; q != nil {
		return q, nil
	}
	settled, err := AtFirst(f.in, phi)
	if err != nil {
		return nil, err
	}
	q, err := f.apart(ctx, settled)
	if q == nil && err == nil {
		q, err = f.together(ctx, settled)
	}
	f.questions[phi] = q
	return q, err
}

// AtFirst is what is left of a formula when all that it says of the first state alone is replaced by
// its truth, if there is only one initial state. So what is said of agents that are absent at first
// does not tell them apart. Neither argument may be nil. An error says that there is no initial
// state, or that a proposition has no value in it.
func AtFirst(in *recipe.Interpreter, phi *ltol.Formula) (*ltol.Formula, error) {
	if phi == nil {
		return nil, misuse("AtFirst: there is no formula")
	}
	var err error
	only := sync.OnceValue(func() *recipe.Instant { // in the only initial state; nil if there are several
		first, states := recipe.NewInstant(in), 0
		fault := in.InitialStates(func(s recipe.State) bool {
			err = first.Enter(s.Clone())
			states++
			return states < 2
		})
		if err = cmp.Or(err, fault); states != 1 || err != nil {
			return nil
		}
		return first
	})
	phi = remainder(phi, func(f *ltol.Formula) ltol.Truth {
		if f.Op() != ltol.OpAtom || f.Atom().Kind != ltol.State || only() == nil {
			return ltol.Unknown
		}
		holding, e := only().StateHolds(f.Atom().ID)
		err = cmp.Or(err, e)
		return ltol.TruthOf(holding)
	})
	return phi, err
}

// together is the question of a formula as a whole.
func (f *Finder) together(ctx context.Context, phi *ltol.Formula) (*question, error) {
	l := &letters{sys: f.in.System()}
	return f.ask(ctx, l, l.abstract(phi.Gathered()))
}

// apart is the question of a formula whose conjuncts G F x are set apart. It is nil if that does
// not help.
//
// A letter of an automaton must be the same under all exchanges that are used. So a formula with a
// conjunct G F x for each agent would tell all agents apart. Set apart, these conjuncts need only
// be mapped to each other (Emerson, Sistla, "Utilizing symmetry when model checking under fairness
// assumptions", TOPLAS 19, 1997, doi:10.1145/262004.262008); see [product.recurring].
func (f *Finder) apart(ctx context.Context, phi *ltol.Formula) (*question, error) {
	o := f.o.Translation
	o.Thresholds.MaxRecurrences = -1
	parts, err := ltol.Alternatives(ctx, phi, o)
	if err != nil || len(parts) != 1 || len(parts[0].Justice) < 2 || len(parts[0].Compassion) > 0 {
		return nil, err
	}
	all, err := f.exchanges(ctx)
	if err != nil {
		return nil, err
	}
	l := &letters{sys: f.in.System()}
	abstract := l.abstract(parts[0].Core.Gathered())
	core := len(l.all)
	families := map[string]int{}
	for i, x := range parts[0].Justice {
		r := recurrence{letter: l.index(x), agent: -1, family: i}
		if agents := agentsOf(l.sys, x); len(agents) == 1 && all.ClassOf(agents[0]) >= 0 {
			r.agent = agents[0]
			k := key(x, all.Exchange(all.Classes()[all.ClassOf(r.agent)][0], r.agent))
			if _, known := families[k]; !known {
				families[k] = i
			}
			r.family = families[k]
		}
		if !slices.ContainsFunc(l.recurring, func(s recurrence) bool { return s.letter == r.letter }) {
			l.recurring = append(l.recurring, r)
		}
	}
	l.apart = len(l.all) - core
	q, err := f.ask(ctx, l, abstract)
	if err == nil && !slices.ContainsFunc(l.recurring, func(r recurrence) bool { return r.agent >= 0 && q.group.ClassOf(r.agent) >= 0 }) {
		q = nil
	}
	return q, err
}

// ask is the question of a formula over letters.
func (f *Finder) ask(ctx context.Context, l *letters, abstract *ltol.Formula) (*question, error) {
	if most := f.o.Thresholds.MaxLetters; len(l.all) > most {
		return nil, fmt.Errorf("%w: the formula has %d letters, the limit is %d", ErrTooLarge, len(l.all), most)
	}
	aut, err := ltol.Translate(ctx, abstract, f.o.Translation)
	if err != nil {
		return nil, err
	}
	group, err := f.keeping(ctx, l)
	if err != nil {
		return nil, err
	}
	q := l.question()
	q.aut, q.first, q.group = aut, waiting(abstract, aut), group
	return q, nil
}

// keeping is the group of the exchanges under which all letters are the same.
func (f *Finder) keeping(ctx context.Context, l *letters) (*symmetry.Group, error) {
	all, err := f.exchanges(ctx)
	if err != nil {
		return nil, err
	}
	return all.Keeping(ctx, func(p *symmetry.Permutation) bool {
		f.effort.Exchanges += len(l.all)
		return l.invariant(p)
	})
}

// Count returns the numbers of reachable states and of reachable deadlocks, by adding up orbits. They
// are counted once. The caller must not change them. The error wraps [ErrTooLarge] also where the
// sizes of orbits are not known.
func (f *Finder) Count(ctx context.Context) (states, deadlocks *big.Int, orbits int, err error) {
	if err := f.usable(ctx); err != nil {
		return nil, nil, 0, err
	}
	g, err := f.smallest(ctx)
	if err != nil {
		return nil, nil, 0, err
	}
	if states, deadlocks = f.states, f.deadlocks; states == nil {
		states, deadlocks = new(big.Int), new(big.Int)
		for i, s := range g.states {
			size, exact := g.group.OrbitSize(s)
			if !exact {
				err = fmt.Errorf("%w: orbits of unknown size", ErrTooLarge)
			}
			if err := cmp.Or(ctx.Err(), err); err != nil {
				return nil, nil, 0, err
			}
			states.Add(states, size)
			if e := g.edges[i]; len(e) == 1 && g.step(e[0]).Kind == recipe.Stutter {
				deadlocks.Add(deadlocks, size)
			}
		}
		f.states, f.deadlocks = states, deadlocks
	}
	return states, deadlocks, len(g.states), nil
}

// smallest is the quotient by all exchanges.
func (f *Finder) smallest(ctx context.Context) (*graph, error) {
	all, err := f.exchanges(ctx)
	if err != nil {
		return nil, err
	}
	return f.quotient(ctx, all)
}

// exchanges is the group of all exchanges.
func (f *Finder) exchanges(ctx context.Context) (*symmetry.Group, error) {
	if f.all == nil {
		f.effort.Exchanges += len(f.in.System().Agents)
		group, err := symmetry.Detect(ctx, f.in.System(), nil)
		if err != nil {
			return nil, err
		}
		f.all = group
	}
	return f.all, nil
}

func classesKey(g *symmetry.Group) string { return fmt.Sprint(g.Classes()) }

// quotient returns the quotient by the group, from earlier if possible. It is found from that by all
// exchanges, if that is not too much. Groups are determined by their classes. A quotient that was too large once is not tried again.
func (f *Finder) quotient(ctx context.Context, group *symmetry.Group) (*graph, error) {
	key := classesKey(group)
	g, known := f.graphs[key]
	var err error
	if known {
		if g == nil {
			err = fmt.Errorf("%w: more than there is room for", ErrTooLarge)
		}
		return g, err
	}
	if key != classesKey(f.all) {
		if g, err = f.smallest(ctx); err == nil {
			g, err = g.unfold(ctx, group, f.o.Thresholds.MaxUnfolded, f.o.MaxOrbits, &f.effort)
		}
	}
	if g == nil && err == nil {
		g, err = explore(ctx, f.in, group, f.o.MaxOrbits, f.o.MaxBytes, &f.effort)
	}
	if err != nil {
		if errors.Is(err, ErrTooLarge) {
			f.graphs[key] = nil
		}
		return nil, err
	}
	f.graphs[key] = g
	if f.first == nil {
		f.first = g
	}
	return g, nil
}

// System is the system that the finder searches.
func (f *Finder) System() *recipe.System {
	if f == nil {
		return nil
	}
	return f.in.System()
}

// MaxOrbits is the most representatives of a quotient that the finder builds.
func (f *Finder) MaxOrbits() int {
	if f == nil {
		return 0
	}
	return f.o.MaxOrbits
}

// dropped forgets the quotient by the group if err says that the product with it is too large: the
// search that takes over needs the memory.
func (f *Finder) dropped(group *symmetry.Group, err error) error {
	if errors.Is(err, ErrTooLarge) {
		f.graphs[classesKey(group)] = nil
	}
	return err
}

// usable says what keeps the finder from searching for formulas.
func (f *Finder) usable(ctx context.Context, formulas ...*ltol.Formula) error {
	if f == nil || f.in == nil {
		return misuse("the finder is nil, or was not made by NewFinder")
	}
	return speaksOf(ctx, f.in.System(), formulas...)
}

// Contains reports whether the orbit of a state is in the quotient by all exchanges, as it is if the
// state is reachable; known is false if there is no such state, or if the orbit has several
// representatives: the one of this state may then be missing.
func (f *Finder) Contains(s recipe.State) (in, known bool) {
	if f == nil || f.first == nil || f.in.System().CheckState(s) != nil {
		return false, false
	}
	rep, _ := f.effort.representative(f.first.group, s)
	if _, in = f.first.index[f.in.Key(rep)]; !in {
		_, known = f.first.group.OrbitSize(s)
	}
	return in, in || known
}

// Sample returns some reachable state, a representative, by throws of dice with as many sides as
// they are asked for; ok is false if there is no quotient yet.
func (f *Finder) Sample(die func(sides int) int) (s recipe.State, ok bool) {
	if die == nil {
		panic(misuse("Sample: there are no dice"))
	}
	if f == nil || f.first == nil {
		return s, false
	}
	return f.first.states[die(len(f.first.states))], true
}

// Effort is what the finder did so far.
func (f *Finder) Effort() Effort {
	if f == nil {
		return Effort{}
	}
	return f.effort.Effort
}

// Estimate says what finding out about each of the formulas, one after the other, would take about,
// from the quotient by all exchanges, which is built if there is none yet; and how many orbits that
// of each has: more than MaxOrbits if its automaton is too large. The error is that of [Finder.Find]
// or [Finder.Count].
func (f *Finder) Estimate(ctx context.Context, formulas []*ltol.Formula) (efforts []Effort, orbits []int, err error) {
	states, _, _, err := f.Count(ctx)
	if err = cmp.Or(err, f.usable(ctx, formulas...)); err != nil {
		return nil, nil, err
	}
	g := f.first
	kinds := make([]float64, len(g.group.Classes()))
	for _, s := range g.states {
		for i, n := range g.group.Colours(s) {
			kinds[i] += float64(n) / float64(len(g.states))
		}
	}
	edges := 0
	for _, list := range g.edges {
		edges += len(list)
	}
	built := map[string]bool{}
	for _, phi := range formulas {
		q, err := f.question(ctx, phi)
		if errors.Is(err, ltol.ErrTooLarge) {
			efforts, orbits = append(efforts, Effort{}), append(orbits, f.o.MaxOrbits+1)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		// Each agent told apart from its class makes as many orbits of one as the class has kinds.
		times, told := 1.0, q.group.Classes()
		for i, class := range g.group.Classes() {
			for _, a := range class[1:] {
				if c := q.group.ClassOf(a); c < 0 || told[c][0] == a {
					times *= kinds[i]
				}
			}
		}
		most, _ := new(big.Float).SetInt(states).Float64()
		n := min(times*float64(len(g.states)), most, float64(f.o.MaxOrbits)+1)
		moves := int(n * float64(edges) / float64(len(g.states)))
		e := Effort{Letters: int(n)*q.states + min(moves, int(times)*len(g.steps.list))*q.steps,
			Arcs: moves * len(q.aut.States)}
		if key := classesKey(q.group); f.graphs[key] == nil && !built[key] {
			built[key] = true
			e.Unfolded = moves
		}
		efforts, orbits = append(efforts, e), append(orbits, int(n))
	}
	return efforts, orbits, nil
}
