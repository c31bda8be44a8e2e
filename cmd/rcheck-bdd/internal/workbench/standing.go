package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	recipesymbolic "github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A LiveVerdict is what is known of a property.
type LiveVerdict struct {
	// Verdict is empty if nothing is known.
	Verdict string `json:"verdict"`
	// Reason says why the verdict is unknown.
	Reason string `json:"reason,omitempty"`
	// Stale tells that the verdict is one of an older text.
	Stale bool `json:"stale"`
	// Position is the place behind the property.
	Position Position `json:"position"`
}

// A standing model is encoded, and stays so while its properties are edited: what is known of it,
// such as its reachable states, is computed once.
type standing interface {
	// decide decides the property with a number, from 1, of a document that differs from the model
	// at most in properties. The run is a counterexample to an earlier version of the property, or
	// nil; it is tried first. It reports false if there is no such property, because it has a
	// mistake. The error is that of a text that is no model, or a fault.
	decide(ctx context.Context, d *Document, index int, run *trace.Trace) (decision, bool, error)
	// Bytes is the memory of the diagrams.
	Bytes() int64
	// order is that of the variables, which a version of the model with the same variables begins
	// with.
	order() variableOrder
	Close()
}

// A decision is the verdict on a property, and the run that violates it.
type decision struct {
	LiveVerdict
	run *trace.Trace
}

// undecided is the decision that a limit leaves; other errors stay errors.
func undecided(err error) (decision, bool, error) {
	if mc.IsLimit(err) || errors.Is(err, branch.ErrStrategy) {
		v := LiveVerdict{Verdict: mc.Unknown.String(), Reason: err.Error()}
		return decision{LiveVerdict: v}, true, nil
	}
	return decision{}, false, err
}

// stand encodes the model of a document, and computes what its properties share.
func stand(
	ctx context.Context, d *Document, o bdd.Options, before variableOrder,
) (standing, error) {
	if d.ISPL {
		p, err := d.jointProgram(ctx)
		if err != nil {
			return nil, err
		}
		encoding := mc.WithEncoding(recipesymbolic.Options{BDD: o})
		c, err := mc.NewJointChecker(ctx, p.System, rcp.OfISPL(p), encoding, mc.WithoutReasons())
		if err != nil {
			return nil, err
		}
		_, err = c.Reach(ctx)
		return &standingJoint{c}, shared(c, err)
	}
	p, err := d.program(ctx)
	if err != nil {
		return nil, err
	}
	own := *p.System // which takes the propositions of later properties
	encoding := recipesymbolic.Options{BDD: o, Order: before.of(&own)}
	c, err := mc.NewChecker(ctx, &own, rcp.Specification(p), mc.WithEncoding(encoding))
	if err != nil {
		return nil, err
	}
	_, err = c.Reach(ctx)
	return &standingSystem{first: p, program: p, Checker: c}, shared(c, err)
}

// shared is the error of computing the reachable states. A limit is none: some properties are
// decided without them. After another error the checker is closed.
func shared(c *mc.Checker, err error) error {
	if err == nil || mc.IsLimit(err) {
		return nil
	}
	c.Close()
	return err
}

// A variableOrder is the order of the variables of a system, whose names it has as well.
type variableOrder struct{ order, variables []string }

func variablesOf(sys *recipe.System) (out []string) {
	for a := range sys.Agents {
		out = append(out, sys.VariableName(a, -1))
	}
	for v := range sys.Vars {
		out = append(out, sys.VariableName(sys.Vars[v].Agent, v))
	}
	return out
}

// of is the order for a system, nil if its variables are other ones.
func (o variableOrder) of(sys *recipe.System) []string {
	if slices.Equal(o.variables, variablesOf(sys)) {
		return o.order
	}
	return nil
}

// A standingSystem is a model in R-CHECK's language.
type standingSystem struct {
	// first is the program that was encoded, program the same with the properties that were asked
	// since.
	first, program *rcheck.Program
	*mc.Checker
}

// order leaves out which bits of a variable are torn apart, since it may have other ones in another
// version.
func (m *standingSystem) order() variableOrder {
	out := variableOrder{variables: variablesOf(m.first.System)}
	for _, name := range m.Model().Order() {
		if name, _, _ = strings.Cut(name, "["); !slices.Contains(out.order, name) {
			out.order = append(out.order, name)
		}
	}
	return out
}

func (m *standingSystem) decide(
	ctx context.Context, d *Document, index int, run *trace.Trace,
) (decision, bool, error) {
	p, err := d.program(ctx)
	if err != nil {
		return decision{}, false, err
	}
	at := slices.IndexFunc(p.Specs, func(s *rcheck.Spec) bool { return s.Index == index })
	if at < 0 {
		return decision{}, false, nil
	}
	spec := p.Specs[at]
	if p != m.first {
		if spec, err = m.add(ctx, spec.Text); err != nil {
			return undecided(err)
		}
	}
	if run = m.violating(ctx, run, spec); run != nil {
		return decision{LiveVerdict{Verdict: mc.Violated.String()}, run}, true, nil
	}
	return answered(m.CheckProperty(ctx, rcp.Property(spec)))
}

// answered is what a result decides. The error is a fault.
func answered(r mc.Result) (decision, bool, error) {
	if errors.Is(r.Err, mc.ErrInternal) {
		return decision{}, false, r.Err
	}
	return decision{LiveVerdict{Verdict: r.Verdict.String(), Reason: r.Reason}, r.Trace}, true, nil
}

// add reads the text of a property of a later version over the propositions of the model that was
// encoded.
func (m *standingSystem) add(ctx context.Context, text string) (*rcheck.Spec, error) {
	p, spec, list, err := m.program.WithPropertyContext(ctx, "", text)
	if err != nil {
		return nil, err
	}
	if spec == nil {
		return nil, fmt.Errorf("%w: the property %q has no meaning: %v", mc.ErrInternal, text, list)
	}
	if err := m.Extend(p.System); err != nil {
		return nil, err
	}
	m.program = p
	return spec, nil
}

// violating is a run that violates a property of the model: the given one, if it does, even if it
// is of another version of the model.
func (m *standingSystem) violating(ctx context.Context, run *trace.Trace, spec *rcheck.Spec) *trace.Trace {
	if run == nil || spec.Formula == nil || !run.Lasso() {
		return nil
	}
	in := m.Interpreter()
	if run.System != in.System() {
		text, err := json.Marshal(run)
		if err != nil {
			return nil
		}
		if run, err = trace.Decode(ctx, in, text); err != nil {
			return nil // the model has it no more
		}
	}
	satisfied, err := trace.Read(ctx, in, run).Satisfies(spec.Claim())
	if satisfied || err != nil {
		return nil
	}
	if fair, err := trace.Read(ctx, in, run).SatisfiesAll(rcp.Fairness(m.first).Conditions()); !fair || err != nil {
		return nil
	}
	again := *run
	if again.Decisive, err = trace.Read(ctx, in, run).Decisive(spec.Claim()); err != nil {
		return nil
	}
	return &again
}

// A standingJoint is a model in ISPL. Its formulas speak of propositions that the model declares,
// so they have the same meaning in each version that differs in formulas alone.
type standingJoint struct{ *mc.Checker }

// order is empty: the names alone give the order of an interpreted system, so that another version
// has the same one.
func (m *standingJoint) order() variableOrder { return variableOrder{} }

func (m *standingJoint) decide(
	ctx context.Context, d *Document, index int, _ *trace.Trace,
) (decision, bool, error) {
	p, err := d.jointProgram(ctx)
	if err != nil || index > len(p.Formulas) {
		return decision{}, false, err
	}
	return answered(m.CheckProperty(ctx, rcp.OfISPL(p).Properties[index-1]))
}
