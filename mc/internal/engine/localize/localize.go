package localize

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// An Encoding is a system in diagrams of its own.
type Encoding interface {
	space.Space
	Close()
}

// Encode encodes a system once more. poll is what its diagrams ask while they work.
type Encode = func(ctx context.Context, poll func(*bdd.Manager) error) (Encoding, error)

// Localization is the engine.
type Localization struct {
	*engine.Apart
	board  *engine.Board
	encode Encode
	divide engine.Divide
	rounds int
	passes int
}

var _ engine.Engine = (*Localization)(nil)

// New makes the engine for the targets of a board. It encodes the system when it begins. rounds is
// the most refinements for one invariant, and passes the number of passes through all moves before
// a saturation. The caller closes the engine.
func New(board *engine.Board, rounds, passes int, encode Encode, divide engine.Divide) *Localization {
	l := &Localization{board: board, rounds: rounds, passes: passes, encode: encode, divide: divide}
	l.Apart = engine.NewApart(l.run)
	return l
}

// run goes through the targets.
func (l *Localization) run() error {
	var always, others []*engine.Target
	for _, t := range l.board.Targets {
		switch {
		case t.State != nil:
		case invariants(engine.Parts(t.Formula, l.board.System)) != nil:
			always = append(always, t)
		case !t.Safety && !l.board.Explored:
			others = append(others, t)
		}
	}
	if len(always)+len(others) == 0 {
		return nil
	}
	var e Encoding
	err := l.Whole(func(ctx context.Context) (err error) {
		e, err = l.encode(ctx, l.Poll)
		return err
	})
	if err != nil {
		return l.note(err, append(always, others...)...)
	}
	defer e.Close()
	e.Manager().SetPoll(func() error { return l.Poll(e.Manager()) })
	for _, t := range always {
		if err := l.note(l.Whole(func(ctx context.Context) error { return l.prove(ctx, e, t) }), t); err != nil {
			return err
		}
	}
	return l.note(l.Whole(func(ctx context.Context) error { return l.byCycles(ctx, e, others) }), others...)
}

// note is an error that is no limit. The targets keep a limit as a reason why nothing is known.
func (l *Localization) note(err error, targets ...*engine.Target) error {
	if err == nil || fault.IsLimit(err) {
		for _, t := range targets {
			if err != nil && !l.Over() {
				t.Why = append(t.Why, err.Error())
			}
		}
		return nil
	}
	return fault.Internal("localization: %w", err)
}

// invariants are formulas about states such that all parts hold on the runs of the system if each of
// them is true in all reachable states; nil if there are other parts.
func invariants(parts []*ltol.Formula) []*ltol.Formula {
	var out []*ltol.Formula
	for _, part := range parts {
		if part.Op() != ltol.OpGlobally || !part.Args()[0].Propositional() {
			return nil
		}
		for _, a := range part.Atoms() {
			if a.Kind != ltol.State {
				return nil
			}
		}
		out = append(out, part.Args()[0])
	}
	return out
}

// prove looks for abstractions that prove a target, one for each of its invariants.
func (l *Localization) prove(ctx context.Context, sp space.Symbolic, t *engine.Target) error {
	size := 0
	parts, err := l.divide(ctx, t.Formula)
	if err != nil {
		return err
	}
	for _, f := range invariants(parts) {
		if t.Decided || t.Trace != nil {
			return nil
		}
		nodes, err := l.infer(ctx, sp, f)
		if err != nil || nodes == 0 {
			return err
		}
		size = max(size, nodes)
	}
	l.board.Holds(t, 0, size)
	return nil
}

// infer looks for an abstraction that proves an invariant. It returns the number of nodes of its
// reachable states; 0 if there is none.
func (l *Localization) infer(ctx context.Context, sp space.Symbolic, f *ltol.Formula) (nodes int, err error) {
	c := sp.Manager().Calculator(ctx)
	defer c.Close()
	good := search.Sets(c).Value(f, func(f *ltol.Formula) bdd.Node {
		if id := f.Atom().ID; !sp.AsksForDeadlock(id) {
			return c.Take(sp.StateProposition(c.Scope(), id))
		}
		return c.Take(sp.Deadlock(ctx))
	})
	q := &question{sp, c.Diff(newAbstraction(c, sp, nothing(sp)).valid, good)}
	m := nothing(sp)
	for range l.rounds {
		reached, legs := q.search(c, m, l.passes)
		if c.Err() != nil {
			return 0, c.Err()
		}
		if legs == nil {
			c.Reset(q.bad, reached)
			return max(1, sp.Manager().NodeCount(reached)), q.confirm(c, reached)
		}
		finer, ok := q.refined(c, legs, m)
		if !ok {
			return 0, c.Err()
		}
		m = finer
		c.Reset(q.bad)
	}
	return 0, nil
}

// errNone is a fault: the states of an abstraction are no invariant of the system.
var errNone = errors.New("the states of an abstraction are no invariant of the system")

// confirm tests, with the relations of the system alone, that a set holds the initial states, that
// no step leaves it, and that it has no bad state.
func (q *question) confirm(c *bdd.Calculator, set bdd.Node) error {
	inside, _ := c.Leq(q.sp.Init(), set)
	for _, m := range q.sp.Moves() {
		closed, _ := c.Leq(m.Image(c, set), set)
		inside = inside && closed
	}
	apart, _ := c.Disjoint(set, q.bad)
	if c.Err() == nil && !(inside && apart) {
		return errNone
	}
	return c.Err()
}

// byCycles goes through targets that a finite run alone does not violate. It notes which of them
// hold because no cycle of local states, reachable or not, violates them. Once the reachable states
// are known, the search with diagrams looks at these cycles itself.
func (l *Localization) byCycles(ctx context.Context, e Encoding, targets []*engine.Target) error {
	c := e.Manager().Calculator(ctx)
	defer c.Close()
	all := newAbstraction(c, e, nothing(e)).valid
	s := search.NewSystem(e, search.NewFairness(l.board.Justice, l.board.Compassion), search.Options{})
	if err := s.AdoptReached(ctx, all); err != nil {
		return err
	}
	for _, t := range targets {
		if t.Decided || t.Trace != nil || l.board.Explored {
			continue
		}
		parts, err := l.divide(ctx, t.Formula)
		if err != nil {
			return err
		}
		holds, err := search.Acyclic(ctx, s, ltol.Not(ltol.And(parts...)))
		if err != nil {
			return err
		}
		if holds {
			l.board.Holds(t, 0, max(e.Manager().NodeCount(all), 1))
		}
	}
	return c.Err()
}
