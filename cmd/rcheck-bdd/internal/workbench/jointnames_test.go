package workbench

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func jointModels(t *testing.T) map[string]*Document {
	files, err := filepath.Glob("../../../../bench/models/ispl/*.ispl")
	require.NoError(t, err)
	require.Greater(t, len(files), 3)
	out := map[string]*Document{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		out[filepath.Base(f)] = NewDocument("file:///"+filepath.Base(f), "", 1, string(text))
	}
	return out
}

var jointIdentifier = regexp.MustCompile(`--.*|[A-Za-z_][A-Za-z0-9_]*`)

// Every name in a model without errors means something, and is offered where it stands.
func TestJointNames(t *testing.T) {
	for file, d := range jointModels(t) {
		names := 0
		for _, at := range jointIdentifier.FindAllStringIndex(d.Text, -1) {
			word := d.Text[at[0]:at[1]]
			if strings.HasPrefix(word, "--") || word == "true" || word == "false" || jointWords[word] != "" && word != "Environment" {
				continue
			}
			names++
			p := d.lines.position(at[0])
			u := At(d, p).named
			require.NotNil(t, u, "%s: %s at %v", file, word, p)
			require.Equal(t, at, []int{u.start, u.end})
			require.Equal(t, word, u.symbol.name)
			require.NotEmpty(t, At(d, p).Definition(), "%s: %s at %v", file, word, p)
			if !u.declared {
				offered := func(c CompletionItem) bool { return c.Label == word }
				require.True(t, slices.ContainsFunc(At(d, p).Complete(), offered), "%s: %s at %v", file, word, p)
			}
		}
		require.Greater(t, names, 20, file)
	}
}

// A name can be given a new one, and its old one again.
func TestJointRename(t *testing.T) {
	renamed := func(d *Document, p Position, name string) *Document {
		edit, err := At(d, p).Rename(t.Context(), name)
		require.NoError(t, err)
		edits := edit.Changes[d.URI]
		slices.Reverse(edits)
		var changes []Change
		for _, e := range edits {
			changes = append(changes, Change{&e.Range, e.NewText})
		}
		return d.Apply(2, changes)
	}
	for file, d := range jointModels(t) {
		done := map[*symbol]bool{}
		for _, u := range d.text().index.occurrences {
			p := d.lines.position(u.start)
			if u.symbol.name == "Environment" {
				_, err := At(d, p).PrepareRename()
				require.ErrorIs(t, err, ErrRename)
			}
			if done[u.symbol] || u.symbol.name == "Environment" || len(done) == 12 {
				continue
			}
			done[u.symbol] = true
			other := renamed(d, p, "another_name")
			require.Equal(t, len(At(d, p).References(true)), strings.Count(other.Text, "another_name"), file)
			require.Equal(t, d.Text, renamed(other, p, u.symbol.name).Text, "%s: %s", file, u.symbol.name)
		}
	}
}

const jointSmall = `Agent Environment
  Vars:
    open : boolean;  -- the gate
  end Vars
  Actions = {toggle, stay};
  Protocol:
    Other : {toggle, stay};
  end Protocol
  Evolution:
    open = true if Action = toggle and open = false;
  end Evolution
end Agent
Agent Walker
  Lobsvars = {open};
  Vars:
    at : {home, away};
  end Vars
  Actions = {go, wait};
  Protocol:
    Environment.open = true and at = home : {go};
    Other : {wait};
  end Protocol
  Evolution:
    at = away if Action = go and Environment.Action = stay;
  end Evolution
end Agent
Evaluation
  gone if Walker.at = away;
end Evaluation
InitStates
  Environment.open = false and Walker.at = home;
end InitStates
Groups
  walkers = {Walker};
end Groups
Formulae
  EF gone;
  AG (gone -> K(Walker, gone));
  <walkers> F gone;
end Formulae
`

func TestJointQuestions(t *testing.T) {
	d := NewDocument("file:///w.ispl", "", 1, jointSmall)
	find := func(text string, n int) Position { return d.lines.position(strings.Index(d.Text, text) + n) }
	h, err := At(d, find("Environment.open = true", 13)).Hover(t.Context())
	require.NoError(t, err)
	require.Equal(t, "```ispl\nopen : boolean;\n```\nvariable of agent `Environment`\n\nthe gate", h.Contents.Value)
	h, err = At(d, find("Protocol", 2)).Hover(t.Context())
	require.NoError(t, err)
	require.Equal(t, "`Protocol`: which actions are possible when", h.Contents.Value)
	h, err = At(d, find("the gate", 1)).Hover(t.Context())
	require.NoError(t, err)
	require.Nil(t, h)
	require.Len(t, At(d, find("gone if", 1)).References(false), 4)
	require.Len(t, At(d, find("away}", 1)).Highlights(), 3)
	for name, why := range map[string]string{"AG": "the model would not mean the same", "walkers": "", "9": "is no name", "gone 2": "is no name"} {
		_, err := At(d, find("gone if", 1)).Rename(t.Context(), name)
		if why == "" {
			require.NoError(t, err) // groups and propositions are told apart
		} else {
			require.ErrorContains(t, err, why)
		}
	}
	_, err = At(d, find("go, wait", 0)).Rename(t.Context(), "wait")
	require.ErrorIs(t, err, ErrRename)
	require.Len(t, Lenses(d), 5)
	var outline []string
	for _, s := range Symbols(d) {
		outline = append(outline, s.Name)
	}
	require.Equal(t, []string{"Environment", "Walker", "gone", "walkers", "property 1", "property 2", "property 3"}, outline)
}

// What is being typed is completed, though the text cannot be read yet.
func TestJointCompletionWhileTyping(t *testing.T) {
	for typed, want := range map[string]string{
		"gone if Walker.at = away;\n  back if Walker.|": "at", "gone if Walker.at = away;\n  back if |": "Environment,Walker,away,home",
		"EF gone;\n  AG |": "gone,Environment,Walker,walkers", "EF gone;\n  EF Walker.|": "GreenStates,RedStates",
		"Other : {wait};\n    |": "at,go,wait,away,home", "Environment.Action = stay;\n    at = home if Environment.Action = |": "stay,toggle",
		"Lobsvars = {|": "open", "Vars:\n    at : {home, away};\n    old : |": "boolean,end", "walkers = {Walker};\n  all = {|": "Environment,Walker,end",
		"-- the ga|": "", "end Formulae\n|": "Agent,Evaluation,Fairness,Formulae,Groups,InitStates,Semantics",
	} {
		head, rest, ok := strings.Cut(typed, "|")
		require.True(t, ok)
		first, _, _ := strings.Cut(head, "\n") // is in the model; what is typed stands behind it
		i := strings.Index(jointSmall, first)
		require.GreaterOrEqual(t, i, 0, typed)
		text := jointSmall[:i] + head + rest + jointSmall[i+len(first):]
		d := NewDocument("file:///w.ispl", "", 1, text)
		list := At(d, d.lines.position(i+len(head))).Complete()
		slices.SortStableFunc(list, func(a, b CompletionItem) int { return strings.Compare(a.SortText, b.SortText) })
		var got []string
		for _, c := range list {
			if want == "" || strings.Contains(","+want+",", ","+c.Label+",") || c.Kind != keywordKind && c.Kind != snippetKind {
				got = append(got, c.Label)
			}
		}
		require.ElementsMatch(t, strings.FieldsFunc(want, func(r rune) bool { return r == ',' }), got, typed)
	}
}
