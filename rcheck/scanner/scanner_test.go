package scanner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/scanner"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

func scan(src string) (tokens, comments []token.Token, list diag.List) {
	files := token.NewFileSet()
	rep := &diag.Reporter{Files: files}
	scanned, comments := scanner.Scan(files.Add("m.rcp", []byte(src)), rep, nil)
	for _, t := range scanned.All() {
		tokens = append(tokens, t)
	}
	return tokens, comments, rep.List
}

func TestTokens(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"", ""},
		{"a1 _b 12 1st 0..3 0...3", "name:a1 name:_b number:12 name:1st number:0 ..:.. number:3 number:0 ..:... number:3"},
		{"<= < >= > <-> <- -> - == = != !", "<=:<= <:< >=:>= >:> <->:<-> <:< -:- ->:-> -:- =:== =:= !=:!= !:!"},
		{"&& & || | := : /\\ \\/", "&:&& &:& ||:|| |:| :=::= ::: /\\:/\\ \\/:\\/"},
		{"<<O>>[[x]]", "<:< <:< name:O >:> >:> [:[ [:[ name:x ]:] ]:]"},
		{"∧ ∨ ¬ → ↔ ≠ ≤ ≥ ⟨ ⟩ ⋆ ∥ ← ≔ −", "&:∧ |:∨ !:¬ ->:→ <->:↔ !=:≠ <=:≤ >=:≥ ⟨:⟨ ⟩:⟩ *:⋆ ||:∥ ←:← :=:≔ -:−"},
		{"∀ ∃ •∀ •∃ ⋀ ⋁ 𝒰 ℛ 𝒲 ◇ □ ○ ∈", "∀:∀ ∃:∃ •∀:•∀ •∃:•∃ /\\:⋀ \\/:⋁ 𝒰:𝒰 ℛ:ℛ 𝒲:𝒲 ◇:◇ □:□ ○:○ ∈:∈"},
		{"*!(a)*? @x", "*:* !:! (:( name:a ):) *:* ?:? @:@ name:x"},
	} {
		tokens, _, list := scan(test.src)
		assert.Empty(t, list)
		var got []string
		for _, tok := range tokens[:len(tokens)-1] {
			got = append(got, tok.Kind.String()+":"+tok.Text)
		}
		assert.Equal(t, test.want, strings.Join(got, " "))
		assert.Equal(t, token.EOF, tokens[len(tokens)-1].Kind)
	}
}

func TestComments(t *testing.T) {
	tokens, comments, list := scan("a // one\r\nb /* two\n * // */ c // three")
	assert.Empty(t, list)
	assert.Len(t, tokens, 4)
	require.Len(t, comments, 3)
	assert.Equal(t, "// one", comments[0].Text)
	assert.Equal(t, "/* two\n * // */", comments[1].Text)
	assert.Equal(t, "// three", comments[2].Text)
}

// Whatever ends a line ends a comment: a file with the line ends of old Macs is no single comment.
func TestLineEnds(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		tokens, comments, list := scan("// one" + end + "a // two" + end + "b" + end)
		assert.Empty(t, list)
		require.Len(t, tokens, 3)
		require.Len(t, comments, 2)
		assert.Equal(t, "// one", comments[0].Text)
	}
}

// Text in UTF-16 is one mistake, not one for every byte.
func TestUTF16(t *testing.T) {
	for _, src := range []string{"\xff\xfea\x00b\x00", "\xfe\xff\x00a", "\xff\xfe"} {
		tokens, comments, list := scan(src)
		require.Len(t, list, 1)
		assert.Equal(t, "m.rcp:1:1: error[RC0102]: the file begins like text in UTF-16; save it as UTF-8", list[0].Error())
		assert.Len(t, tokens, 1)
		assert.Empty(t, comments)
	}
}

// Where it is clear what a foreign sign means, its token stands in its place.
func TestForeignSigns(t *testing.T) {
	for src, want := range map[string]string{
		"a—x": "name:a -:— name:x", "p ~> ~q": "name:p ->:~> !:~ name:q", `x = "L"`: "name:x =:= name:L",
		`x \land y \lor \neg z`: `name:x &:\land name:y |:\lor !:\neg name:z`,
		"x' := 1":               "name:x :=::= number:1",
		"# all of it\nx":        "name:x", `x \in {a}`: "name:x {:{ name:a }:}",
	} {
		tokens, _, _ := scan(src)
		var got []string
		for _, tok := range tokens[:len(tokens)-1] {
			got = append(got, tok.Kind.String()+":"+tok.Text)
		}
		assert.Equal(t, want, strings.Join(got, " "), src)
	}
}

func TestIllegalBytes(t *testing.T) {
	for _, test := range []struct {
		src  string
		want []string
	}{
		{"a $ b", []string{"m.rcp:1:3: error[RC0101]: character '$' begins no token; names are made of the letters a to z and A to Z, digits and `_`"}},
		{"a\n\tå$#b", []string{"m.rcp:2:2: error[RC0101]: character 'å' begins no token, with others like it after it; names are made of the letters a to z and A to Z, digits and `_`"}},
		{"x = \"L\"", []string{"m.rcp:1:5: error[RC0101]: character '\"' begins no token; values are written without quotes; write `L`"}},
		{"x = “a b”", []string{"m.rcp:1:5: error[RC0101]: character '“' begins no token; values are written without quotes, and consist of letters, digits and `_`"}},
		{"x = 'a\n", []string{"m.rcp:1:5: error[RC0101]: character '\\'' begins no token; values are written without quotes"}},
		{"a-x’ = 1", []string{"m.rcp:1:4: error[RC0101]: character '’' begins no token; for the next value write `x := …` in an update, or `X` before the condition in a property"}},
		{"p ~> q ~r", []string{"m.rcp:1:3: error[RC0101]: character '~' begins no token; `p ~> q` is written `G (p -> F q)`",
			"m.rcp:1:8: error[RC0101]: character '~' begins no token; negation is written `!`"}},
		{"a—x — 1", []string{"m.rcp:1:2: error[RC0101]: character '—' begins no token; write `a-x`",
			"m.rcp:1:5: error[RC0101]: character '—' begins no token; a minus is written `-`"}},
		{"#define N 2 + 1\n # note\nx # y", []string{"m.rcp:1:1: error[RC0101]: character '#' begins no token; a constant is declared by `const N = 2 + 1;`",
			"m.rcp:2:2: error[RC0101]: character '#' begins no token; comments are written `// …` or `/* " +
				"… */`",
			"m.rcp:3:3: error[RC0101]: character '#' begins no token; comments are written `// …` or `/* " +
				"… */`, and inequality `!=`"}},
		{"x \\in {a,b} \\in S \\land \\lor \\neg \\A \\E", []string{"m.rcp:1:3: error[RC0101]: character '\\\\' begins no token; write `x = a | x = b`",
			"m.rcp:1:13: error[RC0101]: character '\\\\' begins no token; write `x = a | x = b` for " +
				"membership of {a, b}",
			"m.rcp:1:19: error[RC0101]: character '\\\\' begins no token; conjunction is written `&`",
			"m.rcp:1:25: error[RC0101]: character '\\\\' begins no token; disjunction is written `|`",
			"m.rcp:1:30: error[RC0101]: character '\\\\' begins no token; negation is written `!`",
			"m.rcp:1:35: error[RC0101]: character '\\\\' begins no token; write `forall k : T . p` over " +
				"agents, `forall i : 1..3 . p` over numbers",
			"m.rcp:1:38: error[RC0101]: character '\\\\' begins no token; write `exists k : T . p` over " +
				"agents, `exists i : 1..3 . p` over numbers"}},
		{"\xff\xff", []string{"m.rcp:1:1: error[RC0102]: byte 0xFF is not valid UTF-8, with others like it after it"}},
		{"\x01", []string{"m.rcp:1:1: error[RC0101]: character U+0001 begins no token"}},
		{"a /* b", []string{"m.rcp:1:3: error[RC0103]: the comment that begins here is not closed by `*/` before the end of the file"}},
	} {
		_, _, list := scan(test.src)
		list.Sort()
		var got []string
		for _, d := range list {
			got = append(got, d.Error())
		}
		assert.Equal(t, test.want, got)
	}
}

// FuzzScanner checks that the tokens and comments of a source without diagnostics are all there is
// in it but blanks, in order.
func FuzzScanner(f *testing.F) {
	f.Add("agent A local: x : 0..3 /* c */ repeat: <x> *? [] // d\n")
	f.Add("⟨x ≠ ⋆⟩ •∃(a) ∧ 𝒰 $ \xff /*")
	f.Fuzz(func(t *testing.T, src string) {
		tokens, comments, list := scan(src)
		require.Equal(t, token.EOF, tokens[len(tokens)-1].Kind)
		all := slices.Concat(tokens, comments)
		slices.SortStableFunc(all, func(a, b token.Token) int { return int(a.Pos - b.Pos) })
		var text strings.Builder
		end := token.Pos(0)
		for _, tok := range all {
			require.GreaterOrEqual(t, tok.Pos, end)
			end = tok.End()
			text.WriteString(tok.Text)
		}
		if len(list) == 0 {
			require.Equal(t, withoutBlanks(strings.TrimPrefix(src, "\uFEFF")), withoutBlanks(text.String()))
		}
	})
}

func withoutBlanks(s string) string { return strings.Join(strings.Fields(s), "") }
