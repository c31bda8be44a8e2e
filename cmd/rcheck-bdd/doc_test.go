package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

var (
	modelBlock = regexp.MustCompile("(?s)```rcp\n(.*?)```")
	isplBlock  = regexp.MustCompile("(?s)```ispl\n(.*?)```")
)

// The models of the README and the language page mean something, without a warning, and their
// properties are as the page suggests.
func TestModelsOfThePages(t *testing.T) {
	for page, verdicts := range map[string][][]string{
		"../../README.md": {{"served holds", "answers holds"}},
		"doc/language.md": {
			{"polite holds", "comes_in holds"},
			{"never_in_debt holds", "all_numbers holds"},
			{"one_for_each holds", "keeps_its_name holds", "to_clients holds"},
			{"buys holds"},
			{"one_token holds", "travels holds"},
		},
		"doc/open.md": {
			{"got_it holds", "waits_in_vain violated", "alone violated", "stuck_waiting holds"},
			{"waits holds"},
			{"small holds"},
			{"asks holds"},
		},
	} {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		blocks := modelBlock.FindAllSubmatch(text, -1)
		require.Len(t, blocks, len(verdicts))
		for i, block := range blocks {
			program, list := rcheck.Parse(page, block[1], rcheck.Options{})
			list = slices.DeleteFunc(list, func(d *diag.Diagnostic) bool { return d.Code == "RC0545" })
			require.Empty(t, list.Error()) // but for what the results are about
			r, err := mc.Check(context.Background(), program.System, rcp.Specification(program))
			require.NoError(t, err)
			var found []string
			for _, result := range r.Results {
				found = append(found, result.Property.Name+" "+result.Verdict.String())
			}
			require.Equal(t, verdicts[i], found)
		}
	}
}

// The contracts of the page about parts hold as it says.
func TestContractsOfThePage(t *testing.T) {
	text, err := os.ReadFile("doc/open.md")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "stations.rcp")
	require.NoError(t, os.WriteFile(file, modelBlock.FindAllSubmatch(text, -1)[2][1], 0o600))
	status, out, errs := call(t, "contracts", file)
	require.Zero(t, status, errs)
	require.Contains(t, string(text), "```\n"+out+"```")
}

// The model of the page about ISPL means what one expects of it, without a warning.
func TestModelOfTheISPLPage(t *testing.T) {
	text, err := os.ReadFile("doc/ispl.md")
	require.NoError(t, err)
	block := isplBlock.FindSubmatch(text)
	require.NotNil(t, block)
	file := filepath.Join(t.TempDir(), "coin.ispl")
	require.NoError(t, os.WriteFile(file, block[1], 0o600))
	status, out, errs := call(t, "check", file)
	require.Equal(t, 1, status)
	require.Empty(t, errs)
	var verdicts []string
	for _, line := range strings.Split(out, "\n")[:4] {
		verdicts = append(verdicts, strings.Fields(line)[0])
	}
	require.Equal(t, []string{"holds", "holds", "violated", "holds"}, verdicts)
}

// The model of the page about states is one without a warning, laid out as it is, and its
// properties are about states.
func TestModelOfThePageAboutStates(t *testing.T) {
	text, err := os.ReadFile("doc/states.md")
	require.NoError(t, err)
	block := modelBlock.FindSubmatch(text)
	require.NotNil(t, block)
	p, list := rcheck.Parse("states.md", block[1], rcheck.Options{})
	require.Empty(t, list.Error())
	require.Len(t, p.Specs, 7)
	for _, s := range p.Specs {
		require.NotNil(t, s.State, s.Name)
	}
	require.Equal(t, []int{1, 2}, p.Groups[0].Agents)
}

// On the page about strategies the guesser is right at once only if it may know the coin, and what
// the page prints of strategies is what the program prints.
func TestModelOfThePageAboutStrategies(t *testing.T) {
	text, err := os.ReadFile("doc/strategies.md")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "coin.rcp")
	require.NoError(t, os.WriteFile(file, modelBlock.FindSubmatch(text)[1], 0o600))
	shown := regexp.MustCompile("(?s)```text\n(.*?)```").FindAllSubmatch(text, -1)
	require.Len(t, shown, 2)
	for ability, verdicts := range map[string][]string{
		"perfect": {"holds", "holds", "violated"}, "uniform": {"violated", "holds", "violated"},
		"objective": {"holds", "holds", "violated"},
	} {
		status, out, errs := call(t, "check", "--witness", "--ability="+ability, file)
		require.Equal(t, 1, status, errs)
		for i, line := range strings.Split(out, "\n")[:3] {
			require.Equal(t, verdicts[i], strings.Fields(line)[0], "%s: %s", ability, line)
		}
		if ability == "uniform" {
			for _, block := range shown {
				require.Contains(t, out, string(block[1]))
			}
		}
	}
}

// Every flag that the pages name exists, and the pages name every command and every flag of check.
func TestPagesNameTheFlags(t *testing.T) {
	var pages strings.Builder
	names, err := filepath.Glob("doc/*.md")
	require.NoError(t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		pages.Write(text)
	}
	known := map[string]bool{}
	for _, c := range program().Commands {
		require.True(t, strings.Contains(pages.String(), "rcheck-bdd "+c.Name), c.Name)
		if c.Flags == nil {
			continue
		}
		flags := &cli.Flags{FlagSet: pflag.NewFlagSet(c.Name, pflag.ContinueOnError)}
		c.Flags(flags)
		flags.VisitAll(func(f *pflag.Flag) {
			known[f.Name] = true
			if c.Name == "check" {
				require.True(t, strings.Contains(pages.String(), "--"+f.Name), f.Name)
			}
		})
	}
	for _, m := range regexp.MustCompile("--([a-z][a-z-]*)").FindAllStringSubmatch(pages.String(), -1) {
		require.True(t, known[m[1]], "--%s", m[1])
	}
}

// The page about logs prints what the program prints.
func TestCommandsOfThePageAboutLogs(t *testing.T) {
	text, err := os.ReadFile("doc/logs.md")
	require.NoError(t, err)
	saved, shown := followPage(t, string(text))
	require.Equal(t, 5, saved)
	require.Len(t, regexp.MustCompile("(?m)^    rcheck-bdd |^```text$").FindAllString(string(text), -1), 1, "only the first command stands for any")
	require.Greater(t, shown, 30)
}

// The page about exploring prints what the program prints about dependencies of steps.
func TestCommandsOfThePageAboutExploring(t *testing.T) {
	text, err := os.ReadFile("doc/explore.md")
	require.NoError(t, err)
	saved, shown := followPage(t, string(text))
	require.Equal(t, 1, saved)
	require.Greater(t, shown, 6)
}
