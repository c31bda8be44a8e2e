package schedule_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/orbits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A worker spends its budget in pieces.
type worker struct {
	piece, spent int
	needs        int // less is not enough for anything
	idle         bool
	fault        error
	sole, alone  bool
	finds        bool // something with each piece
	closed       int  // what had been spent at the last finding
}

func (w *worker) Advance(_ context.Context, budget int) (bool, error) {
	if w.idle || w.fault != nil || budget < w.needs {
		return false, w.fault
	}
	w.spent += min(w.piece, budget)
	if w.finds {
		w.closed = w.spent
	}
	return true, nil
}

func (w *worker) Spent() int { return w.spent }

func (w *worker) Over() bool { return w.idle }

func (w *worker) Sole() bool { return w.sole }

func (w *worker) Alone() bool { return w.alone }

func (w *worker) Closed() int { return w.closed }

// pieces is what induction is granted of some work, one n-th in pieces of an eighth.
func pieces(work, n int) (granted int) {
	for piece := 1; work >= n*piece; piece = 1 + granted/8 {
		granted, work = granted+piece, work-n*piece
	}
	return granted
}

// staff is a scheduler of three workers for one property.
func staff(policy schedule.Policy) (s *schedule.Scheduler, walks, bounded, induction *worker) {
	walks, bounded, induction = &worker{piece: 7}, &worker{piece: 1 << 40}, &worker{piece: 1 << 40}
	board := &engine.Board{}
	board.Add(&engine.Target{Formula: ltol.True()})
	return schedule.New(board, policy, []schedule.Entry{
		{Engine: walks, Grant: schedule.Walks(50)}, {Engine: bounded, Grant: schedule.Bounded(bounded)},
		{Engine: induction, Grant: schedule.Induction(induction)},
	}), walks, bounded, induction
}

var policy = schedule.Policy{
	WalkShare: 10, ExtraLeast: 100, ExtraMost: 1000, BoundedAfter: 500, BoundedShare: 5, BoundedRest: 2,
	InductiveAfter: 800, InductiveShare: 4, InductiveSoon: 100, InductiveFair: 1, InductiveStall: 10,
}

// Each engine spends its part of the work on diagrams, from the step on that the policy names.
func TestEveryEngineHasItsPart(t *testing.T) {
	s, walks, bounded, induction := staff(policy)
	require.NoError(t, s.Poll(1000))
	require.Zero(t, walks.spent+bounded.spent+induction.spent, "engines work during work on diagrams only")
	end := s.During(context.Background(), nil, false)
	for done := 100; done <= 2000; done += 100 {
		require.NoError(t, s.Poll(100))
		require.Equal(t, 50+done/10, walks.spent)
		wantBounded, wantInduction := 0, 0
		if done >= 500 {
			wantBounded = done / 5
		}
		if done >= 800 {
			wantInduction = pieces(done, 4)
		}
		require.Equal(t, wantBounded, bounded.spent, done)
		require.Equal(t, wantInduction, induction.spent, done)
	}
	end()
	require.NoError(t, s.Poll(100_000))
	require.Equal(t, 250, walks.spent)
}

// Walks have a quarter of their first budget at once, and the rest as diagrams begin.
func TestWalksBegin(t *testing.T) {
	for _, c := range []struct{ done, walks int }{{0, 12}, {1, 16}, {9, 48}, {10, 51}, {1000, 150}} {
		s, walks, _, _ := staff(policy)
		end := s.During(context.Background(), nil, false)
		walks.piece = 1
		require.NoError(t, s.Poll(c.done))
		require.Equal(t, c.walks, walks.spent, c.done)
		end()
	}
}

// Without diagrams, engines work in rounds until a property is settled, none has anything to do, the
// budget is used up, an engine is at fault, or the context has ended.
func TestEnginesWorkAlone(t *testing.T) {
	s, walks, bounded, induction := staff(policy)
	walks.piece, induction.piece = 1000, 1000
	require.ErrorIs(t, s.Alone(context.Background(), 100_000), fault.ErrShare)
	require.Equal(t, []int{60_000, 60_000, 60_000}, []int{walks.spent, bounded.spent, induction.spent}, "two rounds")

	ended, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, s.Alone(ended, 0), context.Canceled)
	require.Equal(t, 60_000, walks.spent, "nothing is done any more")

	target := s.Board.Targets[0]
	bounded.idle, walks.idle, induction.idle = true, true, true
	require.ErrorIs(t, s.Alone(context.Background(), 0), fault.ErrUndecided)
	s.Board.Holds(target, 1, 0)
	require.ErrorIs(t, s.Alone(context.Background(), 0), fault.ErrAllDecided)

	s, walks, _, _ = staff(policy)
	require.NoError(t, s.Board.Violated(s.Board.Targets[0], &trace.Trace{Steps: make([]trace.Step, 3)}))
	s.Board.Diagrams = 10 * policy.ExtraMost // so that no shorter one is looked for
	require.ErrorIs(t, s.Alone(context.Background(), 0), fault.ErrAllViolated)
	require.Zero(t, walks.spent)

	s, walks, _, _ = staff(policy)
	walks.fault = errors.New("a fault")
	require.Equal(t, walks.fault, s.Alone(context.Background(), 0))

	s, walks, bounded, induction = staff(policy)
	walks.idle, bounded.idle, induction.needs = true, true, 100_000
	require.ErrorIs(t, s.Alone(context.Background(), 200_000), fault.ErrShare)
	require.Positive(t, induction.spent, "budgets grow until an engine can begin")
	induction.needs, induction.spent = 1<<40, 0
	require.ErrorIs(t, s.Alone(context.Background(), 0), fault.ErrUndecided, "no round is large enough")
	require.Zero(t, induction.spent)
}

// Induction has as much work as diagrams while it could end the check and finds something.
func TestInductionKeepsUpWithExploring(t *testing.T) {
	small := policy
	small.InductiveShare = 40
	s, _, _, induction := staff(small)
	induction.sole, induction.finds = true, true
	explore := s.During(context.Background(), nil, false)
	poll := func(steps, least, most int) {
		t.Helper()
		require.NoError(t, s.Poll(steps))
		require.LessOrEqual(t, least, induction.spent)
		require.GreaterOrEqual(t, most, induction.spent)
	}
	poll(99, 0, 0)
	for i := 100; i < 300; i++ {
		poll(1, i*8/10, i) // all work counts
	}
	before := induction.spent
	induction.finds = false
	poll(400, before+70, before+100) // without findings, about the root of twice 10 times the work
	before = induction.spent
	induction.sole = false
	poll(5, before, before) // other properties need the reachable states, and it is not late enough
	induction.sole, induction.finds = true, true
	poll(400, before+100, before+400) // a finding brings its first part back
	explore()
	before = induction.spent
	defer s.During(context.Background(), s.Board.Targets[0], false)()
	poll(4000, before+30, before+120) // of the work on a property it has its share
}

// While bounded checking is alone with a property, it has the part that counting in hundredths of a
// step gives, whatever the pieces of work. Else, and if that part is not positive, it has its share.
func TestBoundedCheckingAlone(t *testing.T) {
	const fair, stall, work = 3, 10, 2800
	want := 0.0
	for range 100 * (work - policy.InductiveSoon) {
		want += 0.01 / (fair * (1 + want/stall))
	}
	for _, piece := range []int{1, 7, 1400} {
		for _, c := range []struct {
			alone       bool
			share, fair int
			spent       float64
		}{{true, 1 << 20, fair, want}, {true, 4, fair, work / 4}, {false, 1 << 20, fair, 0}, {true, 1 << 20, -1, 0}, {true, -1, fair, 0}} {
			p := policy
			p.BoundedShare, p.BoundedFair, p.InductiveStall = c.share, c.fair, stall
			s, _, bounded, _ := staff(p)
			bounded.alone = c.alone
			end := s.During(context.Background(), nil, false)
			for range work / piece {
				require.NoError(t, s.Poll(piece))
			}
			require.InDelta(t, c.spent, bounded.spent, 1)
			if s.Board.Explored = c.share == 1<<20; s.Board.Explored {
				require.NoError(t, s.Poll(work))
				require.InDelta(t, c.spent, bounded.spent, 1, "no more when the states are known")
			}
			end()
		}
	}
}

// Induction has its first steps as soon as it could end the check, once.
func TestInductionHasItsFirstStepsAtOnce(t *testing.T) {
	p := policy
	p.InductiveFirst = 70
	s, _, _, induction := staff(p)
	defer s.During(context.Background(), nil, false)()
	require.NoError(t, s.Poll(1))
	require.Zero(t, induction.spent)
	induction.sole = true
	for range 50 {
		require.NoError(t, s.Poll(1))
		require.Equal(t, 70, induction.spent)
	}
	require.NoError(t, s.Poll(100))
	require.Less(t, 70, induction.spent)
}

// While orbits may soon have answered everything, induction has its small share.
func TestInductionWaitsForOrbits(t *testing.T) {
	sys := recipetest.Blinking()
	renaming, err := quotient.NewRenaming(context.Background(), sys, nil)
	require.NoError(t, err)
	finder := quotient.NewFinder(recipe.NewInterpreter(sys), quotient.Options{})
	s, _, _, induction := staff(policy)
	s.Orbits = orbits.New(finder, renaming, nil, nil, runs.NewPrices(sys), nil)
	defer s.Orbits.Close()
	induction.sole, induction.finds = true, true
	end := s.During(context.Background(), nil, false)
	require.True(t, s.Orbits.Near(1))
	require.NoError(t, s.Poll(2000))
	require.Equal(t, pieces(2000, 4), induction.spent)
	end()

	first := policy
	first.InductiveFirst = 70
	eager, _, _, prover := staff(first)
	eager.Orbits, prover.sole = s.Orbits, true
	defer eager.During(context.Background(), nil, false)()
	require.NoError(t, eager.Poll(99))
	require.Zero(t, prover.spent)
	require.NoError(t, eager.Poll(1))
	require.Equal(t, 70, prover.spent, "its first steps from InductiveSoon steps on")
	require.NoError(t, eager.Poll(100))
	require.Equal(t, 70, prover.spent)

	defer s.During(context.Background(), nil, false)()
	s.Orbits = nil
	before := induction.spent
	require.NoError(t, s.Poll(1000))
	require.Less(t, before+800, induction.spent)
}

// counters are agents that count from 0 to 3 again and again, composed as a text says.
func counters(t *testing.T, system string) (*rcheck.Program, *quotient.Renaming) {
	p, list := rcheck.Parse("counters.rcp", []byte(`channels: c
message-structure: V : 0..3
agent Counter
  local: n : 0..3
  init: n = 0
  receive-guard: false
  repeat: ( up: {n < 3} *! (false)()[n := n + 1] + reset: {n = 3} *! (false)()[n := 0] )
`+system), rcheck.Options{})
	require.NoError(t, list.Err())
	renaming, err := quotient.NewRenaming(t.Context(), p.System, nil)
	require.NoError(t, err)
	return p, renaming
}

// exploring lets a scheduler work, until the returned function is called, with orbits that answer
// formulas.
func exploring(t *testing.T, s *schedule.Scheduler, p *rcheck.Program, renaming *quotient.Renaming,
	formulas ...*ltol.Formula) (finder *quotient.Finder, end func()) {
	t.Helper()
	finder = quotient.NewFinder(recipe.NewInterpreter(p.System),
		quotient.Options{Poll: func() error { return s.Orbits.Poll() }})
	s.Orbits = orbits.New(finder, renaming, formulas, nil, runs.NewPrices(p.System),
		func(int) bool { return false })
	stop := s.During(t.Context(), nil, true)
	return finder, func() {
		stop()
		s.Orbits.Close()
	}
}

// When orbits are counted, they have at once what the properties are foreseen to cost if that is
// little, and not only their part of each piece of work. In a system that is not small, what is little
// is up to OrbitsPromise alone.
func TestOrbitsHaveWhatIsForeseenAtOnce(t *testing.T) {
	p, renaming := counters(t, "system = Counter(k[1..6], true)\nSPEC G (k1-n = 3 -> X (k1-n = 3 | k1-n = 0))\n")
	for _, c := range []struct {
		even, promise   int
		large, foreseen bool
	}{{1 << 40, 0, false, true}, {1 << 40, 0, true, false}, {1 << 40, 4, true, true}, {-1, 0, false, false}} {
		o := policy
		o.OrbitsShare, o.OrbitsNarrow, o.OrbitsEven, o.OrbitsPromise = 1000, 1000, c.even, c.promise
		s, _, _, _ := staff(o)
		s.Large = c.large
		_, end := exploring(t, s, p, renaming, p.Specs[0].Formula)
		defer end()
		after := 0 // polls after orbits are counted
		var err error
		for err = s.Poll(15_000_000); err == nil; err = s.Poll(40_000) {
			if s.Orbits.Foreseen(1<<40) > 0 {
				after++
			}
		}
		require.ErrorIs(t, err, schedule.ErrAnswered)
		if c.foreseen {
			require.LessOrEqual(t, after, 3)
		} else {
			require.Greater(t, after, 20)
		}
	}
}

// Where agents are absent at first, orbits have half of their part until other orders are tried, also
// of their first budget. Until then, half as many orbits to explore keep them from being narrow. They
// are never narrow before they begin.
func TestOrbitsHaveLittleInPools(t *testing.T) {
	p, renaming := counters(t, "system = Counter(k[1..12], true)\n")
	// spent is what orbits cost after 10 000 steps, and after 10 000 more.
	spent := func(pools, large bool, frontier int) (first, second int, e quotient.Effort) {
		o := policy
		o.OrbitsFirst, o.OrbitsShare, o.OrbitsNarrow, o.OrbitsFrontier = 40_000, 10, 1, frontier
		s, _, _, _ := staff(o)
		s.Pools, s.Large = pools, large
		finder, end := exploring(t, s, p, renaming)
		defer end()
		require.NoError(t, s.Poll(10_000))
		first, e = s.Orbits.Spent(), finder.Effort()
		require.NoError(t, s.Poll(10_000))
		return first, s.Orbits.Spent(), e
	}
	whole, _, _ := spent(false, false, 1<<20)
	little, _, e := spent(true, false, 1<<20)
	large, _, _ := spent(true, true, 1<<20)
	require.Equal(t, whole, large)
	require.GreaterOrEqual(t, whole, 40_000)
	require.GreaterOrEqual(t, little, 2500)
	require.Less(t, little, 4500)

	frontier := e.States / (e.Met - e.States) // the most with which they are narrow
	require.Positive(t, frontier)
	_, wide, _ := spent(true, false, frontier)
	require.Less(t, wide, little+2000)
	_, narrow, _ := spent(true, false, frontier/2)
	require.Greater(t, narrow, little+9000)
}

// What counting orbits has cost beyond their later part is no debt: orbits have what is foreseen at
// once.
func TestOrbitsOweNothingWhenTheyAreCounted(t *testing.T) {
	p, renaming := counters(t, "system = Counter(k[1..12], true)\nSPEC G k1-n < 4\n")
	o := policy
	o.OrbitsFirst, o.OrbitsShare, o.OrbitsNarrow, o.OrbitsFrontier, o.OrbitsEven = 0, 1000, 1, 0, 1<<40
	s, _, _, _ := staff(o)
	_, end := exploring(t, s, p, renaming, p.Specs[0].Formula)
	defer end()
	for s.Orbits.Foreseen(1<<40) == 0 {
		require.NoError(t, s.Poll(1000))
	}
	require.Greater(t, s.Orbits.Spent(), 4*s.Orbits.Foreseen(1<<40))
	require.ErrorIs(t, s.Poll(1), schedule.ErrAnswered)
}

// In a large system, orbits near their end have more than their part: OrbitsPromise times the work
// beyond OrbitsLong. There, half as many orbits to explore keep them from that as from being narrow.
func TestOrbitsGoOnInLargeSystems(t *testing.T) {
	p, renaming := counters(t, "system = Counter(k[1..12], true)\n")
	// spent is what orbits cost after 10 000 steps, and after 5 000 more.
	spent := func(large bool, frontier, long int) (first, second int, e quotient.Effort) {
		o := policy
		o.OrbitsFirst, o.OrbitsShare, o.OrbitsNarrow, o.OrbitsFrontier = 10_000, 10, 1, frontier
		o.OrbitsLong, o.OrbitsPromise = long, 4
		s, _, _, _ := staff(o)
		finder, end := exploring(t, s, p, renaming)
		defer end()
		require.NoError(t, s.Poll(10_000))
		first, e = s.Orbits.Spent(), finder.Effort()
		s.Large = large
		require.NoError(t, s.Poll(5000))
		return first, s.Orbits.Spent(), e
	}
	first, _, e := spent(false, 0, 0)
	require.Greater(t, first, 20_000)
	require.Less(t, first, 24_000)
	most := e.States / (e.Met - e.States) // the most frontier with which they are narrow
	require.Positive(t, most)
	for _, c := range []struct {
		large          bool
		frontier, long int
		least          int // what orbits cost at the second poll
	}{
		{true, 0, 10_000, 45_000}, {true, 0, 15_000, 25_000}, {true, 0, 1 << 40, 25_000}, {true, 0, 14_000, 29_000},
		{true, most / 2, 10_000, 45_000}, {true, most, 10_000, 25_000},
		{false, 0, 10_000, 25_000},
	} {
		_, second, _ := spent(c.large, c.frontier, c.long)
		require.GreaterOrEqual(t, second, c.least, c)
		require.Less(t, second, c.least+4000, c)
	}
}

// Walks have the same part of what orbits cost as of the work on diagrams.
func TestWalksBesideOrbits(t *testing.T) {
	sys := recipetest.Blinking()
	renaming, err := quotient.NewRenaming(t.Context(), sys, nil)
	require.NoError(t, err)
	finder := quotient.NewFinder(recipe.NewInterpreter(sys), quotient.Options{})
	s, _, _, _ := staff(policy)
	s.Board.Diagrams = 1000
	s.Orbits = orbits.New(finder, renaming, nil, nil, runs.NewPrices(sys), nil)
	defer s.Orbits.Close()
	walks := schedule.Walks(50)
	require.Equal(t, 50+1000/10, walks(s))
	_, err = s.Orbits.Advance(t.Context(), 1<<20)
	require.NoError(t, err)
	require.Positive(t, s.Orbits.Spent()/10)
	require.Equal(t, 50+(1000+s.Orbits.Spent())/10, walks(s))
}

// Whatever the pieces of work, induction has the same. Without findings that is about the root of
// twice InductiveStall times the work, and never less than its share.
func TestInductionHasTheSameInAllPieces(t *testing.T) {
	for _, c := range []struct{ share, least, most int }{{1 << 20, 420, 490}, {40, 420, 490}, {4, 2600, 3001}} {
		var spent []int
		for _, piece := range []int{1, 3, 16, 1000} {
			p := policy
			p.InductiveShare = c.share
			s, _, _, induction := staff(p)
			induction.sole = true
			end := s.During(context.Background(), nil, false)
			for range 12_000 / piece {
				require.NoError(t, s.Poll(piece))
			}
			end()
			spent = append(spent, induction.spent)
		}
		require.Equal(t, slices.Repeat(spent[:1], 4), spent)
		require.Less(t, c.least, spent[0])
		require.Greater(t, c.most, spent[0])
	}
}

// While diagrams look for a run of a property that they know to be violated, walks have as much work,
// up to a bound, and look for nothing else. They have none from the end of the search on, or once there
// is a run.
func TestWalksSeekWhatIsKnownToExist(t *testing.T) {
	seeking := policy
	seeking.WalkSought, seeking.LocalShare = 120, 1
	s, walks, _, _ := staff(seeking)
	first, other := s.Board.Targets[0], &engine.Target{Formula: ltol.False()}
	s.Board.Add(other)
	s.Board.MaxLength = 9
	s.Seek()
	require.Nil(t, s.Board.Sought, "diagrams work at no target")
	end := s.During(context.Background(), other, false)
	require.NoError(t, s.Poll(100))
	require.Equal(t, 60, walks.spent)
	require.Equal(t, 100, schedule.Localization(s))
	require.Equal(t, []int{9, 9}, []int{s.Board.Wants(first), s.Board.Wants(other)})
	s.Seek()
	require.NoError(t, s.Poll(100))
	require.Equal(t, 170, walks.spent)
	require.Equal(t, []int{0, 9}, []int{s.Board.Wants(first), s.Board.Wants(other)})
	require.NoError(t, s.Poll(100))
	require.Equal(t, 200, walks.spent, "20 were left")
	require.Equal(t, 100, schedule.Localization(s), "nothing is to be proved")
	s.Seek() // a run that violates another conjunct
	require.NoError(t, s.Board.Violated(other, &trace.Trace{Steps: make([]trace.Step, 8)}))
	require.NoError(t, s.Poll(100))
	require.Equal(t, 210, walks.spent)
	require.Equal(t, []int{0, 4}, []int{s.Board.Wants(first), s.Board.Wants(other)})
	end()
	require.Equal(t, 9, s.Board.Wants(first))

	for _, none := range []schedule.Policy{{WalkShare: -1, WalkSought: 1}, {WalkShare: 10, WalkSought: -1}} {
		s, walks, _, _ = staff(none)
		end = s.During(context.Background(), s.Board.Targets[0], false)
		s.Seek()
		require.NoError(t, s.Poll(1))
		require.Equal(t, 50/4+4, walks.spent)
		end()
	}
	idle := s.Idle()
	defer idle.During(context.Background(), s.Board.Targets[0], false)()
	idle.Seek()
	require.Nil(t, s.Board.Sought, "no engine works")
}

// A share that is not positive gives nothing, and an engine with nothing to do costs nothing.
func TestNoShareNoWork(t *testing.T) {
	none := policy
	none.WalkShare, none.BoundedShare, none.InductiveShare = -1, 0, -1
	s, walks, bounded, induction := staff(none)
	defer s.During(context.Background(), nil, false)()
	require.NoError(t, s.Poll(1<<20))
	require.Equal(t, []int{50, 0, 0}, []int{walks.spent, bounded.spent, induction.spent})
	s, walks, _, _ = staff(policy)
	walks.idle = true
	defer s.During(context.Background(), nil, false)()
	require.NoError(t, s.Poll(1<<20))
	require.Zero(t, walks.spent)
}

// An ended context keeps engines from working. A fault ends all work, now and later.
func TestEndsOfWork(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, walks, bounded, induction := staff(policy)
	defer s.During(ctx, nil, false)()
	require.NoError(t, s.Poll(1<<20))
	require.Zero(t, walks.spent+bounded.spent+induction.spent)

	s, _, bounded, induction = staff(policy)
	defer s.During(context.Background(), nil, false)()
	bounded.fault = errors.New("a fault")
	require.ErrorIs(t, s.Poll(1<<20), bounded.fault)
	require.Zero(t, induction.spent)
	require.ErrorIs(t, s.Poll(1), bounded.fault)
}

// Once a violation is known the work goes on for a shorter one: for as long as it took, within
// bounds. Then Poll ends it, and the violation is announced once.
func TestWorkAfterAViolation(t *testing.T) {
	s, _, bounded, _ := staff(policy)
	target := s.Board.Targets[0]
	announced := 0
	s.Announce = func(*engine.Target, *trace.Trace) { announced++ }
	defer s.During(context.Background(), nil, false)()
	require.NoError(t, s.Poll(300))
	require.NoError(t, s.Board.Violated(target, &trace.Trace{Steps: make([]trace.Step, 9)}))
	require.Equal(t, 300, target.Since)
	polls := 0
	for ; s.Poll(10) == nil; polls++ {
		require.Less(t, polls, 100)
	}
	require.Equal(t, 30, polls, "as long as it took")
	require.Equal(t, 300/2, bounded.spent, "what is left for shorter traces is shared with bounded checking")
	require.Equal(t, 1, announced)
	require.ErrorIs(t, s.Poll(10), fault.ErrAllViolated)
	require.True(t, s.Enough(nil))
	require.True(t, s.Enough(target))

	// The announced violation is final after ExtraMost steps, for idle schedulers as well.
	require.Nil(t, s.Idle().Final(target))
	for s.Final(target) == nil {
		require.ErrorIs(t, s.Poll(100), fault.ErrAllViolated)
	}
	require.Same(t, target.Trace, s.Idle().Final(target))
	require.Equal(t, 1, announced)
	before := bounded.spent
	require.NoError(t, s.Idle().Poll(1<<20))
	require.Equal(t, before, bounded.spent)

	// A property that holds by an invariant ends the work as well.
	s, _, _, _ = staff(policy)
	defer s.During(context.Background(), nil, false)()
	s.Board.Diagrams = 700
	s.Board.Holds(s.Board.Targets[0], 3, 0)
	require.NoError(t, s.Poll(600))
	require.NoError(t, s.Poll(100))
	require.ErrorIs(t, s.Poll(1), fault.ErrAllDecided)
	require.ErrorIs(t, s.Board.Violated(s.Board.Targets[0], &trace.Trace{}), fault.ErrInternal)
}

// Where one violation of a property is enough, engines leave the property, and it is announced.
func TestOneViolationIsEnough(t *testing.T) {
	for _, brief := range []bool{false, true} {
		s, _, _, _ := staff(policy)
		s.Board.MaxLength, s.Board.Brief = 100, brief
		target := s.Board.Targets[0]
		announced := 0
		s.Announce = func(*engine.Target, *trace.Trace) { announced++ }
		defer s.During(t.Context(), nil, false)()
		require.NoError(t, s.Poll(50))
		require.Equal(t, 100, s.Board.Wants(target))
		require.NoError(t, s.Board.Violated(target, &trace.Trace{Steps: make([]trace.Step, 9)}))
		require.Equal(t, brief, target.Decided)
		require.Equal(t, brief, s.Board.Wants(target) == 0)
		for range 10_000 {
			if s.Final(target) == nil {
				_ = s.Poll(50)
			}
		}
		require.NotNil(t, s.Final(target))
		require.Equal(t, 1, announced)
	}
}

// Where all properties are settled, a poll does not go through all of them: with many properties that
// would take longer than the work on diagrams.
func TestPollsOfManyProperties(t *testing.T) {
	s, _, bounded, _ := staff(policy)
	for range 1000 {
		s.Board.Add(&engine.Target{Formula: ltol.Not(ltol.True())})
	}
	for _, x := range s.Board.Targets {
		x.Trace = &trace.Trace{}
	}
	defer s.During(t.Context(), s.Board.Targets[0], false)()
	require.NoError(t, s.Poll(10))
	require.Positive(t, bounded.Spent())
	for i := range s.Board.Targets[1:] {
		s.Board.Targets[1+i] = nil // to look at one fails
	}
	for range 9 {
		require.NoError(t, s.Poll(10))
	}
}
