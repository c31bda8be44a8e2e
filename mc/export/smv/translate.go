package smv

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A Module is the translation of a system and its properties. Its String is the text.
type Module struct {
	// Specifications are those of the text, in its order.
	Specifications []Specification
	t              *translation
	options        Options
}

// A Specification is one LTLSPEC of a module, or CTLSPEC. A property holds if and only if all of
// its specifications do.
type Specification struct {
	// Name is the identifier of the specification in the text.
	Name string
	// Property is the index in the Properties that were translated, from 0.
	Property int
	// CTL tells that it is a CTLSPEC, of a property about states.
	CTL bool
}

// Translate translates a system that passes its own checks and the properties of a specification,
// under its fairness, which becomes part of the formulas. Without properties the module has all
// variables of the system, so that its reachable states are as many as the system's. Errors are an
// [*OrderError], [ErrSpawns], or wrap [ErrTooLarge], [ErrNoInitialState], [ErrNotCTL] or the
// context's error.
func Translate(ctx context.Context, sys *recipe.System, spec mc.Specification, o Options) (m *Module, err error) {
	if slices.ContainsFunc(sys.Commands, func(c recipe.Command) bool { return len(c.Spawns) > 0 }) {
		return nil, ErrSpawns
	}
	_, unbounded := sys.Unbounded()
	if unbounded && o.Dialect != NuXmv {
		return nil, ErrNoRange
	}
	for _, p := range spec.Properties {
		if p.State != nil && len(spec.Justice)+len(spec.Compassion) > 0 {
			return nil, fmt.Errorf("property %d: %w: it is about fair paths", p.Index, ErrNotCTL)
		}
		if p.State != nil && unbounded {
			return nil, fmt.Errorf("property %d: %w: nuXmv checks no CTL of integers without a range", p.Index, ErrNotCTL)
		}
	}
	defer stopped(&m, &err)
	values, sets, err := analyse(ctx, sys, o.Flow)
	if none := new(recipe.NoInitialStateError); errors.As(err, &none) {
		return nil, fmt.Errorf("%w: the initial condition of %s cannot be met", ErrNoInitialState, none.Name)
	} else if err != nil {
		return nil, err
	}
	t := newTranslation(ctx, sys, o)
	t.flow, t.sets = values, sets
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
		if err := t.formulas(spec); err != nil {
			return nil, err
		}
	}
	t.nothing = t.names.unique("nothing")
	t.findCone(len(spec.Properties) == 0)
	return t.module(o), nil
}

// stopped turns what a factory panics with into an error.
func stopped(m **Module, err *error) {
	switch fault := recover().(type) {
	case nil:
	case interrupted:
		*m, *err = nil, fmt.Errorf("smv: translating stopped: %w", fault.error)
	default:
		panic(fault)
	}
}

// TranslateJoint translates an interpreted system that passes its own checks. All of its variables
// are in the module. Properties become CTLSPEC, or LTLSPEC if CTL cannot say them or there is
// fairness. Of the options it uses the dialect and thresholds. Errors wrap [ErrTooLarge],
// [ErrNotCTL] or the context's error.
func TranslateJoint(ctx context.Context, sys *interpreted.System, spec mc.JointSpecification, o Options) (m *Module, err error) {
	defer stopped(&m, &err)
	t := newTranslation(ctx, namesOf(sys), o)
	j := &joint{translation: t, sys: sys, actions: make([]*variable, len(sys.Agents))}
	t.joint = j
	if err := j.declare(); err != nil {
		return nil, err
	}
	if err := j.specify(spec); err != nil {
		return nil, err
	}
	t.nothing = t.names.unique("nothing")
	return t.module(o), nil
}

func newTranslation(ctx context.Context, sys *recipe.System, o Options) *translation {
	return &translation{
		spelling: &spelling{
			factory: newFactory(ctx, o.Thresholds), sys: sys, names: newNames(),
			symbols: map[recipe.Value]string{}, mentioned: map[recipe.Value]bool{},
		},
		choices: map[int]*variable{}, atomOf: map[atom]int{},
	}
}

func (t *translation) module(o Options) *Module {
	m := &Module{t: t, options: o}
	for _, s := range t.specs {
		m.Specifications = append(m.Specifications, Specification{s.name, s.property, s.states != nil})
	}
	return m
}

// interact enumerates the interactions of the system, in order of the initiating command.
func (t *translation) interact() {
	for i := range t.sys.Commands {
		c := &t.sys.Commands[i]
		if !t.flow.Fires[i] {
			continue
		}
		switch c.Kind {
		case recipe.Send:
			t.sends(c)
		case recipe.Get:
			for k := range t.sys.Commands {
				if s := &t.sys.Commands[k]; s.Kind == recipe.Supply && s.Agent != c.Agent && t.flow.Fires[k] {
					t.exchange(c, s)
				}
			}
		}
	}
	t.nameInteractions()
}

// String is the text of the module, the same for the same system, properties and options.
func (m *Module) String() string {
	w := &writer{translation: m.t, Options: m.options}
	switch {
	case w.joint != nil:
		w.joint.write(w)
	case w.Relation == Partitioned:
		w.definitions()
		w.initial()
		w.partitions()
	default:
		w.definitions()
		w.initial()
		w.disjuncts()
	}
	w.specifications()
	body := w.out.String()
	w.out.Reset()
	w.header()
	w.declarations()
	w.constants()
	return w.out.String() + body
}

// stepPropositions lists the step propositions that formulas mention.
func stepPropositions(spec mc.Specification) []int {
	var out []int
	add := func(f *ltol.Formula) {
		if f == nil {
			return
		}
		for _, a := range f.Atoms() {
			if a.Kind != ltol.State {
				out = append(out, a.ID)
			}
		}
	}
	for _, p := range spec.Properties {
		add(p.Formula)
		if p.State != nil {
			for f := range p.State.All() {
				add(f.Path())
			}
		}
	}
	for _, f := range spec.Conditions() {
		add(f)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
