package workbench

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

const standingText = `agent C
    local: at : 0..4, up : bool
    init: at = 0 & up
    repeat: (
        more: {at < 3} *! (true)()[at := at + 1]
        + less: {at > 0} *! (true)()[at := at - 1, up := false]
    )
system = C(a, true) || C(b, true)
SPEC NAME p := G a-at < 3;
SPEC G a-at < 4;
`

// edited checks a text with replacements, and returns its verdicts.
func (l *Live) edited(t *testing.T, replaced ...string) (out []string) {
	d := NewDocument("file:///c.rcp", "", 1, strings.NewReplacer(replaced...).Replace(standingText))
	require.NoError(t, l.Check(t.Context(), d, Question{}))
	for _, v := range l.Verdicts(d) {
		require.False(t, v.Stale)
		out = append(out, v.Verdict)
	}
	return out
}

// The model, with its reachable states, stays while properties are edited, and is encoded anew when
// anything else changes, when it has been asked often, and when it has grown.
func TestModelsStand(t *testing.T) {
	l := NewLive(DefaultThresholds())
	defer l.Rest()
	require.Equal(t, []string{"violated", "holds"}, l.edited(t))
	first := l.model.(*standingSystem)
	stats, err := first.Checker.Reach(t.Context())
	require.NoError(t, err)
	require.True(t, stats.Reached)
	work := first.Checker.Work()
	require.Equal(t, []string{"holds", "holds"}, l.edited(t, "a-at < 3", "a-at <= 3 & b-at <= 3"))
	require.Same(t, first, l.model)
	require.Positive(t, first.Checker.Work()-work, "the property was decided here")
	verdicts := l.edited(t, "{at < 3}", "{at < 2}", "SPEC G a-at < 4", "SPEC F a-at = 2")
	require.Equal(t, []string{"holds", "violated"}, verdicts)
	require.NotSame(t, first, l.model)

	for _, turn := range []func(*Thresholds){
		func(h *Thresholds) { h.Asked = 1 }, func(h *Thresholds) { h.Standing = 1 },
	} {
		few := DefaultThresholds()
		turn(&few)
		l := NewLive(few)
		l.edited(t)
		before := l.model
		require.Equal(t, []string{"violated", "violated"}, l.edited(t, "a-at < 4", "a-at < 2"))
		require.True(t, l.model == nil || l.model != before)
		l.Rest()
		require.Nil(t, l.model)
	}
}

// The last counterexample is tried first, in another version of the property as in another one of
// the model: it stays the same where a search would find a shorter one.
func TestTheLastCounterexampleIsTriedFirst(t *testing.T) {
	l := NewLive(DefaultThresholds())
	defer l.Rest()
	l.edited(t)
	run := l.runs["p"]
	require.Equal(t, "violated", l.edited(t, "a-at < 3", "a-at < 2")[0])
	require.Same(t, &run.Steps[0], &l.runs["p"].Steps[0])
	require.Equal(t, []int{4, 3}, []int{run.Decisive, l.runs["p"].Decisive})
	require.Equal(t, "violated", l.edited(t, "a-at < 3", "a-at < 2", "{at > 0}", "{at > 1}")[0])
	kept := l.runs["p"]
	require.NotSame(t, run.System, kept.System)
	require.Equal(t, run.Steps, kept.Steps)

	first := func(replaced ...string) string { return l.edited(t, replaced...)[0] }
	require.Equal(t, "holds", first("a-at < 3", "a-at < 3 | b-at < 5", "{at > 0}", "{at > 1}"),
		"it does not violate this property")
	require.Equal(t, "violated", first("a-at < 3", "a-at < 2", "{at < 3}", "{at < 2}"),
		"it is no run of this model")
	require.NotEqual(t, run.Steps, l.runs["p"].Steps)
	kept = l.runs["p"]
	require.Equal(t, "violated", first("init: at = 0 & up", "init: at = 1 & up", "a-at < 3", "a-at < 2"),
		"it does not begin in an initial state of this model")
	require.NotEqual(t, kept.Steps, l.runs["p"].Steps)
	require.Equal(t, "holds",
		first("SPEC NAME", "FAIRNESS a-at = 0 & b-at = 4;\nSPEC NAME", "a-at < 3", "a-at < 2"),
		"it is not fair here")
}

// The order of variables stays in another version with the same variables, and is looked for anew
// in others.
func TestOrdersStand(t *testing.T) {
	l := NewLive(DefaultThresholds())
	defer l.Rest()
	l.edited(t)
	l.Rest()
	slices.Reverse(l.order.order)
	want := slices.Clone(l.order.order)
	require.Len(t, want, 4)
	l.edited(t, "{at < 3}", "{at < 2}")
	require.Equal(t, want, l.model.order().order)
	l.edited(t, "|| C(b, true)", "|| C(b, true) || C(c, true)")
	require.NotEqual(t, want, l.model.order().order[:4])
	require.Len(t, l.model.order().order, 6)
}

// crowded is a model that has no room left.
type crowded struct{ standing }

func (crowded) decide(context.Context, *Document, int, *trace.Trace) (decision, bool, error) {
	return undecided(bdd.ErrMemoryLimit)
}

// A limit that a model meets because it has been asked before is no verdict: a new one is asked. A
// limit that the new one meets is.
func TestLimitsOfStandingModels(t *testing.T) {
	l := NewLive(DefaultThresholds())
	defer l.Rest()
	l.edited(t)
	l.model = crowded{l.model}
	require.Equal(t, []string{"violated", "holds"}, l.edited(t, "a-at < 3", "a-at < 2"))
	require.IsType(t, &standingSystem{}, l.model)

	d := NewDocument("file:///c.rcp", "", 1, standingText)
	late := NewLive(DefaultThresholds())
	require.NoError(t, late.Check(t.Context(), d, Question{Seconds: 1e-9}))
	for _, v := range late.Verdicts(d) {
		require.Equal(t, "unknown", v.Verdict)
		require.NotEmpty(t, v.Reason)
	}
}

// reluctant is a model that does not decide its first property the first times, and notes what it
// was asked.
type reluctant struct {
	standing
	asked   []int // properties
	bounded []bool
}

func (m *reluctant) decide(
	ctx context.Context, d *Document, index int, run *trace.Trace,
) (decision, bool, error) {
	_, bounded := ctx.Deadline()
	m.asked, m.bounded = append(m.asked, index), append(m.bounded, bounded)
	if index == 1 && len(m.asked) < 4 && bounded {
		<-ctx.Done()
		return undecided(ctx.Err())
	}
	return m.standing.decide(context.Background(), d, index, run)
}

// A property that takes long waits for the others.
func TestLongPropertiesWait(t *testing.T) {
	for share, want := range map[time.Duration][]int{
		time.Nanosecond: {1, 2, 1, 1}, 0: {1, 2},
	} {
		few := DefaultThresholds()
		few.Share = share
		l := NewLive(few)
		l.edited(t)
		m := &reluctant{standing: l.model}
		l.model = m
		verdicts := l.edited(t, "a-at < 3", "a-at < 2", "a-at < 4", "a-at < 5")
		require.Equal(t, []string{"violated", "holds"}, verdicts)
		require.Equal(t, want, m.asked)
		require.Equal(t, slices.Repeat([]bool{share > 0}, len(want)), m.bounded)
		l.Rest()
	}
}
