package logs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A record is what a generated log says of a step. A nil or negative part is not said.
type record struct {
	log, line int
	clock     int
	id        string
	causes    []string
	join      string
	command   int
	who       string   // the initiator
	to        []string // the participants
	channel   recipe.Value
	data      map[int]recipe.Value
	before    map[int]recipe.Value // by local
	after     map[int]recipe.Value
	control   map[int]int // after the step, by agent
}

// A story is a set of generated logs with what is needed to judge them.
type story struct {
	sys     *recipe.System
	in      *recipe.Interpreter
	records []record
	logs    int
	hidden  []int
	renamed bool
	clocks  bool
	within  int
	joins   bool
	causes  bool
	csv     bool
}

// mapText is the map of the logs.
func (s *story) mapText() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# a generated map")
	for _, id := range s.hidden {
		line("hidden %s", s.sys.CommandString(id))
	}
	if s.renamed {
		line("rename who to as Agent")
	}
	if s.clocks {
		line("clock t within %d", s.within)
	}
	if s.joins {
		line("join step")
	}
	if s.causes {
		line("id id")
		line("cause causes")
	}
	line("on step")
	line("  command $agent-$label")
	line("  initiator $who")
	line("  participants $to")
	line("  channel $ch")
	for d := range s.sys.Data {
		line("  data %s = $d%d", s.sys.Data[d].Name, d)
	}
	for v := range s.sys.Vars {
		name := s.sys.VariableName(s.sys.Vars[v].Agent, v)
		line("  before %s = $b%d", name, v)
		line("  after %s = $a%d", name, v)
	}
	for a := range s.sys.Agents {
		line("  after %s-automaton-state = $c%d", s.sys.Agents[a].Name, a)
	}
	return b.String()
}

// fields are a record as a log has them.
func (s *story) fields(r record) map[string]any {
	out := map[string]any{"event": "step"}
	if r.command >= 0 {
		out["agent"], out["label"] = s.sys.Agents[s.sys.Commands[r.command].Agent].Name, s.sys.Commands[r.command].Label
	}
	if r.who != "" {
		out["who"] = r.who
	}
	if r.to != nil {
		out["to"] = r.to
	}
	if r.channel >= 0 {
		out["ch"] = s.sys.Symbols[r.channel]
	}
	value := func(t *recipe.Type, v recipe.Value) any {
		switch t.Kind {
		case recipe.Bool:
			return v == recipe.True
		case recipe.Int:
			return int(v)
		}
		return s.sys.Symbols[v]
	}
	for d, v := range r.data {
		out[fmt.Sprint("d", d)] = value(s.sys.Data[d].Type, v)
	}
	for i, v := range r.before {
		out[fmt.Sprint("b", i)] = value(s.sys.Vars[i].Type, v)
	}
	for i, v := range r.after {
		out[fmt.Sprint("a", i)] = value(s.sys.Vars[i].Type, v)
	}
	for a, q := range r.control {
		out[fmt.Sprint("c", a)] = q
	}
	if s.clocks {
		out["t"] = r.clock
	}
	if r.join != "" {
		out["step"] = r.join
	}
	if s.causes {
		out["id"] = r.id
		out["causes"] = r.causes
	}
	return out
}

// text is one of the logs.
func (s *story) text(log int) string {
	var b strings.Builder
	var names []string
	if s.csv {
		for _, r := range s.records {
			for name := range s.fields(r) {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
		slices.Sort(names)
		b.WriteString(strings.Join(names, ",") + "\n")
	}
	for _, r := range s.records {
		if r.log != log {
			continue
		}
		fields := s.fields(r)
		if s.csv {
			var cells []string
			for _, n := range names {
				if fields[n] == nil {
					cells = append(cells, "")
				} else {
					cells = append(cells, fmt.Sprint(fields[n]))
				}
			}
			b.WriteString(strings.Join(cells, ",") + "\n")
			continue
		}
		line, _ := json.Marshal(fields)
		b.WriteString(string(line) + "\n")
	}
	return b.String()
}

// explains reports whether a step is as a record says.
func (s *story) explains(r record, names map[string]int, from recipe.State, t recipe.Transition) bool {
	return s.wrong(r, names, from, t) == 0
}

// wrong counts the facts of a record that are false of a step.
func (s *story) wrong(r record, names map[string]int, from recipe.State, t recipe.Transition) (wrong int) {
	step := t.Step
	named := func(n string) int {
		if s.renamed {
			return names[n]
		}
		return slices.IndexFunc(s.sys.Agents, func(a recipe.Agent) bool { return a.Name == n })
	}
	fact := func(holds bool) {
		if !holds {
			wrong++
		}
	}
	fact(r.command < 0 || step.Executes(r.command))
	fact(r.who == "" || step.Initiator == named(r.who))
	if r.to != nil {
		var want, got []int
		for _, n := range r.to {
			want = append(want, named(n))
		}
		for _, p := range step.Participants {
			got = append(got, p.Agent)
		}
		slices.Sort(want)
		fact(slices.Equal(slices.Compact(want), got))
	}
	fact(r.channel < 0 || step.Kind != recipe.PointToPointStep && step.Channel == r.channel)
	data := step.Data
	if step.Kind == recipe.PointToPointStep {
		data = step.Participants[0].Data
	}
	for d, v := range r.data {
		fact(slices.Contains(data, recipe.Datum{Var: d, Value: v}))
	}
	for i, v := range r.before {
		fact(from.Locals[i] == v)
	}
	for i, v := range r.after {
		fact(t.Next.Locals[i] == v)
	}
	for a, q := range r.control {
		fact(t.Next.Control[a] == q)
	}
	return wrong
}

// least is the smallest number of facts of a record that are false of a step that may come after
// the records before it, in the order of their lines.
func (s *story) least(done int) int {
	at := map[string]recipe.State{}
	_ = s.in.InitialStates(func(st recipe.State) bool {
		at[s.in.Key(st)] = st.Clone()
		return true
	})
	least := 1 << 20
	for i := 0; i <= done; i++ {
		next := map[string]recipe.State{}
		var list []recipe.State
		for _, st := range at {
			list = append(list, st)
		}
		for len(list) > 0 {
			st := list[0]
			list = list[1:]
			steps, _ := s.in.Successors(st)
			for _, t := range steps {
				if t.Step.Kind == recipe.Stutter {
					continue
				}
				if _, met := at[s.in.Key(t.Next)]; !met && t.Step.Executes(s.hidden...) {
					at[s.in.Key(t.Next)] = t.Next
					list = append(list, t.Next)
				}
				wrong := s.wrong(s.records[i], nil, st, t)
				if wrong == 0 {
					next[s.in.Key(t.Next)] = t.Next
				}
				if i == done {
					least = min(least, wrong)
				}
			}
		}
		at = next
	}
	return least
}

// longest is the greatest number of steps of the logs that some run explains in some order. Steps
// are groups of records.
func (s *story) longest() (done, steps int) {
	var groups [][]int
	for i, r := range s.records {
		g := slices.IndexFunc(groups, func(g []int) bool { return r.join != "" && s.records[g[0]].join == r.join })
		if g < 0 {
			groups = append(groups, []int{i})
		} else {
			groups[g] = append(groups[g], i)
		}
	}
	precedes := func(a, b record) bool {
		return a.log == b.log && a.line < b.line || s.clocks && a.log != b.log && a.clock+s.within < b.clock ||
			slices.Contains(b.causes, a.id)
	}
	ready := func(set uint64, g int) bool {
		for h := range groups {
			for _, i := range groups[h] {
				for _, j := range groups[g] {
					if h != g && set>>h&1 == 0 && precedes(s.records[i], s.records[j]) {
						return false
					}
				}
			}
		}
		return set>>g&1 == 0
	}
	type node struct {
		state recipe.State
		set   uint64
		names map[string]int
	}
	key := func(n node) string { return fmt.Sprint(s.in.Key(n.state), n.set, n.names) }
	var list []node
	_ = s.in.InitialStates(func(st recipe.State) bool {
		list = append(list, node{st.Clone(), 0, map[string]int{}})
		return true
	})
	for done = 0; ; done++ {
		seen := map[string]bool{}
		var after []node
		for len(list) > 0 {
			n := list[0]
			list = list[1:]
			if seen[key(n)] {
				continue
			}
			seen[key(n)] = true
			next, _ := s.in.Successors(n.state)
			for _, t := range next {
				if t.Step.Kind == recipe.Stutter {
					continue
				}
				if t.Step.Executes(s.hidden...) {
					list = append(list, node{t.Next, n.set, n.names})
				}
				for g := range groups {
					if !ready(n.set, g) {
						continue
					}
					for _, names := range s.bindings(n.names, groups[g]) {
						if !slices.ContainsFunc(groups[g], func(i int) bool { return !s.explains(s.records[i], names, n.state, t) }) {
							after = append(after, node{t.Next, n.set | 1<<g, names})
						}
					}
				}
			}
		}
		if len(after) == 0 {
			return done, len(groups)
		}
		list = after
	}
}

// bindings are all ways to choose different agents for the names of records.
func (s *story) bindings(bound map[string]int, group []int) []map[string]int {
	out := []map[string]int{bound}
	if !s.renamed {
		return out
	}
	var names []string
	for _, i := range group {
		names = append(names, s.records[i].to...)
		if s.records[i].who != "" {
			names = append(names, s.records[i].who)
		}
	}
	for _, n := range names {
		var more []map[string]int
		for _, m := range out {
			if _, ok := m[n]; ok {
				more = append(more, m)
				continue
			}
			taken := map[int]bool{}
			for _, a := range m {
				taken[a] = true
			}
			for a := range s.sys.Agents {
				if !taken[a] {
					with := map[string]int{n: a}
					for k, v := range m {
						with[k] = v
					}
					more = append(more, with)
				}
			}
		}
		out = more
	}
	return out
}

// newStory generates logs of a random walk, and perhaps changes them.
func newStory(seed int) *story {
	r := rand.New(rand.NewSource(int64(seed)))
	chance := func(percent int) bool { return r.Intn(100) < percent }
	sys := recipetest.System(recipetest.Seeded(uint64(seed)), recipetest.Shape{Agents: 3, Locals: 2, Total: true})
	for id := range sys.Commands {
		sys.Commands[id].Label = fmt.Sprint("c", id)
	}
	s := &story{sys: sys, in: recipe.NewInterpreter(sys), logs: 1}
	if g, err := recipe.Explore(context.Background(), s.in, 200); err != nil || !g.Complete {
		return nil
	}
	for id := range sys.Commands {
		if chance(25) {
			s.hidden = append(s.hidden, id)
		}
	}
	s.renamed = chance(30)
	if chance(40) {
		s.logs = 2
		s.clocks, s.joins, s.causes = chance(40), chance(40), chance(30)
		s.within = r.Intn(4)
	} else {
		s.csv = chance(30)
	}
	var at recipe.State
	_ = s.in.InitialStates(func(st recipe.State) bool { at = st.Clone(); return !chance(30) })
	names := r.Perm(9)
	name := func(a int) string {
		if s.renamed {
			return fmt.Sprint("n", names[a])
		}
		return sys.Agents[a].Name
	}
	clock := 0
	lines := make([]int, s.logs)
	for range 2 + r.Intn(6) {
		next, _ := s.in.Successors(at)
		t := next[r.Intn(len(next))]
		if t.Step.Kind == recipe.Stutter {
			break
		}
		clock += r.Intn(4)
		copies := 1
		if s.joins && chance(50) {
			copies = 2
		}
		if t.Step.Executes(s.hidden...) && chance(80) {
			copies = 0
		}
		first := r.Intn(s.logs)
		for i := range copies {
			rec := record{log: (first + i) % s.logs, clock: clock, id: fmt.Sprint("e", len(s.records)), command: -1, channel: -1,
				data: map[int]recipe.Value{}, before: map[int]recipe.Value{}, after: map[int]recipe.Value{}, control: map[int]int{}}
			rec.line = lines[rec.log]
			lines[rec.log]++
			if copies == 2 {
				rec.join = fmt.Sprint("j", len(s.records)-i)
			}
			if s.causes && len(s.records) > 0 && chance(50) {
				if c := s.records[r.Intn(len(s.records))]; c.join == "" || c.join != rec.join {
					rec.causes = []string{c.id}
				}
			}
			s.say(&rec, chance, name, at, t)
			s.records = append(s.records, rec)
		}
		at = t.Next
	}
	if chance(50) {
		for i := range s.records {
			if chance(40) {
				s.change(&s.records[i], r)
			}
		}
	}
	return s
}

// say puts a part of what happens into a record.
func (s *story) say(rec *record, chance func(int) bool, name func(int) string, from recipe.State, t recipe.Transition) {
	step := t.Step
	if rec.command = -1; chance(50) {
		rec.command = step.Command
		if len(step.Participants) > 0 && chance(30) {
			rec.command = step.Participants[0].Command
		}
	}
	if chance(40) {
		rec.who = name(step.Initiator)
	}
	if !s.csv && chance(30) {
		rec.to = []string{}
		for _, p := range step.Participants {
			rec.to = append(rec.to, name(p.Agent))
		}
	}
	if step.Kind != recipe.PointToPointStep && chance(30) {
		rec.channel = step.Channel
	}
	data := step.Data
	if step.Kind == recipe.PointToPointStep {
		data = step.Participants[0].Data
	}
	for _, d := range data {
		if chance(40) {
			rec.data[d.Var] = d.Value
		}
	}
	for v := range s.sys.Vars {
		if chance(20) {
			rec.before[v] = from.Locals[v]
		}
		if chance(20) {
			rec.after[v] = t.Next.Locals[v]
		}
	}
	for a := range s.sys.Agents {
		if chance(15) {
			rec.control[a] = t.Next.Control[a]
		}
	}
}

// change puts something else into a record.
func (s *story) change(rec *record, r *rand.Rand) {
	any := func(t *recipe.Type) recipe.Value { return t.Value(r.Intn(t.Size())) }
	switch r.Intn(4) {
	case 0:
		rec.command = r.Intn(len(s.sys.Commands))
	case 1:
		if n := len(s.sys.Vars); n > 0 {
			v := r.Intn(n)
			rec.after[v] = any(s.sys.Vars[v].Type)
		}
	case 2:
		rec.channel = any(s.sys.Channel)
	default:
		a := r.Intn(len(s.sys.Agents))
		rec.control[a] = r.Intn(s.sys.Agents[a].States + 1) // perhaps beyond them
	}
}

// TestLogsAgreeWithExplicitStates holds the texts of generated logs against their models, and
// compares with a search through all runs, orders and choices of agents.
func TestLogsAgreeWithExplicitStates(t *testing.T) {
	var conforming, refused, hidden, renamed, several, joins, clocks, causes, csv int
	for seed := range recipetest.Number(t, "CONFORM_TEXTS", 500) {
		s := newStory(seed)
		if s == nil {
			continue
		}
		done, steps := s.longest()
		require.Equal(t, done, s.follow(t, seed), "seed %d\n%s\n%s", seed, s.mapText(), s.text(0))
		count := func(n *int, is bool) {
			if is {
				*n++
			}
		}
		count(&conforming, done == steps)
		count(&refused, done < steps)
		count(&hidden, len(s.hidden) > 0)
		count(&renamed, s.renamed)
		count(&several, s.logs > 1)
		count(&joins, s.joins)
		count(&clocks, s.clocks)
		count(&causes, s.causes)
		count(&csv, s.csv)
	}
	t.Logf("%d logs conform, %d do not; hidden steps in %d, renamed agents in %d, several logs in %d, joined records in %d, clocks in %d, causes in %d, CSV in %d",
		conforming, refused, hidden, renamed, several, joins, clocks, causes, csv)
	require.Greater(t, min(conforming, refused, hidden, renamed, several, joins, clocks, causes, csv), 20)
}

// follow is how many steps of the logs the model explains.
func (s *story) follow(t *testing.T, seed int) int {
	m, err := logs.ParseMap("map", s.mapText())
	require.NoError(t, err)
	b, err := m.Bind(s.sys)
	require.NoError(t, err)
	hidden, err := b.Hidden()
	require.NoError(t, err)
	against, err := conform.New(t.Context(), s.sys, conform.Options{
		Hidden: hidden, Thresholds: conform.Thresholds{Explicit: []int{-1, 0, 2}[seed%3], Kept: []int{0, 1}[seed%2], Repeated: []int{0, 1, 1 << 20}[seed/6%3]}})
	require.NoError(t, err)
	defer against.Close()
	tracker, err := against.Start(t.Context())
	require.NoError(t, err)
	var readers []*logs.Reader
	for i := range s.logs {
		format := logs.JSONLines
		if s.csv {
			format = logs.CSV
		}
		readers = append(readers, logs.NewReader(fmt.Sprint("log", i), strings.NewReader(s.text(i)), format, logs.Limits{}))
	}
	entries, err := b.Merge(t.Context(), readers...)
	require.NoError(t, err)
	if b.Streams() && s.logs == 1 {
		tracker.Remember(3)
		for i, e := range entries {
			tracker.Names(b.Names()...)
			ok, err := tracker.Step(t.Context(), e)
			require.NoError(t, err)
			if !ok {
				d, err := tracker.Depart(t.Context(), e)
				require.NoError(t, err)
				s.requireDeparture(t, tracker, d, i)
				return i
			}
		}
		return len(entries)
	}
	tracker.Names(b.Names()...)
	done, _, err := tracker.Log(t.Context(), entries, nil)
	require.NoError(t, err)
	return done
}

// requireDeparture requires that the nearest step is one of the model, and that not all of what the
// entry says is true of it.
func (s *story) requireDeparture(t *testing.T, tracker *conform.Tracker, d *conform.Departure, done int) {
	require.NotEmpty(t, d.States)
	s.requireRun(t, tracker, d, done)
	if d.Nearest == nil {
		require.Empty(t, d.Possible)
		return
	}
	next, err := s.in.Successors(d.Nearest.From)
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(next, func(tr recipe.Transition) bool {
		return tr.Step.Equal(d.Nearest.Step) && tr.Next.Equal(d.Nearest.To)
	}))
	require.NotEmpty(t, d.Nearest.Wrong)
	if !s.renamed {
		require.Len(t, d.Nearest.Wrong, s.least(done))
	}
	require.Contains(t, d.Possible, d.Nearest.Step.Command)
}

// requireRun requires a run to a state that explains the last three of the first records: its steps
// are those of the interpreter, and are hidden or explained by the next record.
func (s *story) requireRun(t *testing.T, tracker *conform.Tracker, d *conform.Departure, done int) {
	run, err := tracker.Run(t.Context(), d)
	require.NoError(t, err)
	require.True(t, run.States[len(run.States)-1].Equal(d.At))
	at := max(done-3, 0)
	require.True(t, at > 0 || s.in.IsInitial(run.States[0]))
	for i, step := range run.Steps {
		tr := recipe.Transition{Step: step, Next: run.States[i+1]}
		next, err := s.in.Successors(run.States[i])
		require.NoError(t, err)
		require.True(t, slices.ContainsFunc(next, func(n recipe.Transition) bool { return n.Step.Equal(step) && n.Next.Equal(tr.Next) }))
		if run.Places[i] == "" {
			require.True(t, step.Executes(s.hidden...))
			continue
		}
		require.True(t, s.renamed || s.explains(s.records[at], nil, run.States[i], tr))
		at++
	}
	require.Equal(t, done, at)
}

// TestWrittenRunsConform writes random runs as logs that say all, which leave one state at the end.
func TestWrittenRunsConform(t *testing.T) {
	steps := 0
	for seed := range 60 {
		r := rand.New(rand.NewSource(int64(seed)))
		sys := recipetest.System(recipetest.Seeded(uint64(seed)), recipetest.Shape{Agents: 3, Locals: 2, Total: true})
		in := recipe.NewInterpreter(sys)
		var at recipe.State
		require.NoError(t, in.InitialStates(func(st recipe.State) bool { at = st.Clone(); return false }))
		run := &trace.Trace{System: sys, Loop: -1}
		for range 6 {
			next, err := in.Successors(at)
			require.NoError(t, err)
			tr := next[r.Intn(len(next))]
			run.Steps = append(run.Steps, trace.Step{State: at, Message: tr.Step})
			at = tr.Next
			if tr.Step.Kind == recipe.Stutter {
				break
			}
			steps++
		}
		run.Steps = append(run.Steps, trace.Step{State: at})
		var text strings.Builder
		require.NoError(t, logs.Write(&text, run))
		m, err := logs.ParseMap("map", logs.FullMap(sys))
		require.NoError(t, err)
		b, err := m.Bind(sys)
		require.NoError(t, err)
		entries, err := b.Merge(t.Context(), logs.NewReader("log", strings.NewReader(text.String()), logs.JSONLines, logs.Limits{}))
		require.NoError(t, err)
		against, err := conform.New(t.Context(), sys, conform.Options{})
		require.NoError(t, err)
		tracker, err := against.Start(t.Context())
		require.NoError(t, err)
		for _, e := range entries {
			ok, err := tracker.Step(t.Context(), e)
			require.NoError(t, err)
			require.True(t, ok, "seed %d: %s\n%s", seed, e.Place, text.String())
		}
		found := false
		tracker.Each(func(s recipe.State) bool { found = found || s.Equal(at); return true })
		require.True(t, found)
		against.Close()
	}
	require.Greater(t, steps, 100)
}
