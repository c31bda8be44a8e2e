//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// canary is what hostile names and texts try to make a line of its own.
const canary = "FORGED"

// corpus is what hostile inputs are made of.
type corpus struct {
	models   []string
	good     []string // models without errors
	joint    []string // models in ISPL
	tokens   []string // of all models, in their order, blanks and comments included
	traces   []string // documents of check and saved runs of models[0], which is called m.rcp
	formulas []string
	scripts  []string
}

var tokens = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|[A-Za-z_]\w*|\d+|\s+|:=|<-|->|\|\||.`)

// newCorpus gathers the models of the repository and makes traces of some.
func newCorpus() *corpus {
	c := &corpus{
		formulas: []string{
			"G (switch-pressed <-> lamp-shines)", "F G lamp-shines", "<sender = switch & DO = on> true", "[sender != switch] false",
			"forall k : Lamp . G F k-shines", "exists i : 1..3 . G switch-pressed", "switch-pressed U lamp-shines W !lamp-shines R true",
			"p U (q W X r)", "!(a -> b) <-> (a & !b)", "G (p -> F q) & G F r", "deadlock", "lamp-automaton-state = 0", "next(lamp-shines)",
		},
		scripts: []string{
			"list\nrandom 3\nstate\nblocked\ntrace full\nback 2\ntest lamp-shines\n",
			"take 1\nwhere next(lamp-shines)\ngoto lamp-shines\nuntil 20 !lamp-shines\nchanges\nsave run.json\nreset\n",
			"start\nbegin 1\nhelp\nnext 2\n# nothing\nsave out.json\nquit\n",
		},
	}
	for _, pattern := range []string{
		"testdata/models/*.rcp", "../../bench/models/*.rcp", "../../bench/models/*/*.rcp", "../../rcheck/testdata/*.rcp",
		"../../rcheck/testdata/*/*.rcp", "../../rcheck/parser/testdata/*/*.rcp", "../../mc/internal/rchecktest/testdata/kept/*.rcp",
		"../../mc/export/smv/testdata/*.rcp",
	} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			panic(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				panic(err)
			}
			if strings.HasSuffix(path, "lamp.rcp") {
				c.models = append([]string{string(text)}, c.models...)
			} else {
				c.models = append(c.models, string(text))
			}
		}
	}
	paths, _ := filepath.Glob("../../bench/models/ispl/*.ispl") // the pattern is good
	for _, path := range append(paths, "../../rcheck/ispl/testdata/format/small.ispl") {
		text, err := os.ReadFile(path)
		if err != nil {
			panic(err)
		}
		c.joint = append(c.joint, string(text))
		c.tokens = append(c.tokens, tokens.FindAllString(string(text), -1)...)
	}
	for _, m := range c.models {
		if _, list := rcheck.Parse("m.rcp", []byte(m), rcheck.Options{}); !list.HasErrors() {
			c.good = append(c.good, m)
		}
		c.tokens = append(c.tokens, tokens.FindAllString(m, -1)...)
	}
	return c
}

// addTraces makes traces of the first model in the present directory.
func (c *corpus) addTraces() {
	if err := os.WriteFile("m.rcp", []byte(c.models[0]), 0o666); err != nil {
		panic(err)
	}
	for _, args := range [][]string{
		{"check", "-q", "--json=out.json", "m.rcp"}, {"simulate", "--steps", "4", "--save", "out.json", "m.rcp"},
		{"check", "-q", "--json=out.json", "--set", "N=1", "--prop", "G !lamp-shines", "m.rcp"},
	} {
		var out bytes.Buffer
		env := &cli.Env{Stdin: &out, Stdout: &out, Stderr: &out, Getenv: func(string) string { return "" }}
		program().Run(context.Background(), env, args)
		if text, err := os.ReadFile("out.json"); err == nil {
			c.traces = append(c.traces, string(text))
		}
	}
	os.Remove("out.json")
}

// hostileTexts are put into names, comments and strings.
var hostileTexts = []string{
	"\x1b[1G\x1b[32mholds\x1b[0m", "\x1b]0;title\x07", "\u009b1G", "\u202e", "\u2066", "\r", "\b\b\b\b", "\x00", "\x7f", "\xff\xfe", "\xc3", "\u2028",
	"\u200b", "\U000e0041", "\n" + canary + " holds\n", "]]>", "\"", "\\", "'", "&amp;<b>", "-->", "%s%n", "\ufeff", "𝒢", "é", "\u0301",
}

// mutate changes a text in one to four ways.
func (c *corpus) mutate(r *rand.Rand, text string) string {
	if r.IntN(2) == 0 {
		text = c.mutateGently(r, text)
	} else {
		for range 1 + r.IntN(2)*r.IntN(4) {
			text = c.mutateOnce(r, text)
		}
	}
	const longest = 200_000
	return text[:min(len(text), longest)]
}

// somewhere is a random place in a text, where a token begins if it can be.
func somewhere(r *rand.Rand, text string) int { return r.IntN(len(text) + 1) }

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// mutateGently changes a text so that it is often as good as before.
func (c *corpus) mutateGently(r *rand.Rand, text string) string {
	blank := regexp.MustCompile(`\s+`)
	switch r.IntN(5) {
	case 0:
		return replaceToken(r, text, blank, " /* "+pick(r, hostileTexts)+" */ ")
	case 1:
		return replaceToken(r, text, blank, " // "+pick(r, hostileTexts)+"\n")
	case 2:
		return replaceToken(r, text, regexp.MustCompile(`\d+`), fmt.Sprint(r.IntN(300)))
	case 3:
		return replaceToken(r, text, regexp.MustCompile(`[<>=&|+*!-]|->`), pick(r, []string{"<", "=", "&", "|", "+", "*", "-", "->", "!", "!="}))
	}
	name := regexp.MustCompile(`[A-Za-z_]\w*`)
	return replaceToken(r, text, name, pick(r, name.FindAllString(text+" x", -1)))
}

func (c *corpus) mutateOnce(r *rand.Rand, text string) string {
	at := somewhere(r, text)
	switch r.IntN(16) {
	case 0: // flip bytes
		b := []byte(text)
		for range 1 + r.IntN(4) {
			if len(b) > 0 {
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			}
		}
		return string(b)
	case 1: // cut
		return text[:at]
	case 2: // hostile characters in the middle
		return text[:at] + pick(r, hostileTexts) + text[at:]
	case 3: // in comments
		return text[:at] + " /* " + pick(r, hostileTexts) + " */ " + text[at:]
	case 4:
		return text[:at] + " // " + pick(r, hostileTexts) + "\n" + text[at:]
	case 5: // huge numbers
		number := pick(r, []string{"0", "-1", "255", "65536", "1048576", "2147483648", "9223372036854775807", "99999999999999999999999", "1..1048576", "-5..5"})
		return replaceToken(r, text, regexp.MustCompile(`\d+`), number)
	case 6: // deep nesting
		n := 1 << r.IntN(15)
		p := pick(r, [][2]string{{"(", ")"}, {"!", ""}, {"[", "]"}, {"{", "}"}, {"F ", ""}, {"<x> ", ""}, {"((", "))"}, {"rep (", ")"}, {"{\"a\":", "}"}, {"-", ""}})
		return text[:at] + strings.Repeat(p[0], n) + "x" + strings.Repeat(p[1], n) + text[at:]
	case 7: // the same again and again
		end := min(len(text), at+1+r.IntN(60))
		return text[:end] + strings.Repeat(text[at:end], 1<<r.IntN(10)) + text[end:]
	case 8: // long lines and names
		return text[:at] + strings.Repeat(pick(r, []string{"a", " ", "\t", "é", "a,", "x & ", "x | (", "1 + "}), 1<<r.IntN(15)) + text[at:]
	case 9: // a line away, twice, or elsewhere
		lines := strings.SplitAfter(text, "\n")
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		lines[i], lines[j] = lines[j], pick(r, []string{lines[i], "", lines[j]})
		return strings.Join(lines, "")
	case 10: // nothing but bytes
		b := make([]byte, r.IntN(300))
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		return text[:at] + string(b)
	case 11, 12: // tokens of other models
		start := r.IntN(len(c.tokens))
		part := strings.Join(c.tokens[start:min(len(c.tokens), start+1+r.IntN(12))], "")
		end := min(len(text), at+r.IntN(20))
		return text[:at] + part + text[end:]
	case 13: // one name for another
		name := regexp.MustCompile(`[A-Za-z_]\w*`)
		return replaceToken(r, text, name, pick(r, name.FindAllString(text+" x", -1)))
	case 14: // one token for another
		return replaceToken(r, text, tokens, pick(r, c.tokens))
	}
	return replaceToken(r, text, tokens, "")
}

// replaceToken replaces one match of a pattern.
func replaceToken(r *rand.Rand, text string, pattern *regexp.Regexp, with string) string {
	at := somewhere(r, text)
	loc := pattern.FindStringIndex(text[at:])
	if loc == nil {
		return text
	}
	return text[:at+loc[0]] + with + text[at+loc[1]:]
}

// mutateJSON changes a trace so that it often stays JSON.
func (c *corpus) mutateJSON(r *rand.Rand, text string) string {
	if r.IntN(3) == 0 {
		return c.mutate(r, text)
	}
	value := regexp.MustCompile(`"[^"]*"|-?\d+|true|false|\[|\{`)
	for range 1 + r.IntN(3) {
		hostile := fmt.Sprintf("%q", pick(r, hostileTexts))
		hostile = regexp.MustCompile(`\\x(..)`).ReplaceAllString(hostile, `\u00$1`)
		with := pick(r, []string{hostile, "null", "-1", "1e99", "99999999999999999999", "true", "[]", "{}", `"m.rcp"`, `"client1"`, `""`, "[[", `"o.rcp"`})
		text = replaceToken(r, text, value, with)
	}
	return text
}

// mutateScript changes a script so that it saves nothing outside of its directory.
func (c *corpus) mutateScript(r *rand.Rand, text string) string {
	lines := strings.Split(c.mutate(r, text), "\n")
	for i, line := range lines {
		if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word != "" && strings.HasPrefix("save", word) {
			lines[i] = strings.ReplaceAll(line, "/", "")
		}
	}
	return strings.Join(lines, "\n")
}
