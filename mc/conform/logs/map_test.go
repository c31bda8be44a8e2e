package logs_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// lock is a system of two clients that take turns at a lock.
func lock(t testing.TB) *recipe.System {
	b := recipe.NewBuilder()
	count := b.Data("COUNT", recipe.IntType(0, 3))
	for _, name := range []string{"client1", "client2"} {
		a := b.Agent(name, "Client")
		held := a.Local("held", recipe.BoolType)
		a.Init(recipe.Not(held))
		a.Send(0, 1, b.Broadcast()).Label("take").With(count, recipe.Const(count.Type, 1)).Set(held, recipe.TrueExpr)
		a.Send(1, 0, b.Broadcast()).Label("give").Set(held, recipe.FalseExpr)
	}
	keeper := b.Agent("keeper", "Keeper")
	keeper.Receive(0, 1, b.Broadcast()).Label("out")
	keeper.Receive(1, 0, b.Broadcast()).Label("in")
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

// TestErrorsOfMaps reads maps with mistakes. Each error has the place of the mistake.
func TestErrorsOfMaps(t *testing.T) {
	sys := lock(t)
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"# nothing\n\n   # but comments", ""},
		{"evnt msg", `m:1:1: error: unknown word "evnt"; a line begins with one of event, clock, id, cause, join, hidden, skip, rename, value, on, or below ` +
			"`on` with one of after, before, channel, command, data, initiator, participant, participants"},
		{"event", "m:1:1: error: expected one field after `event`"},
		{"clock a b", "m:1:1: error: expected: clock FIELD, or: clock FIELD within NUMBER"},
		{"clock t within x", "m:1:16: error: expected a number from 0 on after `within`, found \"x\""},
		{"hidden", "m:1:1: error: expected commands after `hidden`"},
		{"hidden client1", "m:1:8: error: expected a command as AGENT-LABEL, such as client1-get, or *"},
		{"hidden client3-take", `m:1:8: error: the model has no agent "client3"; it has client1, client2, keeper`},
		{"hidden client1-tak", `m:1:16: error: client1 has no command with the label "tak"; it has take, give`},
		{"rename a b", "m:1:1: error: expected: rename FIELD ... as AGENT-TYPE"},
		{"rename a as Clint", "m:1:13: error: the model has no agent type Clint"},
		{"value x", `m:1:1: error: expected: value "TEXT OF THE LOG" = NAME OF THE MODEL`},
		{"value x = a\nvalue x = b", `m:2:7: error: the value "x" has a meaning already`},
		{"command client1-take", "m:1:1: error: `command` belongs to an event; write `on EVENT` above it"},
		{"on a\non a", `m:2:4: error: the event "a" has a rule already`},
		{"on a\n  command", "m:2:3: error: expected commands after `command`, such as client-get"},
		{"on a\n  channel", "m:2:3: error: expected one value after `channel`: a name or $FIELD"},
		{"on a\n  data COUNT 1", "m:2:3: error: expected: data NAME = VALUE, where VALUE is a name, a number or $FIELD"},
		{"on a\n  data SIZE = 1", "m:2:8: error: the messages of the model have no data SIZE; they have COUNT"},
		{"on a\n  data COUNT = many", `m:2:16: error: the value "many" is none of type 0..3`},
		{"on a\n  after client1-help = $x", "m:2:17: error: client1 has no local help; it has held"},
		{"on a\n  after client1 = $x", "m:2:9: error: expected a local as AGENT-NAME, such as client1-held"},
		{"on a\n  after client1-held = 1", `m:2:24: error: the value "1" is none of type bool`},
		{"on a\n  initiator nobody", `m:2:13: error: the model has no agent "nobody"; it has client1, client2, keeper`},
		{"on a\n  channel c", `m:2:11: error: the value "c" is none of type channel`},
		{"on \"a", "m:1:4: error: the quotes are not closed"},
		{"on a\n  initiator $", "m:2:13: error: expected the name of a field after `$`"},
	} {
		m, err := logs.ParseMap("m", c.text)
		var b *logs.Binder
		if err == nil {
			b, err = m.Bind(sys)
		}
		if err == nil {
			_, err = b.Hidden()
		}
		if c.want == "" {
			require.NoError(t, err, c.text)
		} else {
			require.EqualError(t, err, c.want, c.text)
		}
	}
	_, err := logs.ParseMap("m", "evnt\nclok")
	require.Equal(t, 2, strings.Count(err.Error(), "error:"), "all errors of a map")
}

const lockMap = `
rename who as Client
skip "debug"
value "yes" = true
on take give
  command $who-$event
  after $who-held = $held
  data COUNT = $n
on "any thing"
  participant keeper
`

// entry reads one line.
func entry(t testing.TB, text string, l logs.Limits) (conform.Entry, bool, error) {
	m, err := logs.ParseMap("m", lockMap)
	require.NoError(t, err)
	b, err := m.Bind(lock(t))
	require.NoError(t, err)
	r, err := logs.NewReader("l", strings.NewReader(text), logs.JSONLines, l).Next()
	if err != nil {
		return conform.Entry{}, false, err
	}
	return b.Entry(r)
}

// TestEmptyFields finds the fields of facts that no record of the event filled.
func TestEmptyFields(t *testing.T) {
	m, err := logs.ParseMap("m", "on take\n  command $usr-$label\n  data COUNT = $n\n  after client1-held = $n\non give\n  data COUNT = $k\n")
	require.NoError(t, err)
	b, err := m.Bind(lock(t))
	require.NoError(t, err)
	require.Empty(t, b.EmptyFields(), "no event happened")
	r := logs.NewReader("l", strings.NewReader(`{"event":"take","label":"take","n":null}`+"\n"+`{"event":"take"}`), logs.JSONLines, logs.Limits{})
	for range 2 {
		record, err := r.Next()
		require.NoError(t, err)
		_, _, err = b.Entry(record)
		require.NoError(t, err)
	}
	require.Equal(t, []logs.EmptyField{{Name: "usr", Place: "m:2:11"}, {Name: "n", Place: "m:3:16"}}, b.EmptyFields())
}

// TestErrorsOfRecords reads lines with mistakes. Each error has the place of the mistake.
func TestErrorsOfRecords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"event":"take","who":"x","held":"yes"}`, ""},
		{`{"event":"take","who":7}`, ""},
		{`{"event":"debug","who":[{}]}`, ""},
		{`{"event":"any thing"}`, ""},
		{`{"event":"take","n":99999999999999999999}`, ""},
		{`{"event":"grab"}`, `l:1:10: error: the event "grab" has no rule in m; write ` + "`on \"grab\"`, or `skip \"grab\"`"},
		{`{"evt":"take"}`, "l:1:1: error: the record has no field \"event\", which names the event; the map can say `event FIELD` or `on *`"},
		{`{"event":"take","who":true}`, `l:1:23: error: the field "who" is a truth value, but a name was expected`},
		{`{"event":"take","who":"x","held":3}`, `l:1:34: error: field "held": the value "3" is none of type bool; the map can say ` + "`value \"3\" = NAME`"},
		{`{"event":"take","who":"ü","held":[true]}`, `l:1:34: error: field "held": it is a list, but one value of type bool was expected`},
		{`{"event":"take","n":"many"}`, `l:1:21: error: field "n": the value "many" is none of type 0..3; the map can say ` + "`value \"many\" = NAME`"},
		{`{"event":"take","n":1.5}`, `l:1:21: error: field "n": the value "1.5" is none of type 0..3; the map can say ` + "`value \"1.5\" = NAME`"},
		{`{"event":"take"`, "l:1:16: error: expected `,` or `}`, found the end of the line; a record must stand in one line"},
		{`{"event":"ta`, "l:1:13: error: the line ends within a string"},
		{`{"event" "take"}`, "l:1:10: error: expected `:` after the name of a field, found '\"'"},
		{`{"event":}`, "l:1:10: error: expected a value, found '}'"},
		{`{event:1}`, "l:1:2: error: expected the name of a field in quotes, found 'e'"},
		{`{"event":"take","ü":1,"event":"grab","ü":2}`, `l:1:31: error: a second field has the name "event"; give each field a name of its own`},
		{`{"a.b":1,"a":{"b":2}}`, `l:1:19: error: a second field has the name "a.b"; give each field a name of its own`},
		{`{"a":1} {}`, "l:1:9: error: expected the end of the line after the object, found '{'"},
		{`[1]`, "l:1:1: error: expected a JSON object, found '['; for a log of CSV, choose this format"},
		{`{"a":-}`, `l:1:6: error: "-" is no number`},
		{`{"a":1e}`, `l:1:6: error: "1e" is no number`},
		{`{"a":[1,}`, "l:1:9: error: expected a value, found '}'"},
		{`{"a":"\q"}`, "l:1:7: error: a backslash must begin an escape such as \\n"},
		{`{"a":"\u12x4"}`, "l:1:7: error: the escape \\u12x4 is none of JSON"},
		{"\n\n  garbage", "l:3:3: error: expected a JSON object, found 'g'; for a log of CSV, choose this format"},
		{`{"a":` + strings.Repeat("[", 100), "l:1:69: error: objects and lists are nested too deep"},
		{`{"a":"` + strings.Repeat("x", 300) + `"}`, "l:1:257: error: the line has more than 256 bytes"},
	} {
		_, _, err := entry(t, c.text, logs.Limits{Line: 256})
		if c.want == "" {
			require.NoError(t, err, c.text)
		} else {
			require.EqualError(t, err, c.want, c.text)
		}
	}
	for depth, refused := range map[int]bool{1: true, 1000: false} {
		_, _, err := entry(t, `{"event":"debug","who":[[[1]]]}`, logs.Limits{Depth: depth})
		require.Equal(t, refused, err != nil, "%d: %v", depth, err)
	}
	_, _, err := entry(t, `{"a":"`+strings.Repeat("x", 3<<20)+`"}`, logs.Limits{})
	require.ErrorIs(t, err, logs.ErrTooLarge)
}

// TestRecords reads what JSON and CSV can say.
func TestRecords(t *testing.T) {
	read := func(text string, format logs.Format) string {
		r := logs.NewReader("l", strings.NewReader(text), format, logs.Limits{})
		var out []string
		for {
			record, err := r.Next()
			if err == io.EOF {
				return strings.Join(out, "\n")
			}
			require.NoError(t, err, text)
			line := record.Place()
			for _, f := range record.Fields {
				line += fmt.Sprintf(" %s@%d=%s:%s", f.Name, f.Column, f.Value.Kind, f.Value.Text)
			}
			out = append(out, line)
		}
	}
	require.Equal(t, "l:1 a@6=text:x b.c@20=a number:-1.5e3 b.d.0.e@37=null:null b.d@31=a list:[{\"e\":null},true] f@54=a truth value:false",
		read("\ufeff"+`{"a":"x", "b":{"c":-1.5e3,"d":[{"e":null},true]},"f":false}`, logs.JSONLines))
	require.Equal(t, "l:1 é\n@8=text:\"\\/\b\f\r\t😀�z", read(`{"é\n":"\"\\\/\b\f\r\t\ud83d\ude00\ud83dz"}`, logs.JSONLines))
	require.Equal(t, "l:1\nl:3 a@6=text:", read("{}\r\n\r\n{\"a\":\"\"}", logs.JSONLines))
	require.Equal(t, "l:2 a@1=text:1 é@3=text:x,y b@9=null:\nl:4 a@1=text:ü é@3=text:2 b@5=null:", read("a,é,b\n1,\"x,y\",\n\nü,2,\n", logs.CSV))
	r := logs.NewReader("l", strings.NewReader("a\n1,2\n"), logs.CSV, logs.Limits{})
	_, err := r.Next()
	require.EqualError(t, err, "l:2:1: error: the number of cells is 2, but the first line names 1; leave a cell empty if it has no value")
	_, err = logs.NewReader("l", strings.NewReader("a,b\n1\n"), logs.CSV, logs.Limits{}).Next()
	require.EqualError(t, err, "l:2:1: error: the number of cells is 1, but the first line names 2; leave a cell empty if it has no value")
	_, err = logs.NewReader("l", strings.NewReader("\n\"é\",b,é,b,b\n1,2,3,4,5\n"), logs.CSV, logs.Limits{}).Next()
	require.EqualError(t, err, "l:2:7: error: a second field has the name \"é\"; give each field a name of its own")
	r = logs.NewReader("l", strings.NewReader("a\n\"x\n"), logs.CSV, logs.Limits{})
	_, err = r.Next()
	require.ErrorContains(t, err, "l:2:")
	require.Equal(t, logs.CSV, logs.FormatOf("run.CSV"))
	require.Equal(t, logs.JSONLines, logs.FormatOf("run.log"))
}

// TestErrorsOfOrders merges logs whose order makes no sense.
func TestErrorsOfOrders(t *testing.T) {
	for _, c := range []struct {
		order string
		texts []string
		want  string
	}{
		{"clock t", []string{`{"t":1}` + "\n" + `{"t":0.5}`}, "l0:2:6: error: the clock runs backwards: 0.5 comes after 1 of line 1"},
		{"clock t", []string{`{}`}, `l0:1:1: error: the record has no field "t", which is the clock`},
		{"clock t", []string{`{"t":"noon"}`}, `l0:1:6: error: the clock must be a number, found "noon"`},
		{"id i\ncause c", []string{`{"c":"x"}`}, `l0:1:1: error: the cause "x" is the id of no record`},
		{"id i\ncause c", []string{`{"i":1}`, `{"i":1}`}, `l1:1:1: error: the id "1" is that of line 1 of l0, too`},
		{"clock t", []string{strings.Repeat("{\"t\":1}\n", 9)}, "l0:9:1: error: more than 8 records wait for their order"},
	} {
		m, err := logs.ParseMap("m", c.order+"\non *")
		require.NoError(t, err)
		b, err := m.Bind(lock(t))
		require.NoError(t, err)
		var readers []*logs.Reader
		for i, text := range c.texts {
			readers = append(readers, logs.NewReader(fmt.Sprint("l", i), strings.NewReader(text), logs.JSONLines, logs.Limits{Entries: 8}))
		}
		_, err = b.Merge(t.Context(), readers...)
		require.EqualError(t, err, c.want)
	}
}

// FuzzRecords reads any bytes as a log: there are records or an error with a place.
func FuzzRecords(f *testing.F) {
	f.Add(`{"event":"take","who":"x","held":[1,{"a":"\u00e9"}]}`, false)
	f.Add("a,b\n1,\"2\"\n", true)
	f.Fuzz(func(t *testing.T, text string, csv bool) {
		format := logs.JSONLines
		if csv {
			format = logs.CSV
		}
		r := logs.NewReader("l", strings.NewReader(text), format, logs.Limits{Line: 1 << 12})
		for {
			record, err := r.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				var at *logs.Error
				require.ErrorAs(t, err, &at)
				require.Positive(t, at.Line)
				require.Positive(t, at.Column)
				return
			}
			require.Positive(t, record.Line)
		}
	})
}

// FuzzMaps reads any text as a map.
func FuzzMaps(f *testing.F) {
	f.Add(lockMap)
	f.Add("on \"a b\" c\n before $\"x y\"-held = -3\nclock t within 1e3 # end")
	sys := lock(f)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := logs.ParseMap("m", text)
		if err != nil {
			require.Contains(t, err.Error(), "m:")
			return
		}
		if b, err := m.Bind(sys); err == nil {
			_, _ = b.Hidden()
		}
	})
}
