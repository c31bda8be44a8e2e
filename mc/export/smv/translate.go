package smv

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Dialect is the input language of a tool.
type Dialect uint8

const (
	// NuSMV is the language of NuSMV 2.5 and later, which nuXmv reads as well.
	NuSMV Dialect = iota
	// NuXmv uses what only nuXmv reads: next in the atoms of formulas, which spares a variable of
	// the formula's tableau.
	NuXmv
)

// String is the name of the tool, "NuSMV" or "nuXmv".
func (d Dialect) String() string {
	if d == NuXmv {
		return "nuXmv"
	}
	return "NuSMV"
}

// A Relation is the way in which the transition relation is written.
type Relation uint8

const (
	// Disjunctive is one constraint, with a disjunct for each interaction: one diagram for tools
	// that work with them. Formulas are usually checked fastest on it.
	Disjunctive Relation = iota
	// Partitioned is a constraint for each agent, which says what the agent does in the interaction
	// that an input variable chooses. It is the better one where agents pass on values of
	// variables, so that one diagram for all would be large. The input also names the steps of the
	// tool's traces.
	Partitioned
)

// String is "disjunctive" or "partitioned".
func (r Relation) String() string {
	if r == Partitioned {
		return "partitioned"
	}
	return "disjunctive"
}

// Options say how a system is translated. The zero value is good for most.
type Options struct {
	Dialect  Dialect
	Relation Relation
	// Order lists variables (as "agent-local" and "agent-automaton-state") or whole agents in the
	// order of declaration, which is that of the diagrams unless a tool is told otherwise; what it
	// leaves out follows in the order of composition.
	Order      []string
	Thresholds Thresholds
	// Flow says how precise the analysis of values is; nil for the default.
	Flow *flow.Thresholds
}

// An OrderError says that an order names something unknown.
type OrderError struct{ Name string }

// Error says which name is neither an agent nor a variable.
func (e *OrderError) Error() string {
	return fmt.Sprintf("smv: the order names %q, which is neither an agent nor a variable", e.Name)
}

var (
	// ErrTooLarge is wrapped by errors about properties that the language of the target tools can
	// only express by a text out of proportion.
	ErrTooLarge = errors.New("smv: too large")
	// ErrNoInitialState is wrapped by errors about systems without one.
	ErrNoInitialState = errors.New("smv: no initial state")
	// ErrNotAPath is wrapped where a property is about states, by A, E, can or what agents know or
	// must.
	ErrNotAPath = errors.New("smv: the property is about states, not paths; leave it out")
)

// A Module is the translation of a system and its properties. Its String is the text.
type Module struct {
	// Specifications are those of the text, in its order.
	Specifications []Specification
	t              *translation
	options        Options
}

// A Specification is one LTLSPEC of a module. A property holds if and only if all of its
// specifications do.
type Specification struct {
	// Name is the identifier of the specification in the text.
	Name string
	// Property is the index in the Properties that were translated, from 0.
	Property int
}

// A translation holds what becomes known on the way.
type translation struct {
	*factory
	*evaluator
	sys          *recipe.System
	flow         *symbolic.Flow
	names        *names
	symbols      map[recipe.Value]string
	mentioned    map[recipe.Value]bool // symbols that occur in the text
	variables    []*variable
	locals       []*variable // by index in System.Vars; nil for constants
	controls     []*variable // by agent
	start        []*node     // conditions on initial states
	interactions []*interaction
	progress     string            // the name of the condition that some interaction is possible
	stepName     string            // of the input that chooses the interaction
	stutterName  string            // of its value where there is none
	nothing      string            // the name of the variable of a model without any
	choices      map[int]*variable // by agent
	bits         []observation
	bitOf        map[int]int
	atoms        []atom
	specs        []specification
	err          error
}

// Translate translates a system that passes its own checks and the properties of a specification,
// under its fairness, which becomes part of the formulas. Without properties the module has all
// variables of the system, so that its reachable states are as many as the system's. Errors are an
// [*OrderError], or wrap [ErrTooLarge], [ErrNoInitialState], [ErrNotAPath] or the context's error.
func Translate(ctx context.Context, sys *recipe.System, spec mc.Specification, o Options) (m *Module, err error) {
	for i, p := range spec.Properties {
		if p.State != nil || p.Formula == nil {
			return nil, fmt.Errorf("property %d: %w", i+1, ErrNotAPath)
		}
	}
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case interrupted:
			m, err = nil, fmt.Errorf("smv: translating stopped: %w", fault.error)
		default:
			panic(fault)
		}
	}()
	values, err := symbolic.Analyse(ctx, sys, o.Flow)
	if none := new(recipe.NoInitialStateError); errors.As(err, &none) {
		return nil, fmt.Errorf("%w: the initial condition of %s cannot be met", ErrNoInitialState, none.Name)
	} else if err != nil {
		return nil, err
	}
	t := &translation{
		factory: newFactory(ctx, o.Thresholds), sys: sys, flow: values, names: newNames(),
		symbols: map[recipe.Value]string{}, mentioned: map[recipe.Value]bool{}, choices: map[int]*variable{},
	}
	t.evaluator = &evaluator{Algebra: nodes{t}, System: sys}
	if err := t.declare(o.Order); err != nil {
		return nil, err
	}
	t.begin()
	t.interact()
	if len(spec.Properties) > 0 {
		if err := t.observe(stepPropositions(spec)); err != nil {
			return nil, err
		}
		t.formulas(spec)
	}
	t.nothing = t.names.unique("nothing")
	t.findCone(len(spec.Properties) == 0)
	m = &Module{t: t, options: o}
	for _, s := range t.specs {
		m.Specifications = append(m.Specifications, Specification{s.name, s.property})
	}
	return m, nil
}

// stepPropositions lists the step propositions that formulas mention.
func stepPropositions(spec mc.Specification) []int {
	var out []int
	add := func(f *ltol.Formula) {
		for _, a := range f.Atoms() {
			if a.Kind != ltol.State {
				out = append(out, a.ID)
			}
		}
	}
	for _, p := range spec.Properties {
		add(p.Formula)
	}
	for _, j := range spec.Justice {
		add(j)
	}
	for _, c := range spec.Compassion {
		add(c[0])
		add(c[1])
	}
	slices.Sort(out)
	return slices.Compact(out)
}
