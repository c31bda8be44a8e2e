package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// decoded reads a YAML text without members that the type does not know.
func decoded[T any](t *testing.T, text []byte) T {
	t.Helper()
	var out T
	d := yaml.NewDecoder(strings.NewReader(string(text)))
	d.KnownFields(true)
	require.NoError(t, d.Decode(&out))
	return out
}

// pipeline is a folder as a service has it: a repository with a model in models/, and a program
// `go` that installs nothing, because the program is there.
func pipeline(t *testing.T) (folder string, run func(status int, shell string, env ...string) string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	folder = t.TempDir()
	tools := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(tools, "go"), []byte("#!/bin/sh\necho \"go $*\"\n"), 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "models"), 0o700))
	model, err := os.ReadFile("testdata/models/lamp.rcp")
	require.NoError(t, err)
	expected := strings.ReplaceAll(string(model), "SPEC NAME stays", "//rcheck: expect violated\nSPEC NAME stays")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "models", "lamp.rcp"), []byte(expected), 0o600))
	return folder, func(status int, shell string, env ...string) string {
		c := exec.Command("bash", "-e", "-o", "pipefail", "-c", shell)
		c.Dir = folder
		c.Env = append(append(os.Environ(), "PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH")), env...)
		out, err := c.CombinedOutput()
		require.Equal(t, status, c.ProcessState.ExitCode(), "%v: %s", err, out)
		return string(out)
	}
}

// snippet is the YAML under a heading of the page about continuous integration.
func snippet(t *testing.T, heading string) []byte {
	t.Helper()
	page, err := os.ReadFile("doc/ci.md")
	require.NoError(t, err)
	m := regexp.MustCompile("(?s)\n## " + heading + "\n.*?```yaml\n(.*?)```").FindSubmatch(page)
	require.NotNil(t, m)
	return m[1]
}

// The steps of the action run as a runner runs them: inputs with their defaults come through the
// environment.
func TestGitHubAction(t *testing.T) {
	type step struct {
		Name, Uses, Shell, Run, If string
		Env, With                  map[string]string
	}
	type input struct {
		Description, Default string
		Required             bool
	}
	text, err := os.ReadFile("../ci/action.yml")
	require.NoError(t, err)
	action := decoded[struct {
		Name, Description string
		Inputs            map[string]input
		Runs              struct {
			Using string
			Steps []step
		}
	}](t, text)
	type job struct {
		RunsOn      string `yaml:"runs-on"`
		Permissions map[string]string
		Steps       []step
	}
	workflow := decoded[struct {
		Name string
		On   []string
		Jobs map[string]job
	}](t, snippet(t, "GitHub"))
	given := workflow.Jobs["check"].Steps[1]
	require.Equal(t, "rcheck-bdd/rcheck-bdd/cmd/ci@main", given.Uses)
	for name := range given.With {
		require.Contains(t, action.Inputs, name)
	}
	folder, run := pipeline(t)
	reference := regexp.MustCompile(`^\$\{\{ inputs\.(\w+) \}\}$`)
	ran := 0
	for _, s := range action.Runs.Steps {
		if s.Run == "" {
			require.NotEmpty(t, s.Uses)
			continue
		}
		require.Equal(t, "bash", s.Shell)
		require.NotContains(t, s.Run, "${{", "what others can write must not be part of a script")
		var env []string
		for name, value := range s.Env {
			m := reference.FindStringSubmatch(value)
			require.NotNil(t, m, value)
			declared, ok := action.Inputs[m[1]]
			require.True(t, ok, m[1])
			if set, ok := given.With[m[1]]; ok {
				declared.Default = set
			}
			env = append(env, name+"="+declared.Default)
		}
		status := 0
		if s.Name == "check" {
			status = 1 // a warning about lit, which --deny=all names
		}
		out := run(status, s.Run, env...)
		ran++
		if s.Name == "install" {
			require.Equal(t, "go install github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd@latest\n", out)
		}
	}
	require.Equal(t, 2, ran)
	log, err := os.ReadFile(filepath.Join(folder, "rcheck-bdd.sarif"))
	require.NoError(t, err)
	require.Contains(t, string(log), `"ruleId": "RC0305"`)
	require.NotContains(t, string(log), "property-violated")
}

func TestGitLabSnippet(t *testing.T) {
	jobs := decoded[map[string]struct {
		Image     string
		Script    []string
		Artifacts struct {
			When    string
			Reports map[string]string
		}
	}](t, snippet(t, "GitLab"))
	job := jobs["models"]
	folder, run := pipeline(t)
	run(1, strings.Join(job.Script, "\n"))
	require.FileExists(t, filepath.Join(folder, job.Artifacts.Reports["junit"]))
}

// A hook is run with its arguments, then with the names of files.
func TestPreCommitHooks(t *testing.T) {
	type hook struct {
		ID, Name, Description, Entry, Language, Files string
		Args                                          []string
	}
	text, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	require.NoError(t, err)
	hooks := map[string]hook{}
	for _, h := range decoded[[]hook](t, text) {
		hooks[h.ID] = h
	}
	config := decoded[struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []hook
		}
	}](t, snippet(t, "pre-commit"))
	require.Len(t, config.Repos[0].Hooks, len(hooks))
	_, run := pipeline(t)
	for _, used := range config.Repos[0].Hooks {
		h, ok := hooks[used.ID]
		require.True(t, ok, used.ID)
		require.Regexp(t, regexp.MustCompile(h.Files), "models/lamp.rcp")
		require.NotRegexp(t, regexp.MustCompile(h.Files), "models/lamp.rcp.json")
		run(0, h.Entry+" "+strings.Join(used.Args, " ")+" models/lamp.rcp")
	}
}
