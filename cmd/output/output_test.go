package output_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
)

// put makes a file and returns its path.
func put(t *testing.T, path, text string) string {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// has tests the content of a file.
func has(t *testing.T, path, text string) {
	t.Helper()
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, text, string(got))
}

// alone tests that nothing lies in a directory but the files of the given names.
func alone(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	require.ElementsMatch(t, names, got)
}

func TestNothingHappensBeforeCommit(t *testing.T) {
	dir := t.TempDir()
	old := put(t, filepath.Join(dir, "old"), "old")
	var files output.Files
	for _, path := range []string{old, filepath.Join(dir, "new")} {
		f, err := files.Create(path)
		require.NoError(t, err)
		f.WriteString("text")
	}
	has(t, old, "old")
	alone(t, dir, "old")
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, text := range []string{"first", "second, which is longer", "", "x"} {
		require.NoError(t, output.WriteFile(path, []byte(text)))
		has(t, path, text)
		alone(t, dir, "a")
	}
}

// An input is not overwritten, by whatever name it is called.
func TestInputsAreKept(t *testing.T) {
	dir := t.TempDir()
	in := put(t, filepath.Join(dir, "in"), "model")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "sub"), 0o777))
	link := func(name string, make func(string, string) error, to string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, make(to, path))
		return path
	}
	t.Chdir(dir)
	names := []string{
		in, "in", "./in", dir + "/sub/../in", dir + "//in",
		link("hard", os.Link, in), link("soft", os.Symlink, in), link("relative", os.Symlink, "sub/../in"),
		link("twice", os.Symlink, "relative"), link("elsewhere", os.Symlink, ".") + "/in",
	}
	for _, read := range names {
		for _, written := range names {
			early := new(output.Files)
			early.Declare(read)
			_, err := early.Create(written)
			require.ErrorIs(t, err, output.ErrConflict, "%s over %s", written, read)

			late := new(output.Files)
			f, err := late.Create(written)
			require.NoError(t, err)
			text, err := late.Read(context.Background(), read)
			require.NoError(t, err)
			require.Equal(t, "model", string(text))
			f.WriteString("result")
			require.ErrorIs(t, f.Commit(), output.ErrConflict, "%s over %s", written, read)
		}
	}
	has(t, in, "model")
}

// Two outputs do not share a path, also if there is nothing there yet.
func TestOutputsDiffer(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.Symlink("target", "dangling"))
	require.NoError(t, os.Symlink(".", "here"))
	names := []string{"target", "./target", filepath.Join(dir, "target"), "dangling", "here/target"}
	for _, first := range names {
		for _, second := range names {
			var files output.Files
			_, err := files.Create(first)
			require.NoError(t, err)
			_, err = files.Create(second)
			require.ErrorIs(t, err, output.ErrConflict, "%s and %s", first, second)
		}
	}
	// Names of one file that come to be one only while the command runs.
	var files output.Files
	a, err := files.Create("a")
	require.NoError(t, err)
	b, err := files.Create("b")
	require.NoError(t, err)
	require.NoError(t, a.Commit())
	require.NoError(t, os.Link("a", "b"))
	require.ErrorIs(t, b.Commit(), output.ErrConflict)
	// What is given up can be written again, and so can the null device.
	a.Forget()
	_, err = files.Create("a")
	require.NoError(t, err)
	for range 2 {
		_, err = files.Create(os.DevNull)
		require.NoError(t, err)
	}
}

// Links stay what they are, and what they lead to is written, even if it did not exist.
func TestLinksStay(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.Symlink("target", "soft"))
	for _, text := range []string{"created", "replaced"} {
		require.NoError(t, output.WriteFile("soft", []byte(text)))
		has(t, "target", text)
		to, err := os.Readlink("soft")
		require.NoError(t, err)
		require.Equal(t, "target", to)
	}
	require.NoError(t, os.Link("target", "hard"))
	for _, text := range []string{"a text that is longer than the other", "short", ""} {
		require.NoError(t, output.WriteFile("target", []byte(text)))
		has(t, "hard", text)
	}
	alone(t, dir, "target", "soft", "hard")
	require.NoError(t, os.Symlink("loop", "loop"))
	require.ErrorContains(t, output.WriteFile("loop", nil), "cannot write loop: ")
}

func TestModeStays(t *testing.T) {
	path := put(t, filepath.Join(t.TempDir(), "script"), "old")
	for _, mode := range []os.FileMode{0o755, 0o600, 0o640} {
		require.NoError(t, os.Chmod(path, mode))
		require.NoError(t, output.WriteFile(path, []byte(mode.String())))
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode())
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := put(t, filepath.Join(dir, "m"), "old")
	var files output.Files
	_, err := files.Replace(path)
	require.ErrorContains(t, err, "no longer the file that was read")
	_, err = files.Read(context.Background(), path)
	require.NoError(t, err)
	f, err := files.Replace(path)
	require.NoError(t, err)
	f.WriteString("new")
	put(t, path, "edited meanwhile")
	require.ErrorContains(t, f.Commit(), "has changed since it was read")
	has(t, path, "edited meanwhile")
}

func TestFaults(t *testing.T) {
	dir := t.TempDir()
	for path, fault := range map[string]string{
		"":                                       "the name is empty",
		dir:                                      "it is a directory",
		dir + "/":                                "it is a directory",
		filepath.Join(dir, "no", "such"):         "no such file or directory",
		filepath.Join(dir, "new") + "/":          "it is a directory",
		filepath.Join(put(t, dir+"/f", ""), "x"): "not a directory",
		filepath.Join(dir, strings.Repeat("x", 300)): "file name too long",
	} {
		err := output.WriteFile(path, nil)
		require.ErrorContains(t, err, fault, path)
		require.ErrorContains(t, err, "cannot write ")
	}
	alone(t, dir, "f")
}

// The descriptors of the standard streams are the streams of the command.
func TestStandardStreams(t *testing.T) {
	var out, errs bytes.Buffer
	files := output.Files{Stdout: &out, Stderr: &errs}
	for _, path := range []string{"/dev/stdout", "/dev/stderr"} {
		f, err := files.Create(path)
		require.NoError(t, err)
		f.WriteString(path)
		require.NoError(t, f.Commit())
	}
	require.Equal(t, "/dev/stdout /dev/stderr", out.String()+" "+errs.String())
	_, err := files.Create("/dev/fd/1")
	require.ErrorIs(t, err, output.ErrConflict)
}
