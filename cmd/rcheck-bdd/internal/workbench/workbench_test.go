package workbench

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/format"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	_ "github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest" // collects garbage less often
)

// repository are the models of the repository that have no errors, by their path.
func repository(t *testing.T) map[string]*Document {
	out := map[string]*Document{}
	for _, pattern := range []string{"bench/models/*.rcp", "bench/models/*/*.rcp", "rcheck/parser/testdata/models/*",
		"rcheck/testdata/*.rcp", "mc/testdata/kept/*.rcp", "cmd/rcheck-bdd/testdata/models/*"} {
		files, err := filepath.Glob("../../../../" + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files, pattern)
		for _, f := range files {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			d := NewDocument("file:///"+filepath.Base(f), "", 1, string(text))
			m, err := d.read(t.Context())
			require.NoError(t, err)
			if m.program != nil {
				out[f] = d
			}
		}
	}
	require.Greater(t, len(out), 20)
	return out
}

func paths(documents map[string]*Document) []string {
	var out []string
	for f := range documents {
		out = append(out, f)
	}
	sort.Strings(out)
	return out
}

// Every byte of a text has a place, which counts UTF-16 code units as the unicode library does, and
// leads back to it.
func TestPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString([]string{"a", "é", "𝒰", "\n", "\r\n", "\t", "⋆"}[r.IntN(7)])
		}
		text := b.String()
		l := newLines(text)
		line, column := 0, 0
		for i, c := range text {
			if c == '\n' && i > 0 && text[i-1] == '\r' {
				continue // inside the end of a line
			}
			require.Equal(t, Position{line, column}, l.position(i), "%q %d", text, i)
			require.Equal(t, i, l.offset(Position{line, column}), "%q %d", text, i)
			if column += len(utf16.Encode([]rune{c})); c == '\n' || c == '\r' {
				line, column = line+1, 0
			}
		}
		require.Equal(t, len(text), l.offset(Position{line + 1, 0}))
		require.Equal(t, l.position(len(text)), l.position(len(text)+9))
		require.Zero(t, l.offset(Position{-1, 4}))
	}
	l := newLines("𝒰x\ny")
	require.Equal(t, 0, l.offset(Position{0, 1})) // inside a character
	require.Equal(t, 5, l.offset(Position{0, 99}))
}

// Every word of a good model is a name whose declaration is known, or a word of the language.
func TestEveryWordHasAMeaning(t *testing.T) {
	names := 0
	documents := repository(t)
	for _, f := range paths(documents) {
		d := documents[f]
		for _, w := range d.text().syntax.tokens.All() {
			if w.Kind != token.Word {
				continue
			}
			at := d.lines.position(d.text().syntax.file.Offset(w.Pos))
			h, err := At(d, at).Hover(t.Context())
			require.NoError(t, err)
			if h == nil {
				require.True(t, isLiteral(w.Text), "%s:%d: %s", f, at.Line+1, w.Text)
				continue
			}
			require.Equal(t, at, h.Range.Start)
			if At(d, at).named != nil {
				names++
				require.NotEmpty(t, At(d, at).Definition(), "%s:%d: %s", f, at.Line+1, w.Text)
			}
		}
	}
	require.Greater(t, names, 2000)
	t.Logf("%d names", names)
}

// What a model says is no markup in what is shown about it.
func TestHoverIsText(t *testing.T) {
	d := NewDocument("file:///a.rcp", "", 1, "// <img src=x> [a](b)\nconst N = /* ``` <b> */ 1;\n")
	h, err := At(d, Position{1, 6}).Hover(t.Context())
	require.NoError(t, err)
	require.Equal(t, "```rcp\nconst N = /* ''' <b> */ 1;\n```\nconstant\n\n\\<img src=x> \\[a](b)", h.Contents.Value)
}

// apply makes edits that do not overlap.
func apply(d *Document, edits []TextEdit) string {
	text := d.Text
	for _, e := range slices.Backward(edits) {
		text = text[:d.lines.offset(e.Range.Start)] + e.NewText + text[d.lines.offset(e.Range.End):]
	}
	return text
}

// Whatever is declared can be renamed, and back: no place that names it is forgotten, or the model
// would have other diagnostics, and none too many is touched, or the text would not be the same. Of
// large models some names are taken, unless LSP_EDITS is set.
func TestRenameEverything(t *testing.T) {
	renamed := 0
	documents := repository(t)
	for _, f := range paths(documents) {
		d := documents[f]
		done := map[*symbol]bool{}
		for i, o := range d.text().index.occurrences {
			root := o.symbol.root()
			if done[root] {
				continue
			}
			done[root] = true
			if len(d.Text) > 1200 && len(done)%40 != 0 && os.Getenv("LSP_EDITS") == "" {
				continue
			}
			at := d.lines.position(o.start)
			edit, err := At(d, at).Rename(t.Context(), "fresh_name")
			require.NoError(t, err, "%s:%d: %s", f, at.Line+1, o.symbol.name)
			after := NewDocument(d.URI, "", 2, apply(d, edit.Changes[d.URI]))
			renamed++
			if slices.ContainsFunc(after.text().index.symbols, func(s *symbol) bool { return s.name == o.symbol.name }) {
				continue // another has the name too, so that it cannot be given back
			}
			back, err := At(after, after.lines.position(after.text().index.occurrences[i].start)).Rename(t.Context(), o.symbol.name)
			require.NoError(t, err, "%s:%d: %s", f, at.Line+1, o.symbol.name)
			require.Equal(t, d.Text, apply(after, back.Changes[d.URI]))
		}
	}
	t.Logf("%d names", renamed)
}

// A name is not given to something that would then be taken for something else.
func TestRenameRefused(t *testing.T) {
	const model = `enum channel { c, d[1..2] }
enum kinds { ask, grant }
message-structure: MSG : kinds
agent A
    local: x : bool, y : bool
    repeat: ( one: {x} c! true (MSG := ask)[] + two: {y & MSG = grant} *? [y := x] )
system = A(a, true) || A(b, true)
SPEC NAME first := F a-x & exists j : 1..2 . a-y
`
	d := NewDocument("file:///a.rcp", "", 1, model)
	for _, c := range [][2]string{
		{"x : bool", "y"}, {"one:", "two"}, {"ask, ", "grant"}, {"MSG : ", "x"}, {"c, d", "d1"}, {"c, d", "ask"}, {"d[1", "c"}, {"x : bool", "MSG"},
		{"j : 1", "a"}, {"A\n", "SPEC"}, {"ask, ", "sender"}, {"x : bool", "7"},
	} {
		at := d.lines.position(strings.Index(model, strings.ReplaceAll(c[0], "\\n", "\n")))
		_, err := At(d, at).Rename(t.Context(), c[1])
		require.ErrorIs(t, err, ErrRename, "%v", c)
	}
	empty := model + "SPEC exists k : 1..0 . a-x\n"
	_, err := At(NewDocument("file:///a.rcp", "", 1, empty), d.lines.position(strings.Index(model, "x : bool"))).Rename(t.Context(), "z")
	require.ErrorContains(t, err, "on line 9 the name stands where nothing says what it means")
	_, err = At(d, Position{0, 0}).Rename(t.Context(), "e")
	require.ErrorIs(t, err, ErrRename)
	_, err = At(d, Position{0, 0}).PrepareRename()
	require.ErrorIs(t, err, ErrRename)
}

// Suggestions that say what to write are offered, and writing it mends what the diagnostic
// complains of.
func TestSuggestionsMend(t *testing.T) {
	const model = `enum channel { c, reply[1..2] }
enum kinds { ask, grant }
message-structure: MSG : kinds
property-variables: idle : bool
agent Client
    local: served : bool
    init: !servd
    relabel: idle <- !served
    receive-guard: chan = c
    repeat: (
        sAsk: {!served} c! (@idl)(MSG := ask)[]
        ; rAsk: {MSG = aks} c? [served := true]
    )
system = Client(one, true)
SPEC G one-servd
SPEC G oen-served
SPEC G served
`
	d := NewDocument("file:///a.rcp", "", 1, model)
	list, err := Diagnostics(t.Context(), d)
	require.NoError(t, err)
	mended := 0
	for _, x := range list {
		actions, err := CodeActions(t.Context(), d, x.Range)
		require.NoError(t, err)
		for _, a := range actions {
			after := NewDocument(d.URI, "", 2, apply(d, a.Edit.Changes[d.URI]))
			left, err := Diagnostics(t.Context(), after)
			require.NoError(t, err)
			require.Less(t, len(left), len(list), "%s: %v", a.Title, left)
			mended++
		}
	}
	require.Equal(t, 6, mended, "%v", list)
}

// The edit of a layout makes the text that the formatter writes, and touches no line before or
// behind what differs.
func TestFormatEdits(t *testing.T) {
	documents := repository(t)
	for _, f := range paths(documents) {
		d := documents[f]
		edits, err := Format(t.Context(), d)
		require.NoError(t, err)
		out, list := format.Source(token.NewFileSet(), "a", []byte(d.Text), format.Options{})
		require.Empty(t, list.Errors())
		require.Equal(t, string(out), apply(d, edits), f)
	}
	d := NewDocument("file:///a.rcp", "", 1, "const  N = 1;\nagent A\n  repeat: {true} *! true []\nsystem = A(a, true)\n")
	edits, err := Format(t.Context(), d)
	require.NoError(t, err)
	require.Equal(t, 0, edits[0].Range.Start.Line)
	_, err = Format(t.Context(), NewDocument("file:///a.rcp", "", 1, "agent"))
	var listed diag.List
	require.ErrorAs(t, err, &listed)
}

// Semantic tokens come in order, do not overlap, and cover every word and comment of the text.
func TestSemanticTokens(t *testing.T) {
	documents := repository(t)
	documents["comments"] = NewDocument("file:///a.rcp", "", 1, "/* one\n  𝒰 two */ const N = 1; // three")
	cards, err := os.ReadFile("../../../../bench/models/ispl/cards.ispl")
	require.NoError(t, err)
	documents["cards"] = NewDocument("file:///cards.ispl", "", 1, string(cards))
	for _, f := range paths(documents) {
		d := documents[f]
		data := SemanticTokens(d)
		line, column, end := 0, 0, 0
		covered := map[Position]bool{}
		for i := 0; i < len(data); i += 5 {
			if data[i] > 0 {
				line, column, end = line+data[i], 0, 0
			}
			column += data[i+1]
			require.GreaterOrEqual(t, column, end, "%s:%d", f, line+1)
			require.Positive(t, data[i+2])
			require.Less(t, data[i+3], len(TokenTypes))
			require.GreaterOrEqual(t, data[i+3], 0)
			end = column + data[i+2]
			require.LessOrEqual(t, end, d.lines.position(d.lines.offset(Position{line, 1 << 20})).Character, "%s:%d", f, line+1)
			covered[Position{line, column}] = true
		}
		if d.ISPL {
			for _, at := range regexp.MustCompile(`--.*|\w+`).FindAllStringIndex(d.Text, -1) {
				require.True(t, covered[d.lines.position(at[0])], "%s: %s", f, d.Text[at[0]:at[1]])
			}
			continue
		}
		words := slices.Clone(d.text().syntax.comments)
		for _, w := range d.text().syntax.tokens.All() {
			words = append(words, w)
		}
		for _, w := range words {
			start := d.text().syntax.file.Offset(w.Pos)
			at := d.lines.position(start)
			if w.Kind == token.Word || w.Kind == token.Comment {
				require.True(t, covered[at], "%s:%d: %s", f, at.Line+1, w.Text)
			}
		}
	}
}

// Completion offers what can be named at a place, and writes it over the word that is there.
func TestCompletion(t *testing.T) {
	const model = `const N = 2;
enum channel { c, reply[1..N] }
message-structure: MSG : bool
property-variables: idle : bool
guard good(x : bool) := x;
agent Client
    local: served : bool
    init: !served
    relabel: idle <- !served
    receive-guard: chan = c
    repeat: ( sAsk: {!served} c! (@idle)(MSG := true)[] )
system = Client(client[1..N], true)
SPEC forall k : Client . G k-served
`
	for _, x := range []struct{ before, with, offers, not string }{
		{"receive-guard: ", "", "chan served good c reply N", "MSG idle SPEC Client"},
		{"receive-guard: ch", "", "chan", "SPEC"},
		{"SPEC forall k : Client . G k-", "", "served sAsk automaton-state", "MSG Client"},
		{"SPEC forall k : Client . G ", "", "k client sender MSG", "repeat"},
		{"G k-served", "\nSPEC client[1]-", "served sAsk", "client"},
		{"G k-served", "\nSPEC client2-s", "served sAsk", "client"},
		{"(@", "", "idle", ""},
		{"MSG : ", "", "bool channel", "Client"},
		{"guard good(x : bool) := ", "", "x idle", "served"},
		{"system = ", "", "Client", "SPEC"},
		{"const N = 2;", "\nage", "agent const", ""},
		{"const N = 2;", " // cl", "", "client"},
	} {
		start := strings.Index(model, x.before) + len(x.before)
		d := NewDocument("file:///a.rcp", "", 1, model[:start]+x.with+model[start:])
		items := At(d, d.lines.position(start+len(x.with))).Complete()
		var names []string
		for _, i := range items {
			names = append(names, i.Label)
			require.NotEmpty(t, apply(d, []TextEdit{i.TextEdit}))
		}
		for w := range strings.FieldsSeq(x.offers) {
			require.Contains(t, names, w, x.before+x.with)
		}
		for w := range strings.FieldsSeq(x.not) {
			require.NotContains(t, names, w, x.before+x.with)
		}
	}
	d := NewDocument("file:///a.rcp", "", 1, model)
	items := At(d, d.lines.position(strings.Index(model, "lient . G k")-1)).Complete()
	for _, i := range items {
		if i.Label == "client" {
			require.Contains(t, apply(d, []TextEdit{i.TextEdit}), "k : client . G")
			return
		}
	}
	require.Fail(t, "client is not offered")
}

// A witness is a run that satisfies a property; limits and the end of the context leave verdicts
// unknown.
func TestWitnessAndLimits(t *testing.T) {
	text, err := os.ReadFile("../../../../bench/models/paper/p000.rcp")
	require.NoError(t, err)
	d := NewDocument("file:///p000.rcp", "", 1, string(text))
	ask := func(ctx context.Context, q Question) (out []Verdict, summary *Summary) {
		summary, err := Check(ctx, d, q, DefaultThresholds(), Listener{
			Verdict: func(v Verdict) { out = append(out, v) }, Progress: func(Progress) {},
		})
		require.NoError(t, err)
		return out, summary
	}
	got, _ := ask(t.Context(), Question{Properties: []int{2, 1}, Witness: true})
	require.Len(t, got, 2)
	for _, v := range got {
		require.Equal(t, "holds", v.Verdict)
		require.NotNil(t, v.Trace)
	}
	got, summary := ask(t.Context(), Question{Seconds: 1e-9})
	require.Len(t, got, 8)
	require.Equal(t, "unknown", got[0].Verdict)
	require.NotEmpty(t, summary.Reason)
	d = d.Apply(2, nil) // which is not read yet
	got, summary = ask(t.Context(), Question{Seconds: 1e-9})
	require.Empty(t, got)
	require.NotEmpty(t, summary.Reason)
	text, err = os.ReadFile("../../../../bench/models/allocation.rcp")
	require.NoError(t, err)
	d = NewDocument("file:///a.rcp", "", 1, strings.NewReplacer("N = 3", "N = 6", "M = 3", "M = 6").Replace(string(text)))
	got, summary = ask(t.Context(), Question{Properties: []int{1}, Megabytes: 1})
	require.Equal(t, "unknown", got[0].Verdict)
	require.NotEmpty(t, summary.Reason)
	_, err = Check(t.Context(), NewDocument("file:///a.rcp", "", 1, "agent"), Question{}, DefaultThresholds(), Listener{})
	require.ErrorIs(t, err, ErrNoModel)
}

// Warnings are looked for in small systems only.
func TestSmall(t *testing.T) {
	text, err := os.ReadFile("../../../../bench/models/paper/p000.rcp")
	require.NoError(t, err)
	d := NewDocument("file:///p000.rcp", "", 1, string(text))
	for small, some := range map[int]bool{-1: false, 1 << 30: true} {
		thresholds := DefaultThresholds()
		thresholds.Small = small
		summary, err := Check(t.Context(), d, Question{Properties: []int{1}}, thresholds, Listener{
			Verdict: func(Verdict) {}, Progress: func(Progress) {},
		})
		require.NoError(t, err)
		require.Equal(t, some, len(summary.Warnings) > 1) // the number of deadlocks costs nothing
		require.Equal(t, some, summary.Talk.Exact)
		require.Contains(t, summary.Talk.On[0], []string{"vmm1"})
		require.Equal(t, "306", summary.States)
	}
}

// A state says which agents are absent.
func TestAbsentAgents(t *testing.T) {
	d := NewDocument("file:///a.rcp", "", 1, `agent Parent
    repeat: start: {true} *! true () [spawn Child(any)]
agent Child
    local: x : 0..2
    repeat: end: {true} *! true () [stop]
system = Parent(parent) || Child(one, x = 1) || absent Child(two, x = 2)
`)
	s, err := Start(t.Context(), d, 0, nil, 0, DefaultThresholds())
	require.NoError(t, err)
	w, err := s.Walk(t.Context(), DefaultThresholds())
	require.NoError(t, err)
	require.Equal(t, []int{2}, w.Run.States[0].Absent)
}

// A session offers as many initial states as it may, and searches as many states.
func TestSessionThresholds(t *testing.T) {
	d := NewDocument("file:///a.rcp", "", 1, `agent A
    local: x : 0..5
    repeat: {true} *! true [x := (x + 1) % 6]
system = A(a, true)
`)
	s, err := Start(t.Context(), d, 2, nil, 0, DefaultThresholds())
	require.NoError(t, err)
	w, err := s.Walk(t.Context(), Thresholds{Initial: 3})
	require.NoError(t, err)
	require.Equal(t, [][]string{{"2"}}, w.Run.States[0].Values)
	require.Equal(t, 3, w.Initials)
	require.True(t, w.More)
	_, err = s.Goto(t.Context(), "a-x = 1", Thresholds{Search: 2})
	require.ErrorContains(t, err, "check a property such as")
	met, err := s.Goto(t.Context(), "a-x = 1", DefaultThresholds())
	require.NoError(t, err)
	require.True(t, met)
	_, err = Start(t.Context(), d, 6, nil, 0, DefaultThresholds())
	require.ErrorContains(t, err, "there are 6 initial states")
}

// The outline names what a model declares, groups of agents among it.
func TestOutline(t *testing.T) {
	text, err := os.ReadFile("../../../../bench/models/jammer.rcp")
	require.NoError(t, err)
	kinds := map[string]int{}
	for _, s := range Symbols(NewDocument("file:///jammer.rcp", "", 1, string(text))) {
		kinds[s.Name] = s.Kind
	}
	require.Equal(t, kindFacts[group].symbol, kinds["team"])
	require.Equal(t, kindFacts[agentType].symbol, kinds["Robot"])
	require.Contains(t, kinds, "jammed")
	require.NotContains(t, kinds, "at", "locals stand below their agents")
}
