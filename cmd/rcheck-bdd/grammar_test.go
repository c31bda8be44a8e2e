package main

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/scanner"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// The grammar of the page: an expression of EBNF is a literal, a name, or an operator with
// operands.
type ebnf struct {
	op   byte // 't' literal tokens, 'n' name of a rule, 's' sequence, '|' choice, '{' repetition, '[' option
	text string
	toks []token.Token
	args []*ebnf
	id   int
}

var ebnfToken = regexp.MustCompile(`"[^"]*"|[a-z]+|[=|;{}()\[\]]`)

type ebnfReader struct {
	words []string
	nodes int
}

func (r *ebnfReader) node(op byte, args ...*ebnf) *ebnf {
	r.nodes++
	return &ebnf{op: op, args: args, id: r.nodes}
}

func (r *ebnfReader) next() string { w := r.words[0]; r.words = r.words[1:]; return w }

func (r *ebnfReader) choice() *ebnf {
	out := r.node('|', r.sequence())
	for r.words[0] == "|" {
		r.next()
		out.args = append(out.args, r.sequence())
	}
	return out
}

func (r *ebnfReader) sequence() *ebnf {
	out := r.node('s')
	for {
		switch w := r.words[0]; w {
		case "|", ";", ")", "]", "}":
			return out
		case "(", "[", "{":
			r.next()
			x := r.choice()
			r.next()
			if w != "(" {
				x = r.node(w[0], x)
			}
			out.args = append(out.args, x)
		default:
			r.next()
			x := r.node('n')
			if x.text = w; w[0] == '"' {
				x.op, x.text = 't', strings.Trim(w, `"`)
				x.toks = tokensOf(x.text)
			}
			out.args = append(out.args, x)
		}
	}
}

// tokensOf are the tokens of a text, without the end.
func tokensOf(text string) []token.Token {
	files := token.NewFileSet()
	toks, _ := scanner.Scan(files.Add("text", []byte(text)), &diag.Reporter{Files: files}, nil)
	var out []token.Token
	for i := range toks.Len() - 1 {
		out = append(out, toks.At(i))
	}
	return out
}

// pageGrammar reads the rules of the page.
func pageGrammar(t *testing.T) map[string]*ebnf {
	t.Helper()
	page, err := os.ReadFile("doc/grammar.md")
	require.NoError(t, err)
	r := &ebnfReader{}
	for _, block := range regexp.MustCompile("(?s)```ebnf\n(.*?)```").FindAllSubmatch(page, -1) {
		r.words = append(r.words, ebnfToken.FindAllString(string(block[1]), -1)...)
	}
	rules := map[string]*ebnf{}
	for len(r.words) > 0 {
		name := r.next()
		require.Equal(t, "=", r.next())
		rules[name] = r.choice()
		require.Equal(t, ";", r.next())
	}
	return rules
}

// recognizer finds out whether tokens are a sentence: where can what is matched at a place end?
// Answers are remembered, so that the time is bounded by the square of the length.
type recognizer struct {
	rules map[string]*ebnf
	toks  []token.Token
	ends  map[[2]int][]int
	most  int // the furthest token that was matched
}

func (r *recognizer) match(x *ebnf, at int) []int {
	key := [2]int{x.id, at}
	if ends, ok := r.ends[key]; ok {
		return ends
	}
	var out []int
	switch x.op {
	case 't':
		end := at + len(x.toks)
		same := func(a, b token.Token) bool { return a.Kind == b.Kind && (a.Kind != token.Word || a.Text == b.Text) }
		if end <= len(r.toks) && slices.EqualFunc(x.toks, r.toks[at:end], same) {
			out = []int{end}
			r.most = max(r.most, end)
		}
	case 'n':
		kind, basic := map[string]token.Kind{"name": token.Word, "number": token.Int}[x.text]
		switch {
		case !basic:
			out = r.match(r.rules[x.text], at)
		case at < len(r.toks) && r.toks[at].Kind == kind:
			out = []int{at + 1}
			r.most = max(r.most, at+1)
		}
	case 's':
		out = []int{at}
		for _, arg := range x.args {
			var next []int
			for _, from := range out {
				next = append(next, r.match(arg, from)...)
			}
			out = unique(next)
		}
	case '|':
		for _, arg := range x.args {
			out = append(out, r.match(arg, at)...)
		}
	case '[':
		out = append(r.match(x.args[0], at), at)
	case '{':
		out = []int{at}
		for fresh := out; len(fresh) > 0; {
			var next []int
			for _, from := range fresh {
				for _, end := range r.match(x.args[0], from) {
					if !slices.Contains(out, end) && !slices.Contains(next, end) {
						next = append(next, end)
					}
				}
			}
			out, fresh = append(out, next...), next
		}
	}
	out = unique(out)
	r.ends[key] = out
	return out
}

func unique(list []int) []int {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// Every model of the repository is a sentence of the grammar.
func TestModelsFollowTheGrammar(t *testing.T) {
	rules := pageGrammar(t)
	for _, path := range repositoryModels(t) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		if strings.ContainsAny(string(text), "∧∨¬→↔≠≤≥⟨⟩∀∃⋆𝒰◇□○←") {
			continue // symbols of the papers, for which the page gives the words
		}
		r := &recognizer{rules: rules, toks: tokensOf(string(text)), ends: map[[2]int][]int{}}
		if ends := r.match(rules["model"], 0); !slices.Contains(ends, len(r.toks)) {
			t.Errorf("%s is no sentence of the grammar; it goes up to %v", path, r.toks[r.most:min(r.most+5, len(r.toks))])
		}
	}
}

// sentences makes sentences at random; what could go on for ever ends when there is no room left.
type sentences struct {
	*rand.Rand
	rules map[string]*ebnf
	room  int
}

func (s *sentences) write(x *ebnf, b *strings.Builder) {
	s.room--
	switch x.op {
	case 't':
		b.WriteString(" " + x.text)
	case 'n':
		switch x.text {
		case "name":
			b.WriteString(" n" + strconv.Itoa(s.IntN(9)))
		case "number":
			b.WriteString(" " + strconv.Itoa(s.IntN(9)))
		default:
			s.write(s.rules[x.text], b)
		}
	case 's':
		for _, arg := range x.args {
			s.write(arg, b)
		}
	case '|':
		choice := x.args[s.IntN(len(x.args))]
		if s.room < 0 {
			choice = slices.MinFunc(x.args, func(a, b *ebnf) int { return s.cost(a, 0) - s.cost(b, 0) })
		}
		s.write(choice, b)
	default:
		for s.room > 0 && s.IntN(2) == 0 {
			s.write(x.args[0], b)
			if x.op == '[' {
				return
			}
		}
	}
}

// cost is about how long the shortest sentence is.
func (s *sentences) cost(x *ebnf, depth int) int {
	if depth > 40 {
		return 1000
	}
	switch x.op {
	case 't':
		return 1
	case 'n':
		if rule := s.rules[x.text]; rule != nil {
			return s.cost(rule, depth+1)
		}
		return 1
	case 's':
		sum := 0
		for _, arg := range x.args {
			sum += s.cost(arg, depth+1)
		}
		return min(sum, 1000)
	case '|':
		least := 1000
		for _, arg := range x.args {
			least = min(least, s.cost(arg, depth+1))
		}
		return least
	}
	return 0
}

// minus is next to a word that could be an operator: the page says that it then names a variable of
// an agent.
var minus = regexp.MustCompile(`[A-Z] - |- [A-Z]`)

// What is made from the grammar is read without an error of the syntax.
func TestSentencesOfTheGrammarAreRead(t *testing.T) {
	rules := pageGrammar(t)
	made, read := 0, 0
	for seed := range uint64(300) {
		s := &sentences{Rand: rand.New(rand.NewPCG(seed, 1)), rules: rules}
		for _, rule := range []string{
			"constant", "channels", "enumeration", "message", "identifiers", "guard", "process", "system", "property", "fairness", "compassion",
		} {
			var b strings.Builder
			s.room = 40
			s.write(rules[rule], &b)
			text := b.String()
			if rule == "process" {
				text = "agent A\n    repeat:" + text
			}
			_, list := parser.ParseFile(token.NewFileSet(), "sentence", []byte(text), parser.Options{})
			made++
			if !list.HasErrors() {
				read++
				continue
			}
			if !minus.MatchString(text) {
				t.Errorf("%s\n%s", list.Errors()[0], text)
			}
		}
	}
	if made-read > made/100 {
		t.Errorf("%d of %d sentences are not read", made-read, made)
	}
}
