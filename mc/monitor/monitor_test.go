package monitor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/monitor"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A letters system sends a or b at any time. Its propositions are the steps of each command.
func letters(t testing.TB, commands ...string) *recipe.System {
	b := recipe.NewBuilder()
	a := b.Agent("log", "Log")
	for _, c := range commands {
		a.Send(0, 0, b.Broadcast()).Label(c)
	}
	sys, err := b.System()
	require.NoError(t, err)
	for id := range sys.Commands {
		sys.Propositions = append(sys.Propositions, recipe.Proposition{Kind: recipe.StepProposition,
			Expr: &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType, Commands: []int{id}}})
	}
	return sys
}

func executes(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{Kind: ltol.Step, ID: id}) }

func newMonitor(t testing.TB, sys *recipe.System, text string, o conform.Options) *monitor.Monitor {
	m, err := logs.ParseMap("map", text)
	require.NoError(t, err)
	out, err := monitor.New(t.Context(), sys, m, o)
	require.NoError(t, err)
	t.Cleanup(out.Close)
	return out
}

// take gives a monitor the events of a text, and returns the verdicts after each.
func take(t testing.TB, m *monitor.Monitor, events string) (out []string) {
	for i, e := range strings.Fields(events) {
		record := &logs.Record{File: "log", Line: i + 1, Fields: []logs.Field{{Name: "event", Value: logs.Value{Text: e}}}}
		changes, err := m.Record(t.Context(), record)
		require.NoError(t, err)
		for _, c := range changes {
			require.Equal(t, fmt.Sprint("log:", i+1), c.Place)
			require.Equal(t, c.Verdict, m.Verdicts()[c.Property])
		}
		out = append(out, fmt.Sprint(m.Verdicts()))
	}
	return out
}

const lettersMap = "on a\n  command log-a\non b\n  command log-b"

// TestHiddenStepsCount asks G(a -> X !a): with a hidden a, one a says nothing of whether two came
// in a row, and two in the log may have others between them.
func TestHiddenStepsCount(t *testing.T) {
	property := ltol.Globally(ltol.Implies(executes(0), ltol.Next(ltol.Not(executes(0)))))
	for _, c := range []struct{ hidden, events, want string }{
		{"", "a b a a b", "[open] [open] [open] [violated] [violated]"},
		{"hidden log-a\n", "a", "[open]"},
		{"hidden log-a\n", "a a", "[open] [violated]"},
		{"hidden log-b\n", "a a", "[open] [open]"},
		{"hidden log-a log-b\n", "a a a", "[open] [open] [open]"},
	} {
		m := newMonitor(t, letters(t, "a", "b"), c.hidden+lettersMap, conform.Options{Properties: []*ltol.Formula{property}})
		require.Equal(t, c.want, strings.Join(take(t, m, c.events), " "), c)
	}
}

// TestVerdictsOfMonitors decides at once what every fair run satisfies, and stays out of the model.
func TestVerdictsOfMonitors(t *testing.T) {
	sys := letters(t, "a", "b")
	o := conform.Options{
		Properties: []*ltol.Formula{ltol.Finally(executes(1)), ltol.Globally(ltol.Not(executes(1))), executes(0)},
		Justice:    []*ltol.Formula{executes(1)},
	}
	m := newMonitor(t, sys, lettersMap+"\nskip c\non both\n  command log-a\n  command log-b", o)
	require.Equal(t, "[satisfied violated open]", fmt.Sprint(m.Verdicts()))
	require.Equal(t, []string{
		"[satisfied violated satisfied]", "[satisfied violated satisfied]", "[out of model out of model out of model]",
		"[out of model out of model out of model]"}, take(t, m, "a c both a"))
	require.Equal(t, 1, m.Entries())
	require.Equal(t, "log:3", m.Departure().Place)

	m = newMonitor(t, sys, lettersMap, o)
	_, err := m.Record(t.Context(), &logs.Record{File: "log", Line: 7, Fields: []logs.Field{{Name: "event", Value: logs.Value{Text: "x"}, Column: 3}}})
	require.ErrorContains(t, err, "log:7:3: error: the event \"x\" has no rule")
	require.Nil(t, m.Departure())
	require.Equal(t, []string{"[satisfied violated violated]"}, take(t, m, "b"), "an error changes nothing")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = m.Record(ended, &logs.Record{Fields: []logs.Field{{Name: "event", Value: logs.Value{Text: "a"}}}})
	require.ErrorIs(t, err, context.Canceled)
}

// TestMisuse makes monitors of nothing, and of maps that need more than one record at a time.
func TestMisuse(t *testing.T) {
	_, err := monitor.New(t.Context(), nil, nil, conform.Options{})
	require.ErrorIs(t, err, recipe.ErrMisuse)
	for text, want := range map[string]string{
		"join x": "the map joins records", "hidden log-c": `no command with the label "c"`, "on a\n  initiator x": `no agent "x"`,
	} {
		m, err := logs.ParseMap("map", text)
		require.NoError(t, err)
		_, err = monitor.New(t.Context(), letters(t, "a"), m, conform.Options{})
		require.ErrorContains(t, err, want)
	}
}

// TestMessagesOfPrograms logs with slog, with attributes and groups.
func TestMessagesOfPrograms(t *testing.T) {
	b := recipe.NewBuilder()
	for _, name := range []string{"client1", "client2"} {
		a := b.Agent(name, "Client")
		on := a.Local("on", recipe.BoolType)
		a.Init(recipe.Not(on))
		a.Send(0, 0, b.Broadcast()).Label("turn").Set(on, recipe.TrueExpr)
	}
	sys, err := b.System()
	require.NoError(t, err)
	sys.Propositions = []recipe.Proposition{{Kind: recipe.StateProposition, Expr: &recipe.Expr{Op: recipe.OpLocal, Type: recipe.BoolType}}}
	m := newMonitor(t, sys, `
event msg
rename user.name as Client
skip "*"
on turned
  command $user.name-turn
  after $user.name-on = $ok
  participants $others
on set
  after client1-on = $g.on
`, conform.Options{Properties: []*ltol.Formula{ltol.Finally(ltol.Prop(ltol.Atom{Kind: ltol.State}))}})
	var out bytes.Buffer
	var told []string
	log := slog.New(monitor.NewHandler(m, slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelInfo}), func(_ context.Context, changes []monitor.Change, err error) {
		told = append(told, fmt.Sprint(changes, err))
	}))
	log.Info("nothing of interest", "n", 3)
	log.WithGroup("").WithGroup("user").With("name", "ann").Debug("turned", slog.Bool("x", true))
	require.Equal(t, "[open]", fmt.Sprint(m.Verdicts()), "ann may be either client")
	log.Info("turned", slog.Group("user", "name", "bob"), "others", []string{}, "ok", true, "none", nil, slog.Attr{})
	require.Equal(t, "[satisfied]", fmt.Sprint(m.Verdicts()))
	log.Info("turned", slog.Group("user", "name", "ann"), "ok", errors.New("no"))
	log.WithGroup("g").Warn("set", "on", false)
	log.Info("turned", slog.Group("user", "name", "carl"))
	require.Equal(t, []string{
		"[{0 slog:3 satisfied}] <nil>", "[] slog:4:1: error: field \"ok\": the value \"no\" is none of type bool; the map can say `value \"no\" = NAME`", "[{0 slog:5 out of model}] <nil>",
	}, told)
	require.Equal(t, 5, strings.Count(out.String(), "\n"), "the next handler gets what its level lets through")
	require.Contains(t, out.String(), "user.name=bob")
	require.NoError(t, monitor.NewHandler(m, nil, nil).Handle(t.Context(), slog.Record{Message: "x"}))
}
