//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
)

// plant is a program with a fault, and what [TestHostileInputs] says about it.
type plant struct {
	run  hostileRunner
	says string
}

// planted is a program that does something and succeeds.
func planted(do func(env *cli.Env)) hostileRunner {
	return func(_ context.Context, env *cli.Env, _ []string) int {
		fmt.Fprintln(env.Stderr, "done")
		do(env)
		return 0
	}
}

// must ends the process if planting fails.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

var plants = []plant{
	{planted(func(*cli.Env) { panic("planted") }), "panic: planted"},
	{planted(func(*cli.Env) { go panic("planted"); select {} }), "the process ended: exit status 2"},
	{planted(func(*cli.Env) { spin() }), "s of processor time"},
	{planted(func(*cli.Env) { hoard() }), "the process ended: exit status 4"},
	{planted(func(env *cli.Env) { io.WriteString(env.Stderr, "a\x1b[1Gb") }), "not escaped"},
	{planted(func(env *cli.Env) { io.WriteString(env.Stderr, "\u202e") }), "not escaped"},
	{planted(func(env *cli.Env) { io.WriteString(env.Stderr, "x\n"+canary+"\n") }), "forged line"},
	{planted(func(env *cli.Env) { io.WriteString(env.Stderr, "internal error: x\n") }), "internal error"},
	{planted(func(*cli.Env) { must(os.Remove("o.rcp")) }), "\"o.rcp\" is lost"},
	{planted(func(*cli.Env) { must(os.WriteFile("t.json", []byte("{}"), 0o666)) }), "\"t.json\" was changed"},
	{planted(func(*cli.Env) { must(os.Chmod("script", 0o755)) }), "\"script\" has another mode"},
	{planted(func(*cli.Env) { must(os.WriteFile("x.tmp", []byte("x"), 0o666)) }), "\"x.tmp\" was left behind"},
	{func(context.Context, *cli.Env, []string) int { return cli.Failed }, "fails without a word"},
	{func(context.Context, *cli.Env, []string) int { return 7 }, "exit status 7"},
}

func spin() {
	for i := 0; ; i++ {
		if i < 0 {
			return
		}
	}
}

func hoard() {
	var all [][]byte
	for {
		block := make([]byte, 1<<24)
		for i := range block {
			block[i] = 1
		}
		all = append(all, block)
		if len(all) > 1000 {
			return
		}
	}
}

// What [TestHostileInputs] looks for it finds.
func TestHostilePlantsAreFound(t *testing.T) {
	var report strings.Builder
	for next := 0; next < len(plants); {
		end, text := hostileProcess(t, next, len(plants), true)
		report.WriteString(text)
		next = end
	}
	for i, p := range plants {
		require.Regexp(t, fmt.Sprintf(`(?m)^fault %d: .*%s`, i, regexp.QuoteMeta(p.says)), report.String())
	}
	require.NotEmpty(t, wellFormed("x", `{"a":`))
	require.NotEmpty(t, wellFormed("x", "<svg><a></svg>"))
	require.NotEmpty(t, wellFormed("x", "text\u009b"))
	require.NotEmpty(t, wellFormed("x", ""))
	require.Empty(t, wellFormed("x", "<svg/>"))
	good := "-rw-r----- agent A local: x : bool init: x repeat: <x> *! (TRUE)()[x := !x]\nsystem = A(a, TRUE)\n"
	require.Empty(t, sameModel(good, good+"// more\n", ""))
	require.NotEmpty(t, sameModel(good, good[:40], ""))
	require.NotEmpty(t, sameModel(good, good+"SPEC G a-x;", ""))
}
