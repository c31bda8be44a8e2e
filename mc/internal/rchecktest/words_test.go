package rchecktest_test

import (
	"fmt"
	goscanner "go/scanner"
	gotoken "go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/format"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

var (
	word = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*$`)
	code = regexp.MustCompile(`^RC\d+$`)
)

// contextualWords are all words that the front end's sources have in quotes: what is a keyword
// somewhere is among them.
func contextualWords(t *testing.T) []string {
	t.Helper()
	words := []string{"AG", "EF", "AX", "EG"} // two words in one
	for _, pattern := range []string{"../../../rcheck/types/*.go", "../../../rcheck/parser/*.go", "../../../rcheck/scanner/*.go", "../../../rcheck/token/*.go", "../../../rcheck/ast/*.go", "../../../rcheck/format/*.go"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			var s goscanner.Scanner
			s.Init(gotoken.NewFileSet().AddFile(path, -1, len(src)), src, nil, 0)
			for _, tok, text := s.Scan(); tok != gotoken.EOF; _, tok, text = s.Scan() {
				if tok != gotoken.STRING {
					continue
				}
				text, err := strconv.Unquote(text)
				require.NoError(t, err)
				if word.MatchString(text) && !code.MatchString(text) {
					words = append(words, text)
				}
			}
		}
	}
	slices.Sort(words)
	words = slices.Compact(words)
	require.Subset(t, words, []string{"SPEC", "LTOL", "FAIRNESS", "NAME", "chan", "any", "supplier", "U", "rep", "GET", "myself", "structure", "A", "K", "can", "observe", "group"})
	return words
}

// namedModels have a name of every kind, in both dialects; $0, $1, … stand for them.
var namedModels = []string{
	`const $0 = 2;
channels: $1, c2[1..$0]
enum $2 { $3, v2 }
message-structure: $4 : $2, other : int
communication-variables: $5 : $2, $6 : bool
guard $7($8 : $2) := $8 = @$5;
agent $9
local: $10 : $2, $11 : bool, $12 : channel
init: $11 & $10 = $3
relabel:
$5 <- $10
$6 <- $11
receive-guard: channel = $12 | $11
repeat: ($13: <$11> $12! $7($10)($4 := $10, other := $0)[$11 := !$11] ; rep ($14: <$11> $1? [$10 := $4])) + <TRUE> GET@($5 = $3)[] + <TRUE> SUPPLY@any[]
system = $9($15, $12 = $1) | $9(many[$16 : 1..$0], $12 = c2[$16])
SPEC NAME $17 := G ($15-$11 -> F <sender = $15 & $4 = $3> true);
LTLSPEC /\ $18 : $9 . F $18-$13 | $15-$10 = $3;
FAIRNESS $15-$14 | $15-$11;
COMPASSION ($15-$11, $15-$10 = $3);
`,
	`const $0 = 2;
enum channel { $1, c2[1..$0] }
enum $2 { $3, v2 }
message-structure: $4 : $2, other : int
property-variables: $5 : $2, $6 : bool
guard $7($8 : $2) := $8 = @$5;
agent $9
local: $10 : $2, $11 : bool, $12 : channel
init: $11 & $10 = $3
relabel:
$5 <- $10
$6 <- $11
receive-guard: chan = $12 | $11
repeat: ($13: {$11} $12! $7($10)($4 := $10, other := $0)[$11 := !$11] ; (rep ($14: {$11} $1? [$10 := $4]))) + {true} GET@($5 = $3)()[] + {true} SUPPLY@(any)()[]
system = $9($15, $12 = $1) || $9(many[$16 : 1..$0], $12 = c2[$16])
SPEC NAME $17 := G ($15-$11 -> F <<sender = $15 & $4 = $3>> true);
SPEC (forall $18 : $9 . F $18-$13) | $15-$10 = $3;
FAIRNESS $15-$14 | $15-$11;
COMPASSION ($15-$11, $15-$10 = $3);
`,
}

const places = 19

// named is a model with the given names; the others are plain.
func named(model string, names map[int]string) string {
	for i := places - 1; i >= 0; i-- {
		name, ok := names[i]
		if !ok {
			name = fmt.Sprintf("n%d", i)
		}
		model = strings.ReplaceAll(model, fmt.Sprintf("$%d", i), name)
	}
	return model
}

// layouts are ways to lay out a model that parses as it is.
func layoutsOf(text string) []string {
	return []string{
		text,
		strings.ReplaceAll(text, "\n", " "),
		strings.NewReplacer(", ", ",\n", ": ", ":\n", "; ", ";\n").Replace(text),
	}
}

// requireFormats requires that a good model stays the same good model, in its dialect and in both.
// It returns in how many of these three ways the model could be laid out: in none if it is not
// good, and in all but for formulas that cannot be converted.
func requireFormats(t *testing.T, text string, o rcheck.Options) (ways int) {
	t.Helper()
	p, list := rcheck.Parse("model.rcp", []byte(text), o)
	if list.HasErrors() {
		return 0
	}
	for _, d := range []ast.Dialect{ast.NoDialect, ast.Classic, ast.Current} {
		options := format.Options{Dialect: d}
		options.Parse.Reading = o.Reading
		out, list := format.Source(token.NewFileSet(), "model.rcp", []byte(text), options)
		if len(list) > 0 && list[0].Code == "RC0601" {
			continue
		}
		require.NoError(t, list.Err(), "%v\n%s", d, text)
		again, _ := format.Source(token.NewFileSet(), "model.rcp", out, options)
		require.Equal(t, string(out), string(again), text)
		plain := o
		plain.Reading = parser.ByDialect // which is written down
		q, list := rcheck.Parse("formatted.rcp", out, plain)
		require.NoError(t, list.Err(), "%v\n%s\n%s", d, text, out)
		requireSame(t, p, q, text+"\n"+string(out))
		ways++
	}
	return ways
}

// Every word of the language as a name of every kind: where that is a model, its layout is that
// model too. A plain test takes one in 333 of the texts; RCHECK_MODELS=10000 takes all.
func TestWordsAsNamesKeepTheirModel(t *testing.T) {
	words := contextualWords(t)
	step := max(10000/recipetest.Number(t, "RCHECK_MODELS", 30), 1)
	good, all, next := 0, 0, 0
	for _, model := range namedModels {
		require.Equal(t, 3, requireFormats(t, named(model, nil), rcheck.Options{}), "%s", named(model, nil))
		for place := range places {
			for _, w := range words {
				for _, text := range layoutsOf(named(model, map[int]string{place: w})) {
					if next++; next%step != 0 {
						continue
					}
					all++
					if requireFormats(t, text, rcheck.Options{}) > 0 {
						good++
					}
				}
			}
		}
	}
	t.Logf("%d words; %d of %d texts are models", len(words), good, all)
	require.Greater(t, good, all/4)
}

// Several words at once.
func TestManyWordsAsNamesKeepTheirModel(t *testing.T) {
	words := contextualWords(t)
	random := rand.New(rand.NewPCG(1, 2))
	good := 0
	n := recipetest.Number(t, "RCHECK_MODELS", 30)
	for range n {
		names := map[int]string{}
		for place, w := range random.Perm(len(words))[:places] {
			if random.IntN(3) == 0 {
				names[place] = words[w]
			}
		}
		texts := layoutsOf(named(namedModels[random.IntN(2)], names))
		if requireFormats(t, texts[random.IntN(len(texts))], rcheck.Options{}) > 0 {
			good++
		}
	}
	t.Logf("%d of %d texts are models", good, n)
}

// Names of generated models that are words of the language.
func TestGeneratedModelsWithWordsAsNames(t *testing.T) {
	words := contextualWords(t)
	identifier := regexp.MustCompile(`[A-Za-z_]\w*`)
	random := rand.New(rand.NewPCG(3, 4))
	good, all := 0, 0
	for seed := range recipetest.Number(t, "RCHECK_MODELS", 8) {
		m := rchecktest.New(recipetest.Seeded(uint64(seed)))
		names := identifier.FindAllString(m.Text, -1)
		for range 4 {
			other := map[string]string{}
			for range 1 + random.IntN(3) {
				if name := names[random.IntN(len(names))]; !slices.Contains(words, name) {
					other[name] = words[random.IntN(len(words))]
				}
			}
			text := identifier.ReplaceAllStringFunc(m.Text, func(name string) string {
				if to, ok := other[name]; ok {
					return to
				}
				return name
			})
			all++
			if requireFormats(t, text, m.Options) > 0 {
				good++
			}
		}
	}
	t.Logf("%d of %d texts are models", good, all)
	require.Greater(t, good, all/4)
}
