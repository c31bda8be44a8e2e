package witness

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// WriteText writes the run in the layout of [trace.Lines], until the context ends: then it returns
// its error.
func (r *Run) WriteText(ctx context.Context, out io.Writer, o trace.TextOptions) error {
	t := newTeller(ctx, out, o, nil)
	t.run(r, "")
	return t.flush()
}

// String is the text of the run.
func (r *Run) String() string {
	var b strings.Builder
	_ = r.WriteText(context.Background(), &b, trace.TextOptions{}) // a builder takes everything
	return b.String()
}

// WriteText writes the explanation in the layout of [trace.Lines], without its formula, which it
// calls `it`, until the context ends: then it returns its error. The state it is about is number 0,
// and the states of its run follow. States of further runs have names such as a1 and b2.
func (w *Explanation) WriteText(ctx context.Context, out io.Writer, o trace.TextOptions) error {
	t := newTeller(ctx, out, o, w.Moving())
	t.call("0", w.State)
	t.explain("It", w)
	return t.flush()
}

// String is the formula, and the text of the explanation.
func (w *Explanation) String() string {
	var b strings.Builder
	b.WriteString(w.Formula + "\n")
	_ = w.WriteText(context.Background(), &b, trace.TextOptions{}) // a builder takes everything
	return b.String()
}

// A teller writes an explanation. It knows the names of states.
type teller struct {
	*trace.Lines
	ctx    context.Context
	out    io.Writer
	err    error
	moving map[string]bool // whose control states are shown; nil for all
	known  []*named
	runs   int // that have names of their own
}

// A named state has a name; it is shown if its values have been written.
type named struct {
	name  string
	state Valuation
	shown bool
}

func newTeller(ctx context.Context, out io.Writer, o trace.TextOptions, moving map[string]bool) *teller {
	return &teller{Lines: trace.NewLines(o), ctx: ctx, out: out, moving: moving}
}

// flush hands on what has been written. After an error it does nothing.
func (t *teller) flush() error {
	if t.err == nil {
		t.err = t.ctx.Err()
	}
	if t.err == nil {
		_, t.err = io.WriteString(t.out, t.String())
	}
	t.Reset()
	return t.err
}

// call gives a state a name, unless it has one.
func (t *teller) call(name string, v Valuation) *named {
	if s := t.find(v); s != nil {
		return s
	}
	s := &named{name, v, false}
	t.known = append(t.known, s)
	return s
}

// find is the state with given values; nil if it has no name yet.
func (t *teller) find(v Valuation) *named {
	i := slices.IndexFunc(t.known, func(s *named) bool { return s.state.Same(v) })
	if i < 0 {
		return nil
	}
	return t.known[i]
}

// visible are values without control states that say nothing.
func (t *teller) visible(v Valuation) Valuation {
	if t.Full() {
		return v
	}
	return v.Visible(t.moving)
}

// values writes a state, or what differs from one before.
func (t *teller) values(v, before Valuation) {
	t.visible(v).Write(t.Lines, t.visible(before))
	t.Own(v, before)
}

// show writes a state that has not been written yet. Where another state is known, it writes what
// differs.
func (t *teller) show(s *named) {
	if s.shown {
		return
	}
	s.shown = true
	if first := t.known[0]; first.shown && first != s && !t.Full() {
		t.State(s.name, "  like "+first.name+", but for:")
		t.values(s.state, first.state)
		return
	}
	t.State(s.name, "")
	t.values(s.state, nil)
}

// series is the name of one more run.
func (t *teller) series() string {
	n, name := t.runs, ""
	for t.runs++; ; n = n/26 - 1 {
		name = string(rune('a'+n%26)) + name
		if n < 26 {
			return name
		}
	}
}

// run writes a run whose first state may have been written. Other states are called by their
// number in the run, after the name of the run.
func (t *teller) run(r *Run, series string) {
	names := []string{}
	var before Valuation
	for i, s := range r.Steps {
		at := t.call(series+strconv.Itoa(i), s.State)
		name := series + strconv.Itoa(i)
		if i == 0 {
			name = at.name
		}
		known := at.shown && (i == 0 || series != "")
		if known {
			name = at.name
		}
		names = append(names, name)
		if i == r.Loop {
			t.Loop()
		}
		switch {
		case known:
			t.State(name, "  shown above")
		case i > 0:
			t.State(name, "")
			t.values(s.State, before)
			at.shown = true
		default:
			t.show(at)
		}
		before = s.State
		s.WriteMessage(t.Lines)
		if t.flush() != nil {
			return
		}
	}
	if r.Loop >= 0 {
		t.Back(names[r.Loop])
		if !t.Full() {
			t.values(r.Steps[r.Loop].State, before)
		}
	}
}

// WriteMessage writes into a text the step that leaves a state, if there is one.
func (s Step) WriteMessage(l *trace.Lines) {
	switch m := s.Message; {
	case m == nil:
	case m.Kind == jointKind:
		l.Joint(m.ordered(s.State))
	case len(m.Data) == 0:
		l.Stuck()
	default:
		l.Acts(m.acts())
	}
}

// claim says whether the formula holds, before the name of the state.
func (w *Explanation) claim() string {
	if w.Holds {
		return " holds in state "
	}
	return " does not hold in state "
}

// explain writes an explanation of something, which has a name or is `it`.
func (t *teller) explain(what string, w *Explanation) {
	at := t.call("?", w.State)
	claim := what + w.claim() + at.name
	written := len(w.Jumps) > 0
	say := func(text string) {
		t.Claim(claim + text)
		written = true
	}
	if w.Run.Moves() {
		say(" because of this run:")
		series := ""
		if at.name != "0" || at.shown {
			series = t.series()
		}
		t.run(w.Run, series)
	} else {
		t.show(at)
	}
	for i, j := range w.Jumps {
		begin := claim + ": "
		switch {
		case i > 0:
			begin = "Then "
		case len(w.Jumps) > 1:
			begin += "first, "
		}
		t.jump(&j, begin)
	}
	if w.Strategy != nil {
		say(" by this strategy" + several(w.Strategy))
		t.rules(w.Strategy)
	}
	if w.Answer != nil {
		say(": the opponents prevent it by this strategy" + several(w.Answer))
		t.rules(w.Answer)
	}
	if w.Reason != "" {
		say(": " + w.Reason)
	}
	if w.Alike != "" {
		say(", as in all " + w.Alike + " states that look the same")
	}
	switch {
	case written || len(w.Parts) > 0:
	case w.Run != nil:
		say(", and the state itself shows why.")
	default:
		say(". No single run or state shows why.")
	}
	t.parts(w)
	_ = t.flush() // the next one says what is wrong
}

// parts explains the parts of a formula. Of one without evidence, it says whether it holds.
func (t *teller) parts(w *Explanation) {
	for _, p := range w.Parts {
		if p.Shows() {
			t.explain(p.Short(), p)
			continue
		}
		t.Claim(p.Short() + p.claim() + t.call("?", p.State).name)
		t.parts(p)
	}
}

// jump writes a jump from a state, as the rest of a sentence that has begun.
func (t *teller) jump(j *Jump, begin string) {
	from := t.call("?", j.From).name
	to, series := t.find(j.To), ""
	reached := to == nil
	if reached {
		series = t.series()
		to = t.call(series+strconv.Itoa(len(j.Run.Steps)-1), j.To)
	}
	name := to.name
	who := strings.Join(j.Agents, " and ")
	if len(j.Agents) > 1 {
		who += " together"
	}
	text := who + " cannot tell state " + from + " from state " + name
	if j.Ideal {
		text = j.Agents[0] + " violates no norm in state " + name
	}
	t.Claim(begin + text)
	if !j.Ideal {
		if seen := t.visible(j.Sees); len(seen) > 0 {
			t.Heading("what " + strings.Join(j.Agents, ", ") + " can see, in both states:")
			t.Values(seen)
		}
		t.Heading("all that differs in state " + name + ":")
		t.Values(t.visible(j.To.Changes(j.From)))
	}
	switch {
	case !reached:
	case j.Run.Moves():
		t.Claim("State " + name + " is reached by this run:")
		t.run(j.Run, series)
	case j.Ideal:
		t.show(to)
	default:
		t.Claim("State " + name + " is an initial state")
	}
}

// rules writes a strategy. Players that have the same rules share them.
func (t *teller) rules(strategy map[string][]Rule) {
	if len(strategy) == 0 {
		t.Heading("there is nothing to choose")
	}
	var texts []string
	players := map[string][]string{}
	for _, p := range Players(strategy) {
		text := strings.Join(RuleText(p, strategy[p]), "\n")
		if players[text] == nil {
			texts = append(texts, text)
		}
		players[text] = append(players[text], p)
	}
	for _, text := range texts {
		for _, line := range strings.Split(text, "\n") {
			t.Rule(players[text], line)
		}
	}
}

// several ends the sentence before a strategy. Where a player has several rules, it says which
// counts.
func several(strategy map[string][]Rule) string {
	for _, rules := range strategy {
		if len(rules) > 1 {
			return "; the first rule that applies counts:"
		}
	}
	return ":"
}

// The longest formula in a sentence, and how much of its end is kept. Both count code points.
const (
	formulaWidth = 90
	formulaEnd   = 25
)

// Short is the formula in one line for people. Groups are ranges, and the middle of a long formula
// is left out.
func (w *Explanation) Short() string { return short(w.Formula) }

// short is a formula in one line. Agents of a group are named as in [trace.Together]. The middle of
// a formula that is still long is left out, between words.
func short(formula string) string {
	words := strings.Fields(ranges(formula))
	text := strings.Join(words, " ")
	if utf8.RuneCountInString(text) <= formulaWidth {
		return text
	}
	begin, end := 1, len(words)-1
	for room := formulaWidth - formulaEnd - 3 - utf8.RuneCountInString(words[0]); begin < end; begin++ {
		if room -= 1 + utf8.RuneCountInString(words[begin]); room < 0 {
			break
		}
	}
	for room := formulaEnd - utf8.RuneCountInString(words[end]); begin < end; end-- {
		if room -= 1 + utf8.RuneCountInString(words[end-1]); room < 0 {
			break
		}
	}
	if begin >= end {
		return text
	}
	return strings.Join(words[:begin], " ") + " … " + strings.Join(words[end:], " ")
}

// ranges shortens groups of agents: `{a1..a3}` for `{a1, a2, a3}`.
func ranges(formula string) string {
	var out strings.Builder
	for {
		before, rest, open := strings.Cut(formula, "{")
		group, after, closed := strings.Cut(rest, "}")
		if !open || !closed {
			return out.String() + formula
		}
		out.WriteString(before + "{" + trace.Together(strings.Split(group, ", "), "") + "}")
		formula = after
	}
}
