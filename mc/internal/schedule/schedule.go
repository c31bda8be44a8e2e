// Package schedule decides which engine of a check works next, and for how long. It owns all
// budgets.
//
// Diagrams can decide every property of a finite system. While they work, they call
// [Scheduler.Poll] with the steps that they have taken. The other engines may cost a part of these
// steps:
//
//   - random walks (package falsifier) have a first budget of their own, one WalkShare-th of these
//     steps and of what orbits cost, and as much as diagrams spend on the run of a property that they
//     know to be violated, up to WalkSought;
//   - bounded model checking has what [Bounded] says;
//   - induction has what [Induction] says;
//   - localization has one LocalShare-th of the steps from LocalAfter on;
//   - views of a few agents have one ViewsShare-th of the steps from ViewsAfter on;
//   - orbits, where they are explored, have one OrbitsShare-th from OrbitsAfter steps on, and more
//     where little is left to do (see [Policy]). They have less where agents are absent at first.
//
// Each poll runs the engines in the order of their list, each until its budget is used up. Package
// subject makes the list: walks, bounded model checking, induction, localization, views. Orbits are
// not in the list and come after it. Then Poll says whether the diagrams are to go on. All of that
// is a function of the input: no decision reads a clock.
//
// The numbers of a [Policy] come from the thresholds of a check (package settings).
package schedule

import (
	"context"
	"errors"
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/orbits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// ErrAnswered ends work on diagrams because orbits have answered everything.
var ErrAnswered = errors.New("orbits have answered all properties")

// A Policy holds the numbers by which a scheduler gives budgets, in steps of diagrams. A number
// called share divides work; none is given if it is not positive.
type Policy struct {
	// OrbitsAfter is the work on diagrams after which orbits are explored where that is left to the
	// check, 50 000 steps, OrbitsFirst what that may cost at once, 100 000, and OrbitsShare which part of
	// the work it may cost beyond that, one OrbitsShare-th, 5; none if negative.
	OrbitsAfter, OrbitsFirst, OrbitsShare int
	// OrbitsNarrow is OrbitsShare, 1, as long as the orbits that were met and not explored, times
	// OrbitsFrontier, 2, are no more than those explored, so that all may soon be known.
	// Once other orders of variables are tried, orbits are near their end if that holds with twice
	// OrbitsFrontier. Then they may also cost OrbitsPromise times the work beyond OrbitsLong,
	// 1 000 000 steps.
	OrbitsNarrow, OrbitsFrontier, OrbitsLong int
	// OrbitsEven and OrbitsPromise say when orbits go on at once: where all that is left costs, by an
	// estimate, at most the work up to OrbitsEven, 300 000 steps, which may be most of what a small
	// system takes, and OrbitsPromise times the work beyond it, 4. From when other orders of variables are
	// tried, it is OrbitsPromise times all work, as the system is not small.
	OrbitsEven, OrbitsPromise int
	// WalkShare gives walks one WalkShare-th of the work of encoding and exploring as well, 40; no
	// share of it if negative. While diagrams look for a run of a property that they know to be
	// violated, walks look for one, too, with as much work, but at most WalkSought steps, 30 000; none
	// if negative.
	WalkShare, WalkSought int
	// ExtraLeast and ExtraMost say how long exploring and walks go on when every property is
	// violated: for as long as all took until then, unless there are no shorter traces, ExtraLeast,
	// 100 000 steps of diagrams, at least, and ExtraMost, 2 000 000, at most. Violations are
	// announced (see WithFound of package mc) from ExtraLeast steps on.
	ExtraLeast, ExtraMost int
	// BoundedAfter is the work after which bounded checking begins, 1 000 000 steps of diagrams.
	// BoundedShare gives it one BoundedShare-th of the work, 80. When every property is violated it
	// begins at once, and BoundedRest gives it one BoundedRest-th, 4, of what exploring and walks
	// have for shorter traces.
	BoundedAfter, BoundedShare, BoundedRest int
	// BoundedFair gives bounded checking one BoundedFair-th of the work, 10, from InductiveSoon steps on,
	// while only it and diagrams look at some property that no finite run violates. That part falls as
	// that of induction does; none if negative.
	BoundedFair int
	// InductiveAfter is the work after which inductive invariants are looked for, 2 000 000 steps of
	// diagrams, and InductiveShare gives that one InductiveShare-th of the work, 40; nothing if
	// negative.
	InductiveAfter, InductiveShare int
	// Where induction could end the check alone, that begins after InductiveSoon steps, 200 000, and
	// InductiveFair gives it one InductiveFair-th of the work, 1, or half of that beside orbits. That
	// number grows by as much with each InductiveStall steps, 150 000, in which induction closes no
	// frame.
	// InductiveFirst, 40 000, is what it has at once if only verdicts are wanted.
	InductiveFirst, InductiveSoon, InductiveFair, InductiveStall int
	// LocalAfter is the work after which localization begins, 20 000 000 steps of diagrams, and
	// LocalShare gives it one LocalShare-th of the work from then on, 1: as much. It is given nothing
	// if that is negative.
	LocalAfter, LocalShare int
	// ViewsAfter is the work after which views of a few agents are explored, 30 000 000 steps of
	// diagrams, and ViewsShare gives that one ViewsShare-th of the work from then on, 2; nothing if
	// negative.
	ViewsAfter, ViewsShare int
}

// An Entry is an engine with its name and what it may cost.
type Entry struct {
	Name string
	engine.Engine
	Grant Grant
}

// A Grant is what an engine may have cost by now in all, in steps of diagrams.
type Grant func(s *Scheduler) int

// A Scheduler lets engines work while diagrams do. It is not safe for concurrent use.
type Scheduler struct {
	Board *engine.Board
	// Orbits is the engine that explores orbits; nil if there is none, or it is done with.
	Orbits *orbits.Orbits
	// Figures tells that the system is to be explored although every property is settled, for as
	// long as ExtraMost says.
	Figures bool
	// Large tells that other orders of variables are tried, or were, as the system is not small.
	Large bool
	// Pools tells that agents are absent at first. Then orbits sum over all sizes of a pool, and diagrams
	// often know all states before orbits are counted. For example, ten participants of a commit have 251
	// orbits, and a pool of ten has 2 726.
	Pools bool
	// Announce is called for each violation, at most once, as soon as a message about it is useful;
	// may be nil.
	Announce func(target *engine.Target, violation *trace.Trace)

	policy  Policy
	engines []Entry
	broken  error // a fault of an engine; it ends all work

	ctx    context.Context // of the work on diagrams; nil while engines do not work
	only   *engine.Target  // what the work is about; nil for everything
	racing bool            // orbits work as well

	stopped bool // diagrams have met a limit

	explored int // the work on diagrams that pays for orbits
	sought   int // what walks were granted for runs of properties that diagrams know to be violated
	seeking  int // the part of it that the present one may still be granted
	vain     int // the work on diagrams that know the verdict and look for a run
	granted  int // what orbits were given because little was left to do

	wanting int // the place of the target for which work went on when Enough was asked last

	// rest is the most that may be done for shorter traces, computed when the board had so many changes;
	// 0 if it was not computed.
	rest, noted int

	due, seen int // until this effort, or another change of the board, there is nothing to announce

	reported []bool         // by target: its violation was announced, or its result was given
	final    []*trace.Trace // by target: the violation for which no shorter one is looked for
}

// New makes a scheduler for the targets of a board. The engines work in their order.
func New(board *engine.Board, policy Policy, engines []Entry) *Scheduler {
	return &Scheduler{
		Board: board, policy: policy, engines: engines,
		reported: make([]bool, len(board.Targets)), final: make([]*trace.Trace, len(board.Targets)),
	}
}

// Spent is what the engines have cost besides diagrams.
func (s *Scheduler) Spent() int {
	spent := 0
	for _, e := range s.all() {
		spent += e.Spent()
	}
	return spent
}

// Idle is a scheduler that knows what s knows and lets no engine work. Several of them may be used at
// the same time, each for other targets.
func (s *Scheduler) Idle() *Scheduler {
	return &Scheduler{Board: s.Board, policy: s.policy, reported: s.reported, final: s.final}
}

// During lets engines work from now on, until the returned function is called: at everything, or at
// one target, with orbits or without. Their work ends with ctx.
func (s *Scheduler) During(ctx context.Context, only *engine.Target, racing bool) (end func()) {
	if only != nil {
		only.Since = s.Board.Effort()
		if s.rest > 0 {
			s.rest = max(s.rest, s.extra(only))
		}
	}
	ctxBefore, onlyBefore, racingBefore := s.ctx, s.only, s.racing
	s.ctx, s.only, s.racing = ctx, only, racing
	return func() {
		s.ctx, s.only, s.racing = ctxBefore, onlyBefore, racingBefore
		if len(s.engines) > 0 {
			s.Board.Sought = nil
		}
	}
}

// Seek notes that the target at which diagrams work is violated, and that they look for a run now.
// Until they have it, walks look for one, too, and for nothing else.
func (s *Scheduler) Seek() {
	if s.policy.WalkShare > 0 && s.only != nil && len(s.engines) > 0 && !s.Board.Settled(s.only) {
		s.Board.Sought, s.seeking = s.only, s.policy.WalkSought
	}
}

// Poll counts steps that diagrams have taken since the last call and lets the engines work. The
// error ends the work on diagrams: [fault.ErrAllViolated] or [fault.ErrAllDecided] if more of it is
// of no use, [ErrAnswered], or a fault of an engine.
func (s *Scheduler) Poll(steps int) error {
	if s.ctx == nil {
		return nil
	}
	s.Board.Diagrams += steps
	if t := s.Board.Sought; t != nil && !s.Board.Settled(t) {
		more := max(0, min(steps, s.seeking))
		s.sought, s.seeking, s.vain = s.sought+more, s.seeking-more, s.vain+steps
	}
	if err := s.turn(); err != nil {
		return err
	}
	if s.racing && s.Orbits != nil && !s.Board.AllSettled() {
		s.explored += steps
		return s.workOnOrbits(s.ctx)
	}
	return nil
}

// turn gives each engine its budget.
func (s *Scheduler) turn() error {
	for _, e := range s.engines {
		s.run(e.Engine, e.Grant)
	}
	s.announce()
	switch {
	case s.broken != nil:
		return s.broken
	case s.Enough(s.only):
		return s.Over()
	}
	return nil
}

// run advances an engine until it has cost what is granted, and reports whether it worked. It
// allocates nothing: diagrams ask often.
func (s *Scheduler) run(e engine.Engine, granted func(*Scheduler) int) (worked bool) {
	for s.broken == nil {
		left := granted(s) - e.Spent()
		if left <= 0 || s.ctx.Err() != nil || s.Enough(nil) {
			return worked
		}
		more, err := e.Advance(s.ctx, left)
		if s.broken = err; !more {
			return worked
		}
		worked = true
	}
	return worked
}

// firstRound and mostRound are the budgets of each engine in the first and in late rounds of
// [Scheduler.Alone].
const firstRound, mostRound = 20_000, 4_000_000

// Alone lets the engines work without diagrams, in rounds whose budgets grow. It ends with
// [fault.ErrAllViolated] or [fault.ErrAllDecided] if every property is settled, or with
// [ErrAnswered]. It ends with [fault.ErrUndecided] if no engine has anything left to do, or none
// can begin within a late round. If most is not 0, it ends with [fault.ErrShare] after so many
// steps. It may also end with the error of ctx, or with a fault of an engine.
func (s *Scheduler) Alone(ctx context.Context, most int) error {
	defer s.During(ctx, nil, true)()
	for budget := firstRound; ; budget = min(2*budget, mostRound) {
		working := false
		for _, e := range s.all() {
			if !e.Over() {
				granted := e.Spent() + budget
				working = s.run(e, func(*Scheduler) int { return granted }) || working || budget < mostRound
			}
		}
		s.announce()
		switch {
		case s.broken != nil:
			return s.broken
		case s.Orbits != nil && s.Orbits.Won():
			return ErrAnswered
		case s.Enough(nil) || !working && s.Board.AllSettled():
			return s.Over()
		case ctx.Err() != nil:
			return ctx.Err()
		case !working:
			return fault.ErrUndecided
		case most > 0 && s.Spent() > most:
			return fault.ErrShare
		}
	}
}

// all are the engines, orbits among them.
func (s *Scheduler) all() (out []engine.Engine) {
	for _, e := range s.engines {
		out = append(out, e)
	}
	if s.Orbits != nil {
		out = append(out, s.Orbits)
	}
	return out
}

// Walks is the grant of walks. They have a quarter of a first budget before there is other work, and
// the rest while diagrams do a little: four times as much as these. Of 20 000 steps
// they have 5 000 at once, and all when diagrams have taken 3 750, or have met a limit. Most violations
// that walks find need no more, and induction decides many small questions before. From then on they
// have one WalkShare-th of the work on diagrams and orbits.
func Walks(first int) Grant {
	return func(s *Scheduler) int {
		work, begun := s.Board.Diagrams, first
		if !s.stopped {
			begun = min(first, first/4+4*work)
		}
		if s.Orbits != nil {
			work += s.Orbits.Spent()
		}
		return begun + part(work, s.policy.WalkShare) + s.sought
	}
}

// Stopped lets walks take the rest of their first budget, after diagrams have met a limit. The error
// is that of [Scheduler.Poll].
func (s *Scheduler) Stopped() error {
	s.stopped = true
	return s.turn()
}

// cyclesShare divides the grant of localization where no property that finite runs violate is open.
const cyclesShare = 16

// Localization is the grant of localization. It has less for cycles of local states than for merged
// values: they seldom decide, and take long in large systems. It has none of the work on the run of
// a property that diagrams know to be violated.
func Localization(s *Scheduler) int {
	work := max(s.Board.Diagrams-s.vain-s.policy.LocalAfter, 0)
	if work == 0 {
		return 0
	}
	for _, t := range s.Board.Targets {
		if t.Safety && !s.Board.Settled(t) {
			return part(work, s.policy.LocalShare)
		}
	}
	return part(work/cyclesShare, s.policy.LocalShare)
}

// Views is the grant of views of a few agents.
func Views(s *Scheduler) int {
	return part(max(s.Board.Diagrams-s.policy.ViewsAfter, 0), s.policy.ViewsShare)
}

// mostExtra is the most extra work of all targets, or more once some trace is known to be the
// shortest. It goes through the targets only when something was noted about violations.
func (s *Scheduler) mostExtra() int {
	if s.rest == 0 || s.noted != s.Board.Changes {
		s.rest, s.noted = 0, s.Board.Changes
		for _, t := range s.Board.Targets {
			s.rest = max(s.rest, s.extra(t))
		}
	}
	return s.rest
}

// part is one share-th of some work; nothing if the share is not positive.
func part(work, share int) int {
	if share <= 0 {
		return 0
	}
	return work / share
}

// Enough reports whether the work on diagrams is to be given up, because it has gone on for long
// since answers were found: of one target, or of all if it is nil.
func (s *Scheduler) Enough(only *engine.Target) bool {
	b := s.Board
	if len(b.Targets) == 0 || s.Figures && only == nil && b.Effort() <= s.policy.ExtraMost {
		return false
	}
	if only != nil {
		return s.enoughOf(only)
	}
	for i := range b.Targets {
		// The one that wanted work before is asked first: with many targets, that is often all.
		if k := (s.wanting + i) % len(b.Targets); !s.enoughOf(b.Targets[k]) {
			s.wanting = k
			return false
		}
	}
	return true
}

func (s *Scheduler) enoughOf(t *engine.Target) bool {
	return s.Board.Settled(t) && s.Board.Effort()-t.Since > s.extra(t)
}

// extra is how much may be done to find a shorter trace of a violated target, or to see all of a
// small system.
func (s *Scheduler) extra(t *engine.Target) int {
	most := s.policy.ExtraLeast
	if !t.Shortest {
		most = max(most, t.Since)
	}
	return min(s.policy.ExtraMost, most)
}

// Over is why work is given up when there is enough.
func (s *Scheduler) Over() error {
	for _, t := range s.Board.Targets {
		if t.Proved {
			return fault.ErrAllDecided
		}
	}
	return fault.ErrAllViolated
}

// announce tells of violations, once the work has gone on for longer than that of small systems
// does. It gives up looking for shorter traces of those for which enough was done, once the work
// has gone on for ExtraMost steps.
func (s *Scheduler) announce() {
	effort := s.Board.Effort()
	if s.Announce == nil || effort < s.policy.ExtraLeast || effort < s.due && s.seen == s.Board.Changes {
		return
	}
	s.due, s.seen = math.MaxInt, s.Board.Changes
	for i, t := range s.Board.Targets {
		if t.Trace == nil || s.final[i] != nil {
			continue
		}
		if !s.reported[i] {
			s.reported[i] = true
			s.Announce(t, t.Trace)
		}
		if last := max(s.policy.ExtraMost, t.Since+s.extra(t)+1); effort < last {
			s.due = min(s.due, last)
		} else {
			s.final[i], t.Decided = t.Trace, true
		}
	}
}

// Reported notes that the result of a target is given, so that its violation is not announced.
func (s *Scheduler) Reported(t *engine.Target) { s.reported[t.Index] = true }

// Final is the violation of a target for which no shorter one is looked for any more; nil if there
// is none.
func (s *Scheduler) Final(t *engine.Target) *trace.Trace { return s.final[t.Index] }

// workOnOrbits explores orbits for the budget that the work on diagrams gives. The error is
// [ErrAnswered], or a fault.
func (s *Scheduler) workOnOrbits(ctx context.Context) error {
	if s.explored < s.policy.OrbitsAfter {
		return nil
	}
	return s.exploreOrbits(ctx, s.forOrbits())
}

// exploreOrbits explores orbits for some budget. The error is that of [Scheduler.workOnOrbits].
func (s *Scheduler) exploreOrbits(ctx context.Context, budget int) error {
	_, err := s.Orbits.Advance(ctx, budget)
	if err == nil && s.Orbits.Won() {
		err = ErrAnswered
	}
	return err
}

// forOrbits is what orbits may cost for now: their part of the work, or what the properties that
// come next are foreseen to cost, if that is more and still little. While agents are absent at first
// and no other orders are tried, OrbitsShare and OrbitsFrontier are doubled, and OrbitsShare divides
// OrbitsFirst as well. In a large system, few orbits to explore let all others be explored soon. For
// example, a pool of ten mobiles has 15 261 orbits. When 5 500 are explored and 1 370 are met, the
// rest costs less than what diagrams and orbits have cost so far. Orbits that have cost more than
// their part, as it is smaller once they are counted, owe nothing.
func (s *Scheduler) forOrbits() int {
	share, first := s.policy.OrbitsShare, s.policy.OrbitsFirst
	frontier, work := s.policy.OrbitsFrontier, s.explored
	early := s.Pools && !s.Large
	if early {
		share, frontier = 2*share, 2*frontier
		first = part(first, share)
	}
	if s.Orbits.Narrow(frontier) && !(early && s.Orbits.Spent() == 0) {
		share = s.policy.OrbitsNarrow
		if s.Large && s.Orbits.Narrow(2*frontier) {
			work += max(work-s.policy.OrbitsLong, 0) * s.policy.OrbitsPromise
		}
	}
	left := max(first+s.granted+part(work, share)-s.Orbits.Spent(), 0)
	more := max(s.affordable()-left, 0)
	s.granted += more
	return left + more
}

// affordable is what the properties that orbits come to next are foreseen to cost, as many of them
// as together cost little, compared with the work on diagrams.
func (s *Scheduler) affordable() int {
	even := min(s.explored, s.policy.OrbitsEven)
	if s.Large {
		even = 0
	}
	return s.Orbits.Foreseen(even + (s.explored-even)*s.policy.OrbitsPromise - s.granted)
}

// LastOrbits lets orbits work before diagrams, which have the reachable states, go on to the
// properties, while these are foreseen to cost orbits little.
func (s *Scheduler) LastOrbits(ctx context.Context) error {
	for {
		if err := s.workOnOrbits(ctx); err != nil || s.Orbits.Over() || s.affordable() <= 0 || ctx.Err() != nil {
			return err
		}
	}
}

// FinishOrbits explores orbits to the end, after diagrams have met a limit. The error is
// [ErrAnswered] if they answer everything, nil if they do not, that of ctx, or a fault.
func (s *Scheduler) FinishOrbits(ctx context.Context) error {
	err := s.exploreOrbits(ctx, math.MaxInt/2)
	if err != nil || s.Orbits.Over() {
		return err
	}
	return ctx.Err()
}
