package circuits

import (
	"context"
	"errors"
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/inductive"
)

// Induction is the engine that looks for inductive invariants from which targets follow (IC3), and
// checks them. If a violation needs a lasso, an invariant bounds the number of accepting steps of runs
// (k-liveness), if lassos says so. If it does not, fairness is left out at first: what holds on all
// runs holds on fair ones.
type Induction struct {
	*Shared
	lassos bool
	spent  int
	proofs []proof
	// closed is what induction had cost when it last closed a frame or proved a target.
	closed int
	// sole is the number of the first targets that are settled or that induction could settle.
	sole int
}

// A proof is what induction knows of a target.
type proof struct {
	machine *bounded.Machine
	search  *inductive.Search
	// check is the check of an invariant. The first question is whether the property is one by itself, in
	// the domains of variables. If it is not, check is nil until the search has found one. found tells
	// that there is an invariant, past is the work of what came before the search.
	check *inductive.Certificate
	found bool
	past  int
	spent int
	slice slice
	// over tells that nothing more is looked for; judged, that it is known whether there is something
	// to look for.
	over, judged bool
	// lassos tells that a violation may need a lasso, as the syntax shows, or as an unfair run to a bad
	// step does. Then accepting steps are counted up to most.
	lassos bool
	most   int
}

// mostGuessed is how many steps the first question may take. In our families, it proves half of the
// properties that induction proves, nearly all of them within 30 000 steps.
const mostGuessed = 150_000

// firstCounted is up to how many accepting steps are counted at first, and moreCounted by how many
// times more when a search begins anew.
const firstCounted, moreCounted = 16, 4

// NewInduction makes the engine. lassos tells whether it looks for proofs that no lasso is a violation:
// diagrams decide this sooner in all that was measured.
func NewInduction(s *Shared, lassos bool) *Induction {
	return &Induction{Shared: s, lassos: lassos, proofs: make([]proof, len(s.board.Targets))}
}

// Spent is what the search for invariants has cost; [Bounded.Spent] counts building the circuit.
func (d *Induction) Spent() int { return d.spent }

// Sole reports whether induction could soon settle all that is not settled, so that nothing else needs
// the reachable states. It rarely can where violations need lassos. Nor is it asked first where the
// first state has settled a property: such a property is about agents that are absent at first, and
// orbits answer the others of a pool soon.
func (d *Induction) Sole() bool {
	for ; d.sole < len(d.proofs); d.sole++ {
		t := d.board.Targets[d.sole]
		if t.Proved && t.Since == 0 || !d.board.Settled(t) && (t.Decided || d.board.Repeat ||
			!d.suits(t) || d.proofs[d.sole].lassos) {
			return false
		}
	}
	return true
}

// Closed is what induction had cost when it last closed a frame or proved a target.
func (d *Induction) Closed() int { return d.closed }

// suits reports whether an invariant is to be looked for. To ask an automaton may take longer than
// all the rest. Of a formula without atoms nothing is looked for: it is asked in order to explore.
// Nor is it of a formula about states that says more than its formula about runs.
func (d *Induction) suits(t *engine.Target) bool {
	p := &d.proofs[t.Index]
	if !p.judged {
		p.judged, p.lassos = true, !t.Safety
		p.over = p.lassos && !d.lassos || t.State != nil && !t.State.Linear() ||
			len(t.Formula.Atoms()) == 0 || len(engine.Parts(t.Formula, d.board.System)) > d.states
	}
	return !p.over
}

// leave gives a target up.
func (d *Induction) leave(t *engine.Target) {
	d.proofs[t.Index].over = true
	d.sole = min(d.sole, t.Index)
}

// Over reports whether there is no target left for which an invariant could be found.
func (d *Induction) Over() bool {
	t, _ := d.cheapest()
	return t == nil || d.over()
}

// Advance goes on with the target that has cost the least so far.
func (d *Induction) Advance(ctx context.Context, budget int) (bool, error) {
	t, p := d.cheapest()
	if t == nil || budget < int(p.slice) || !d.ready(ctx, budget) {
		return false, nil
	}
	before, closed := p.work(), p.closed()
	err := d.infer(ctx, t, p, before+inducedPerStep*budget)
	cost := 1 + (p.work()-before)/inducedPerStep
	p.spent, d.spent = p.spent+cost, d.spent+cost
	if p.closed() > closed {
		d.closed = d.spent
	}
	return true, err
}

// cheapest is the target that has cost the least so far of those for which there is an invariant to
// look for; nil if there is none.
func (d *Induction) cheapest() (least *engine.Target, of *proof) {
	for i, t := range d.board.Targets {
		p := &d.proofs[i]
		_, violated := t.Violation()
		if !t.Decided && !p.over && !violated && (of == nil || p.spent < of.spent) {
			least, of = t, p
		}
	}
	return least, of
}

// closed counts the frames that are closed; the proof is more than any of them.
func (p *proof) closed() int {
	switch {
	case p.found:
		return math.MaxInt
	case p.search != nil && p.check == nil:
		return p.search.Frames()
	}
	return 0
}

func (p *proof) work() int {
	work := p.past
	if p.search != nil {
		work += p.search.Work()
	}
	if p.check != nil {
		work += p.check.Work()
	}
	return work
}

// infer goes on with a target until its work comes to a limit. Errors are internal ones, or a fault
// of the system.
func (d *Induction) infer(ctx context.Context, t *engine.Target, p *proof, limit int) error {
	if p.search == nil {
		if err := d.begin(ctx, t, p); err != nil || p.over {
			return err
		}
	}
	if p.check == nil {
		before, advances := p.search.Work(), p.search.Advances()
		outcome := p.search.Next(ctx, limit-p.past)
		p.slice.after((p.search.Work()-before)/inducedPerStep, p.search.Advances() > advances)
		switch outcome {
		case inductive.Open:
			return nil
		case inductive.Unsafe:
			return d.lost(ctx, t, p)
		}
		p.check, p.found = inductive.NewCertificate(p.machine, p.search.Bad(), p.search.Invariant()), true
	}
	// The check is all that is missing, and costs less than the search in most cases.
	enough := min(p.search.Work(), inducedPerStep*mostSlice)
	outcome := p.check.Next(ctx, max(limit-p.work()+p.check.Work(), enough))
	switch {
	case outcome == inductive.Unsafe && p.found:
		return fault.Internal("the invariant that was found of the property is none")
	case outcome == inductive.Safe:
		if err := d.system.Start(); err != nil {
			return err // anything holds of a system that has no initial state
		}
		p.found = true
		d.leave(t)
		d.board.Holds(t, max(1, len(p.search.Invariant())), 0)
	case outcome == inductive.Unsafe || !p.found && p.check.Work() > inducedPerStep*mostGuessed:
		p.past, p.check, p.slice = p.past+p.check.Work(), nil, 0
	default:
		p.slice.after(1, false)
	}
	return nil
}

// begin makes the machine of a target and a search on it, if that suits the target.
func (d *Induction) begin(ctx context.Context, t *engine.Target, p *proof) error {
	if !d.suits(t) {
		return nil
	}
	m, goal, err := d.goal(ctx, t, p.lassos, (*bounded.Machine).Goal, d.bounds())
	if p.lassos && errors.Is(err, ltol.ErrTooLarge) {
		m, goal, err = d.goal(ctx, t, true, (*bounded.Machine).Tableau, d.bounds())
	}
	if err != nil {
		d.leave(t)
		if fault.IsLimit(err) {
			return nil
		}
		return fault.Internal("inductive invariants: %w", err)
	}
	if p.machine = m; len(goal.Again) > 0 {
		p.most = max(firstCounted, moreCounted*p.most)
		p.search = inductive.NewBound(m, m.Rounds(goal.Again), p.most)
	} else {
		p.search = inductive.NewSearch(m, goal.Bad)
		p.check = inductive.NewCertificate(m, goal.Bad, m.Outside)
	}
	return nil
}

// lost notes the run that the search has found. If it is no violation, a search begins anew: with
// fairness, or one that counts further.
func (d *Induction) lost(ctx context.Context, t *engine.Target, p *proof) error {
	run := p.search.Run()
	unfair := !p.lassos && len(d.board.Fair) > 0
	if d.lassos && (unfair || run == nil) {
		p.lassos, p.past, p.search, p.slice = true, p.work(), nil, 0
		d.sole = min(d.sole, t.Index)
		return nil
	}
	if d.leave(t); unfair {
		return nil
	}
	if err := d.system.Refute(ctx, t, run, false); !fault.IsLimit(err) {
		return err
	}
	return nil
}
