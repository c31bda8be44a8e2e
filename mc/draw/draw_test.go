package draw_test

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// models lists the model files of the repository.
func models(t testing.TB) []string {
	var out []string
	require.NoError(t, filepath.WalkDir("../../bench/models", func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".rcp") {
			out = append(out, path)
		}
		return err
	}))
	require.NotEmpty(t, out)
	return out
}

func read(t testing.TB, file string) (*rcheck.Program, mc.Specification) {
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	p, problems := rcheck.Parse(file, src, rcheck.Options{})
	require.NotNil(t, p, "%s: %v", file, problems)
	return p, rcp.Specification(p)
}

// check asserts what makes a picture readable: no two boxes overlap, all lie
// within the picture, and the SVG is well-formed.
func check(t *testing.T, s *draw.Scene) {
	t.Helper()
	require.NotEmpty(t, s.Boxes)
	a, b, found := overlap(s)
	require.False(t, found, "%+v and %+v", a, b)
	for _, x := range s.Boxes {
		require.True(t, x.X >= 0 && x.Y >= 0 && x.X+x.W <= s.W && x.Y+x.H <= s.H, "%+v in %v x %v", x, s.W, s.H)
	}
	for _, l := range s.Lines {
		for _, p := range l.Points {
			require.True(t, p[0] >= 0 && p[1] >= 0 && p[0] <= s.W && p[1] <= s.H, "%+v in %v x %v", l, s.W, s.H)
		}
	}
	for _, l := range s.Lines { // no arrow between states runs through a text
		for i := 1; i < len(l.Points) && l.Style == draw.Rail; i++ {
			for _, x := range s.Boxes {
				for k := 0; k < 8 && x.Style == draw.Label; k++ {
					part := float64(k) / 8
					px, py := l.Points[i-1][0]+part*(l.Points[i][0]-l.Points[i-1][0]), l.Points[i-1][1]+part*(l.Points[i][1]-l.Points[i-1][1])
					if px > x.X+1 && px < x.X+x.W-1 && py > x.Y+1 && py < x.Y+x.H-1 {
						t.Fatalf("%+v goes through %+v", l, x)
					}
				}
			}
		}
	}
	for d := xml.NewDecoder(strings.NewReader(textOf(t, s.WriteSVG))); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			require.NoError(t, err)
		}
	}
}

// TestModels draws everything there is to draw of every model of the
// repository: automata, talk, and the traces of violated properties.
func TestModels(t *testing.T) {
	ctx := context.Background()
	traces, large := 0, 0
	for _, file := range models(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p, spec := read(t, file)
			check(t, laidOut(t)(draw.Scenes(t.Context(), draw.Structure(p.System, p.CommandSource)...)))
			m, err := symbolic.Encode(ctx, p.System, symbolic.Options{NoTrials: true}) // orders are not drawn
			require.NoError(t, err)
			defer m.Close()
			check(t, draw.WhoTalks(m).Scene())
			small := symbolic.Options{NoTrials: true, BDD: bdd.Options{MaxNodes: 5_000}} // pictures of others are no different
			report, err := mc.Check(ctx, p.System, spec, mc.WithEncoding(small), mc.WithBudget(30_000))
			if mc.IsLimit(err) {
				return
			}
			require.NoError(t, err)
			for _, r := range report.Results {
				if r.Property.Formula == nil {
					continue // it is about states, and no automaton of it is drawn
				}
				aut, err := ltol.Translate(ctx, ltol.Not(r.Property.Formula), ltol.Options{})
				require.NoError(t, err)
				if aut.Edges() > 100 {
					large++
				}
				if aut.Edges() <= 100 || large == 1 { // one of so many edges takes seconds
					check(t, laidOut(t)(draw.Automaton(r.Property.Name, aut, ltol.Notation{}).Scene(t.Context())))
				}
				if r.Trace != nil {
					traces++
					q, err := draw.NewSequence(t.Context(), r.Trace)
					require.NoError(t, err)
					check(t, laidOut(t)(q.Scene(t.Context())))
					require.Len(t, q.Steps, len(r.Trace.Steps))
					require.Contains(t, textOf(t, q.WriteText), "back to ")
				}
			}
		})
	}
	require.Greater(t, traces, 3)
	require.Positive(t, large)
}

// TestOverlap makes sure that the test above can fail.
func TestOverlap(t *testing.T) {
	s := &draw.Scene{W: 100, H: 100, Boxes: []draw.Box{{X: 0, Y: 0, W: 10, H: 10}, {X: 10, Y: 0, W: 10, H: 10}}}
	_, _, found := overlap(s)
	require.False(t, found, "boxes may touch")
	s.Boxes = append(s.Boxes, draw.Box{X: 15, Y: 5, W: 10, H: 10})
	_, _, found = overlap(s)
	require.True(t, found)
}

// textOf is what is written of a picture.
func textOf(t *testing.T, write func(context.Context, io.Writer) error) string {
	var out strings.Builder
	require.NoError(t, write(t.Context(), &out))
	return out.String()
}

func dotOf(t *testing.T, ds ...draw.Diagram) string {
	return textOf(t, func(ctx context.Context, w io.Writer) error { return draw.WriteDOT(ctx, w, ds...) })
}

// An ending is a context that ends after so many questions.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// broken takes nothing.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Whatever is written ends with the context, after each piece, and with a write that fails.
func TestWritingEndsWithTheContext(t *testing.T) {
	p, _ := read(t, "../../bench/models/teaching/answers.rcp")
	diagrams := draw.Structure(p.System, nil)
	m, err := symbolic.Encode(t.Context(), p.System, symbolic.Options{})
	require.NoError(t, err)
	defer m.Close()
	talk := draw.WhoTalks(m)
	for name, write := range map[string]func(context.Context, io.Writer) error{
		"text": diagrams[0].WriteText, "SVG": laidOut(t)(diagrams[0].Scene(t.Context())).WriteSVG,
		"DOT":  func(ctx context.Context, w io.Writer) error { return draw.WriteDOT(ctx, w, diagrams...) },
		"talk": talk.WriteText, "talk in DOT": talk.WriteDOT,
	} {
		whole, last := textOf(t, write), -1
		for left := 0; ; left++ {
			var part strings.Builder
			err := write(&ending{t.Context(), left}, &part)
			if err == nil {
				break
			}
			require.ErrorIs(t, err, context.Canceled)
			require.Greater(t, part.Len(), last, name)
			require.True(t, strings.HasPrefix(whole, part.String()), name)
			last = part.Len()
		}
		require.Positive(t, last, name)
		require.ErrorIs(t, write(t.Context(), broken{}), io.ErrClosedPipe, name)
	}
}

func TestDiagramText(t *testing.T) {
	d := draw.Diagram{Title: "lamp", States: []draw.State{
		{Name: "off", Initial: true, Edges: []draw.Edge{{Label: `press "x" <y>`, To: 1}}},
		{Name: "on", Edges: []draw.Edge{{Label: "press", To: 0}, {Label: "wait", To: 1}}},
	}}
	require.Equal(t, "lamp\n> (off)\n     --> (on)  press \"x\" <y>\n  (on)\n     --> (off)  press\n     --> (on)  wait\n", textOf(t, d.WriteText))
	require.Contains(t, dotOf(t, d), `n0_0 -> n0_1 [label="press \"x\" <y>"];`)
	require.Contains(t, textOf(t, laidOut(t)(d.Scene(t.Context())).WriteSVG), `press &quot;x&quot; &lt;y&gt;`)
	check(t, laidOut(t)(d.Scene(t.Context())))
}

func TestTalk(t *testing.T) {
	p, _ := read(t, "../../bench/models/teaching/answers.rcp")
	m, err := symbolic.Encode(context.Background(), p.System, symbolic.Options{})
	require.NoError(t, err)
	defer m.Close()
	talk := draw.WhoTalks(m)
	require.Equal(t, []string{"client1", "client2", "client3", "server"}, talk.Agents)
	require.Equal(t, []string{"c"}, talk.On[0][3])
	require.Equal(t, []string{"reply2"}, talk.On[3][1])
	require.Empty(t, talk.On[0][1])
	require.Equal(t, `from \ to  client1  client2  client3  server
client1                               c
client2                               c
client3                               c
server     reply1   reply2   reply3
What the commands allow: a state in which it happens need not be reachable.
`, textOf(t, talk.WriteText))
	require.Contains(t, textOf(t, talk.WriteDOT), `a3 -> a0 [label="reply1"];`)

	c, err := mc.NewChecker(t.Context(), p.System, mc.Specification{})
	require.NoError(t, err)
	defer c.Close()
	contacts, err := c.Inspect().Contacts(t.Context())
	require.NoError(t, err)
	happens := draw.WhoTalked(p.System, contacts)
	require.True(t, happens.Exact)
	require.Equal(t, talk.On, happens.On)
	require.Contains(t, textOf(t, happens.WriteText), "each of these in some reachable state")
}

// Rows and columns without an entry are left out of a table, and the note says so. Everything else
// is there.
func TestTalkWithoutEmptyRows(t *testing.T) {
	agents := []string{"a", "b", "c", "d"}
	talk := func(entries ...[2]int) draw.Talk {
		out := draw.Talk{Agents: agents, On: make([][][]string, len(agents))}
		for i := range agents {
			out.On[i] = make([][]string, len(agents))
		}
		for _, e := range entries {
			out.On[e[0]][e[1]] = []string{"x"}
		}
		return out
	}
	const note = "What the commands allow: a state in which it happens need not be reachable."
	for want, entries := range map[string][][2]int{
		"from \\ to\n" + note + " Nobody receives anything.\n":                                        nil,
		"from \\ to  c\nb          x\n" + note + " Rows and columns without an entry are left out.\n": {{1, 2}},
		"from \\ to  a  b  c  d\na             x\nb                x\nc                   x\nd          x\n" + note + "\n": {
			{0, 1}, {1, 2}, {2, 3}, {3, 0}},
	} {
		require.Equal(t, want, textOf(t, talk(entries...).WriteText))
	}
}

// The states of automata that nothing leads to are marked, and loops and labels that are too long
// have their places.
func TestDiagramMarks(t *testing.T) {
	d := draw.Diagram{States: []draw.State{
		{Name: "0", Initial: true, Edges: []draw.Edge{{Label: "stay", To: 0}, {Label: "one", To: 1}, {Label: "a label that is too long for its arrow", To: 1}}},
		{Name: "1", Edges: []draw.Edge{{Label: "back", To: 0}, {Label: "again", To: 1}}},
		{Name: "2", Edges: []draw.Edge{{Label: "out", To: 1}}},
	}}
	s := laidOut(t)(d.Scene(t.Context()))
	check(t, s)
	styles := map[string]draw.Style{}
	for _, b := range s.Boxes {
		styles[b.Text] = b.Style
	}
	require.Equal(t, draw.Start, styles["0"])
	require.Equal(t, draw.Node, styles["1"])
	require.Equal(t, draw.Dead, styles["2"])
	require.Equal(t, draw.Mark, styles["dashed: no way leads there"])
	require.Equal(t, draw.Label, styles["(1)"])
	require.Equal(t, draw.Change, styles["a label that is too long for its arrow"])
}

// On point to point the data goes to who asks for it; a broadcast that nobody takes is marked.
func TestSequenceArrows(t *testing.T) {
	q := draw.Sequence{Agents: []string{"a", "b"}, First: [][]string{nil, nil}, Loop: -1, Steps: []draw.SequenceStep{
		{Label: "0 get", Kind: recipe.PointToPointStep, From: 0, To: []int{1}, Doing: []string{"g", "s"}, Changes: [][]string{nil, nil}},
		{Label: "1 on *", Kind: recipe.BroadcastStep, From: 0, Doing: []string{"b", ""}, Changes: [][]string{nil, nil}},
	}}
	s := laidOut(t)(q.Scene(t.Context()))
	check(t, s)
	arrow := slices.IndexFunc(s.Lines, func(l draw.Line) bool { return l.Style == draw.Exchange })
	require.Greater(t, s.Lines[arrow].Points[0][0], s.Lines[arrow].Points[1][0])
	require.Contains(t, textOf(t, s.WriteSVG), "b ⊘")
	require.Equal(t, "a    b\no g  < s  0 get\no b  |    1 on *, which nobody takes\n", textOf(t, q.WriteText))
}

// Of an absent agent, the picture has nothing but that it is absent. If the agent becomes present,
// all its values are new.
func TestSequenceWithAbsentAgents(t *testing.T) {
	q := sequence(t, walk(t, `agent Parent
  repeat: start: { true } * ! false () [spawn Child(any)]
agent Child
  local: age : 0..2
  repeat: (first: { false } * ? [] ; last: { false } * ? []) + end: { true } * ? [stop]
system = Parent(parent) || absent Child(child, age = 1)
`, 1, 1))
	require.Equal(t, []string{"present = false"}, q.First[1])
	require.Equal(t, []string{"(0)", "age = 1", "present = true"}, q.Steps[0].Changes[1])
	q = sequence(t, walk(t, `agent Parent
  repeat: end: { true } * ! true () []
agent Child
  local: age : 0..2
  repeat: end: { true } * ? [stop]
system = Parent(parent) || Child(child, age = 1) || absent Child(other)
`, 1, 1))
	require.Equal(t, []string{"age = 1", "present = true"}, q.First[1])
	require.Equal(t, []string{"present = false"}, q.Steps[0].Changes[1])
	require.Nil(t, q.Steps[0].Changes[2])
}

// Columns of runs side by side do not overlap, whatever links them.
func TestColumns(t *testing.T) {
	c := &draw.Columns{}
	c.Add(0, draw.Title, "a long title above")
	first := c.Add(0, draw.Node, "x = 1", "yy = 22")
	c.Add(0, draw.Label, "a step")
	second := c.Add(0, draw.Node, "x = 2")
	c.Link(first, second, draw.Rail)
	c.Link(second, first, draw.Rail)
	next := c.Add(1, draw.Node, "x = 3", "yy = 22", "z = 0")
	far := c.Add(2, draw.Mark, "far away")
	c.Link(second, next, draw.Exchange)
	c.Link(second, far, draw.Exchange)
	s := c.Scene()
	require.Len(t, s.Lines, 4)
	for _, l := range s.Lines {
		require.True(t, l.Arrow)
	}
	passing := s.Lines[3]
	for _, b := range s.Boxes {
		require.Less(t, b.Y+b.H, passing.Points[2][1], "a link passes through %q", b.Text)
		for _, x := range s.Boxes { // lines of text stand in their box
			inside := x.X >= b.X && x.Y >= b.Y && x.X+x.W <= b.X+b.W && x.Y+x.H <= b.Y+b.H
			outside := x.X+x.W <= b.X || b.X+b.W <= x.X || x.Y+x.H <= b.Y || b.Y+b.H <= x.Y
			require.True(t, inside || outside || b.Text != "" || x.Text == "", "%q crosses a border", x.Text)
		}
	}
}

// laidOut is a scene that nothing keeps from being laid out.
func laidOut(t *testing.T) func(*draw.Scene, error) *draw.Scene {
	return func(s *draw.Scene, err error) *draw.Scene {
		t.Helper()
		require.NoError(t, err)
		return s
	}
}

// overlap returns two boxes that share more than their borders, or ok = false if there are none.
func overlap(s *draw.Scene) (a, b draw.Box, ok bool) {
	boxes := slices.SortedFunc(slices.Values(s.Boxes), func(a, b draw.Box) int { return cmp.Compare(a.Y, b.Y) })
	for i, a := range boxes {
		for _, b := range boxes[i+1:] {
			if b.Y >= a.Y+a.H {
				break // those after it are further down
			}
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H {
				return a, b, true
			}
		}
	}
	return a, b, false
}
