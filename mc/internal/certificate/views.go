// Package certificate confirms sets of views and counters, which diagrams have found, by means that
// share nothing with them.
//
// [Views] asks a SAT solver whether a set of views of a family is what it is said to be: it holds
// the views of initial states of all sizes, and no step leads from a state all of whose views it
// holds to one of another view. If a condition on states shall always hold, it holds in all views
// of the set. The set comes as text.
//
// The solver does not see the abstraction that the set was found with (package recipe/family). It sees the
// circuit of a small system of the family, in which whatever agents can point to has a symbol of its
// own ([few]). How views are seen is written here once more.
//
// [Counted] confirms what counters have shown. The same circuits say what agents can do, and the counters are
// numbers in an explicit graph.
package certificate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// Errors of certificates. ErrWrong says that the set is not what it is said to be, ErrBad that a view
// violates the condition, ErrWork that it took too much work to confirm it. ErrDoubt says that the counters
// cannot be confirmed; [ErrRun] is such an error, and says that they have a run that violates the property.
var (
	ErrWrong = errors.New("the views are not closed under steps")
	ErrBad   = errors.New("a view violates the condition")
	ErrWork  = errors.New("confirming the views takes too much work")
	ErrDoubt = errors.New("counters that are found by a SAT solver do not show that the property holds")
	ErrRun   = fmt.Errorf("%w: a run of them violates it", ErrDoubt)
)

// A Claim is a set of views of a family, and what is said of them.
type Claim struct {
	Family *family.Family
	// Kept are by class the agents that views have, Outside an agent whose symbols stand in views for those
	// of all other agents of the class.
	Kept    [][]int
	Outside []int
	// Values are by the name of a variable of views its values in the order of their codes. A variable
	// of an agent that is kept or a single has the same name as in the family.
	Values map[string][]recipe.Value
	// Set is the set of views, as [bdd.Manager.Dump] writes it.
	Set io.Reader
	// Condition is a formula without temporal connectives over state propositions of the family. It may
	// be nil. If it is Settled, it is about views in which no two variables have a symbol of one agent
	// outside.
	Condition *ltol.Formula
	Settled   bool
}

// Of is the claim about a set of views of an abstraction of a family.
func Of(f *family.Family, a *family.Abstraction, set io.Reader) Claim {
	out := Claim{Family: f, Kept: make([][]int, len(f.Classes)), Outside: make([]int, len(f.Classes)), Values: map[string][]recipe.Value{}, Set: set}
	for class, list := range f.Classes {
		for _, b := range list {
			switch in := a.Of(b); {
			case in >= 0 && in == a.Outside(class):
				out.Outside[class] = b
			case in >= 0 && a.InView(in):
				out.Kept[class] = append(out.Kept[class], b)
			}
		}
	}
	for agent := range a.System.Agents {
		if a.InView(agent) {
			out.Values[a.System.VariableName(agent, -1)] = a.Values.States(agent)
			for v := range a.Locals(agent).All() {
				out.Values[a.System.VariableName(agent, v)] = a.Values.Locals[v]
			}
		}
	}
	return out
}

// Views confirms that a set of views is closed under the steps of all systems of the family that have the
// kept agents, that it holds their initial views, and that all its views satisfy the condition. Each
// question to the solver may take so much work.
func Views(ctx context.Context, claim Claim, work int) error {
	v := &views{Claim: claim, work: work}
	if claim.Condition != nil {
		for _, a := range claim.Condition.Atoms() {
			v.propositions = append(v.propositions, a.ID)
		}
	}
	if err := v.read(claim.Set); err != nil {
		return err
	}
	return v.confirm(ctx)
}

// confirm confirms the set, and the condition if there is one.
func (v *views) confirm(ctx context.Context) error {
	plain, err := v.question(ctx)
	if err != nil {
		return err
	}
	if err := plain.ask(plain.m.Init, plain.member(plain.sight(v.Kept), plain.m.State).Not()); err != nil {
		return err
	}
	if v.Condition != nil {
		if err := plain.satisfied(v.Condition); err != nil {
			return err
		}
	}
	if err := plain.closed(); err != nil {
		return err
	}
	for class := range v.Kept {
		more, err := v.question(ctx, class)
		if err != nil {
			return err
		}
		if err := more.closed(); err != nil {
			return err
		}
	}
	return nil
}

// views is the work on one set.
type views struct {
	Claim
	propositions []int    // that are asked about
	names        []string // of the variables of the text
	nodes        []node   // of the text; the first two are False and True
	root         int
	work         int
}

// A node is one of a diagram in a text.
type node struct{ variable, bit, lo, hi int }

// read reads a diagram over present copies.
func (v *views) read(set io.Reader) error {
	v.nodes = make([]node, 2)
	lines := bufio.NewScanner(set)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var n node
		var name string
		var size, copy int
		line := lines.Text()
		switch {
		case scans(line, "var %q %d", &name, &size):
			v.names = append(v.names, name)
		case scans(line, "node %d %d %d %d %d", &n.variable, &copy, &n.bit, &n.lo, &n.hi):
			v.nodes = append(v.nodes, n)
			if copy != 0 {
				return errors.New("a set of views reads the state after a step")
			}
		default:
			scans(line, "root %d", &v.root)
		}
	}
	return lines.Err()
}

func scans(line, format string, to ...any) bool {
	n, err := fmt.Sscanf(line, format, to...)
	return err == nil && n == len(to)
}

// A question is about the system of the agents of views, or of these and some more agents.
type question struct {
	*views
	*few
	m     *circuit.Model
	added []int          // these more agents, of the family
	at    map[[2]int]int // by agent and local of the few, the place of a variable of the circuit
	first []int          // by variable of the circuit, the position of its first bit
	valid []circuit.Lit  // the bits of each variable are those of a value
}

// question makes the circuit of the agents of views, and of one more agent for each of some classes.
func (v *views) question(ctx context.Context, classes ...int) (*question, error) {
	q := &question{views: v, at: map[[2]int]int{}}
	here := append(slices.Concat(v.Kept...), v.Family.Singles...)
	for _, class := range classes {
		list := v.Family.Classes[class]
		next := slices.IndexFunc(list, func(a int) bool { return !slices.Contains(here, a) })
		q.added, here = append(q.added, list[next]), append(here, list[next])
	}
	slices.Sort(here)
	q.few = newFew(v.Family, here, v.propositions, v.Settled)
	if err := q.system.Check(); err != nil {
		return nil, fmt.Errorf("the system of a few agents: %w", err)
	}
	m, err := circuit.Build(ctx, q.system, circuit.Options{Flow: q.domains(), MaxWork: v.work})
	if errors.Is(err, circuit.ErrTooLarge) {
		return nil, fmt.Errorf("%w: %w", ErrWork, err)
	}
	if err != nil {
		return nil, err
	}
	q.m = m
	bits := 0
	for i, x := range m.Variables {
		q.at[[2]int{x.Agent, x.Local}] = i
		q.first = append(q.first, bits)
		bits += len(x.Bits)
	}
	for _, x := range m.Variables {
		var some []circuit.Lit
		for _, y := range q.values(x.Agent, x.Local) {
			some = append(some, q.is(x.Agent, x.Local, y, m.State))
		}
		q.valid = append(q.valid, m.Any(some...))
	}
	return q, nil
}

// A sight is how a view is seen: by agent of a view, who stands there, and by symbol, as what it is seen.
type sight struct {
	stands map[int]int
	as     map[recipe.Value]recipe.Value
}

// sight is the one of agents in the places of kept ones, class by class.
func (q *question) sight(places [][]int) sight {
	stands := map[int]int{}
	return sight{stands, q.seenAs(func(class, agent int) int {
		if i := slices.Index(places[class], agent); i >= 0 {
			stands[q.Kept[class][i]] = agent
			return q.Kept[class][i]
		}
		return q.Outside[class]
	})}
}

// seenAs says as what each symbol is seen: that of an absent agent as of the outside, that of another
// agent as of the one that stands for it.
func (q *question) seenAs(standing func(class, agent int) int) map[recipe.Value]recipe.Value {
	as := map[recipe.Value]recipe.Value{}
	for class, list := range q.Family.Classes {
		for _, agent := range list {
			seen := q.Family.Private(standing(class, agent))
			for i, symbol := range q.Family.Private(agent) {
				as[symbol] = seen[i]
			}
		}
		for _, absent := range q.symbols[class] {
			for i, symbol := range absent {
				as[symbol] = q.Family.Private(q.Outside[class])[i]
			}
		}
	}
	return as
}

// sights are those of a state of the few. Added agents stand in the places of some kept agents of
// their class.
func (q *question) sights() []sight {
	places := [][][]int{q.Kept}
	for _, a := range q.added {
		class := q.Family.ClassOf(a)
		for _, before := range places {
			for i := range q.Kept[class] {
				if before[class][i] == q.Kept[class][i] {
					next := slices.Clone(before)
					next[class] = slices.Clone(next[class])
					next[class][i] = a
					places = append(places, next)
				}
			}
		}
	}
	var out []sight
	for _, p := range places {
		out = append(out, q.sight(p))
	}
	return out
}

// A part is a variable of views: a local of an agent of the family, or its control state if local is -1.
type part struct {
	name         string
	agent, local int
}

// parts are the variables of views.
func (q *question) parts() []part {
	var out []part
	sys := q.Family.System
	for _, agent := range append(slices.Concat(q.Kept...), q.Family.Singles...) {
		out = append(out, part{sys.VariableName(agent, -1), agent, -1})
		for v := range sys.Agents[agent].Vars.All() {
			out = append(out, part{sys.VariableName(agent, v), agent, v})
		}
	}
	return out
}

// member is true of the states, by their bits, whose view of a kind is in the set.
func (q *question) member(s sight, state []circuit.Lit) circuit.Lit {
	parts := map[string]part{}
	var known []circuit.Lit
	for _, x := range q.parts() {
		parts[x.name] = x
		known = append(known, q.seen(s, state, x, func(int) bool { return true }))
	}
	lits := []circuit.Lit{circuit.False, circuit.True}
	bits := map[[2]int]circuit.Lit{}
	for _, n := range q.nodes[2:] {
		key := [2]int{n.variable, n.bit}
		bit, met := bits[key]
		if !met {
			x, width := parts[q.names[n.variable]], 0
			for 1<<width < len(q.Values[x.name]) {
				width++
			}
			bit = q.seen(s, state, x, func(code int) bool { return code>>(width-1-n.bit)&1 == 1 })
			bits[key] = bit
		}
		lits = append(lits, q.m.If(bit, lits[n.hi], lits[n.lo]))
	}
	return q.m.And(q.m.All(known...), lits[q.root])
}

// seen is true of states in which a variable of the view has a value with one of the codes that are wanted.
func (q *question) seen(s sight, state []circuit.Lit, x part, wanted func(code int) bool) circuit.Lit {
	sys, from, local := q.Family.System, x.agent, x.local
	if agent, moved := s.stands[x.agent]; moved {
		from = agent
	}
	typ := recipe.BoolType
	if local >= 0 {
		typ = sys.Vars[local].Type
		local = q.locals[local-sys.Agents[x.agent].Vars.Start+sys.Agents[from].Vars.Start]
	}
	var yes []circuit.Lit
	for _, y := range q.values(q.agents[from], local) {
		as := y
		if to, moved := s.as[y]; moved && typ.Kind == recipe.Enum {
			as = to
		}
		if code := slices.Index(q.Values[x.name], as); code >= 0 && wanted(code) {
			yes = append(yes, q.is(q.agents[from], local, y, state))
		}
	}
	return q.m.Any(yes...)
}

// values are all values of a local of the few, or of a control state if local is -1.
func (q *question) values(agent, local int) []recipe.Value {
	typ := recipe.IntType(0, q.system.Agents[agent].States-1)
	if local >= 0 {
		typ = q.system.Vars[local].Type
	}
	var out []recipe.Value
	for i := range typ.Size() {
		out = append(out, typ.Value(i))
	}
	return out
}

// is is true of the states in which a local or a control state of the few has a value.
func (q *question) is(agent, local int, y recipe.Value, state []circuit.Lit) circuit.Lit {
	i := q.at[[2]int{agent, local}]
	s := recipe.State{Control: make([]int, len(q.system.Agents))}
	for _, v := range q.system.Vars {
		s.Locals = append(s.Locals, v.Type.Value(0))
	}
	if local < 0 {
		s.Control[agent] = int(y)
	} else {
		s.Locals[local] = y
	}
	code, ok := q.m.Code(s)
	if !ok {
		return circuit.False
	}
	var lits []circuit.Lit
	for k := range q.m.Variables[i].Bits {
		at := q.first[i] + k
		if code[at] {
			lits = append(lits, state[at])
		} else {
			lits = append(lits, state[at].Not())
		}
	}
	return q.m.All(lits...)
}

// closed confirms that no step leads out of the set: with an added agent those that it initiates or
// supplies. If two agents that are not in a view exchange something, the view is the same after that.
func (q *question) closed() error {
	m := q.m
	assumed := append([]circuit.Lit{m.Possible}, q.valid...)
	for _, s := range q.sights() {
		assumed = append(assumed, q.member(s, m.State))
	}
	var steps []circuit.Lit
	for _, it := range m.Interactions {
		parties := q.parties(it)
		if !slices.ContainsFunc(q.added, func(a int) bool { return !slices.Contains(parties, q.agents[a]) }) {
			steps = append(steps, m.And(it.Enabled, it.Taken))
		}
	}
	return q.ask(append(assumed, m.Any(steps...), q.member(q.sight(q.Kept), m.Next).Not())...)
}

// parties are the agents of the few that initiate and supply an interaction.
func (q *question) parties(it *circuit.Interaction) []int {
	out := []int{q.system.Commands[it.Command].Agent}
	if it.Supply >= 0 {
		out = append(out, q.system.Commands[it.Supply].Agent)
	}
	return out
}

// satisfied confirms that all views of the set satisfy a condition.
func (q *question) satisfied(condition *ltol.Formula) error {
	holds, err := q.condition(condition, false)
	if err != nil {
		return err
	}
	err = q.ask(append(slices.Clone(q.valid), q.member(q.sight(q.Kept), q.m.State), holds.Not())...)
	if errors.Is(err, ErrWrong) {
		return ErrBad
	}
	return err
}

// condition is true of the states that satisfy a formula without temporal connectives, in which all
// states are deadlocks or none is.
func (q *question) condition(f *ltol.Formula, deadlock bool) (circuit.Lit, error) {
	m := q.m
	var failed error
	holds := ltol.Fold(f, func(f *ltol.Formula, args []circuit.Lit) circuit.Lit {
		switch f.Op() {
		case ltol.OpAtom:
			holds, err := q.proposition(f.Atom().ID, deadlock)
			failed = errors.Join(failed, err)
			return holds
		case ltol.OpTrue:
			return circuit.True
		case ltol.OpFalse:
			return circuit.False
		case ltol.OpNot:
			return args[0].Not()
		case ltol.OpAnd:
			return m.All(args...)
		case ltol.OpOr:
			return m.Any(args...)
		case ltol.OpImplies:
			return m.Any(args[0].Not(), args[1])
		case ltol.OpIff:
			return m.If(args[0], args[1], args[1].Not())
		}
		failed = errors.New("the condition has a temporal connective")
		return circuit.False
	})
	return holds, failed
}

// proposition is true of the states or steps that satisfy a proposition of the family.
func (q *question) proposition(id int, deadlock bool) (circuit.Lit, error) {
	at := slices.Index(q.propositions, id)
	if at < 0 || !q.knows(q.Family.System.Propositions[id].Expr) {
		return circuit.False, fmt.Errorf("proposition %d is not one of the small system", id)
	}
	if deadlock {
		at += len(q.propositions)
	}
	return q.m.Proposition(at)
}

// ask asks the solver for a valuation in which all literals are true. There must be none.
func (q *question) ask(lits ...circuit.Lit) error {
	p := &prover{graph: q.m.Graph}
	p.grow()
	for _, l := range lits {
		p.Add(p.of(l))
	}
	switch p.Solve(q.work) {
	case sat.Satisfiable:
		return ErrWrong
	case sat.Unknown:
		return ErrWork
	}
	return nil
}
