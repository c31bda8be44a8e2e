package diag_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// An error and a warning.
const broken, odd diag.Code = "RC0101", "RC0303"

func ExampleReporter() {
	files := token.NewFileSet()
	f := files.Add("model.rcp", []byte("agent A\n  locl: x : bool\n"))
	rep := &diag.Reporter{Files: files}
	at := token.Span{Start: f.Pos(10), End: f.Pos(14)}
	rep.Report(broken, at, "expected a section, found `locl`").Suggest(diag.DidYouMean("locl", []string{"init", "local"}))
	fmt.Println(rep.List.Err())
	// Output: model.rcp:2:3: error[RC0101]: expected a section, found `locl`; did you mean `local`?
}

func report(files *token.FileSet, f *token.File, offsets ...int) *diag.Reporter {
	rep := &diag.Reporter{Files: files}
	for _, at := range offsets {
		rep.Report(broken, token.Span{Start: f.Pos(at), End: f.Pos(at + 1)}, "at %d", at)
	}
	return rep
}

func TestListSortsAndDropsRepetitions(t *testing.T) {
	files := token.NewFileSet()
	b, a := files.Add("b", []byte("0123456789")), files.Add("a", []byte("0123456789"))
	list := append(report(files, b, 3, 1, 3).List, report(files, a, 5).List...)
	list.Sort()
	var got []string
	for _, d := range list {
		got = append(got, d.Start.String()+" "+d.Message())
	}
	assert.Equal(t, []string{"a:1:6 at 5", "b:1:2 at 1", "b:1:4 at 3"}, got)
}

func TestErrIgnoresWarnings(t *testing.T) {
	files := token.NewFileSet()
	f := files.Add("m", []byte("xy"))
	rep := &diag.Reporter{Files: files}
	assert.NoError(t, rep.List.Err())
	w := rep.Report(odd, token.Span{Start: f.Pos(0), End: f.Pos(1)}, "strange")
	assert.Equal(t, diag.Warning, w.Severity)
	assert.NoError(t, rep.List.Err())
	assert.False(t, rep.List.HasErrors())
	rep.Report(broken, token.Span{Start: f.Pos(1), End: f.Pos(2)}, "")
	err := rep.List.Err()
	require.Error(t, err)
	var list diag.List
	require.True(t, errors.As(err, &list))
	assert.Len(t, list, 1)
	assert.Equal(t, "m:1:2: error[RC0101]: illegal character", err.Error(), "the summary stands for a missing detail")
	assert.Len(t, rep.List.Warnings(), 1)
}

func TestRelatedPlaces(t *testing.T) {
	files := token.NewFileSet()
	f := files.Add("m", []byte("x\nx\n"))
	rep := &diag.Reporter{Files: files}
	d := rep.Report(broken, token.Span{Start: f.Pos(2), End: f.Pos(3)}, "declared twice")
	rep.Relate(d, token.Span{Start: f.Pos(0), End: f.Pos(1)}, "the first %s", "one")
	require.Len(t, d.Related, 1)
	assert.Equal(t, "m:1:1 the first one", d.Related[0].Start.String()+" "+d.Related[0].Message)
}

func TestReporterDropsErrorsBeyondTheLimit(t *testing.T) {
	files := token.NewFileSet()
	f := files.Add("m", []byte("0123456789"))
	rep := &diag.Reporter{Files: files, MaxErrors: 2}
	at := token.Span{Start: f.Pos(0), End: f.Pos(1)}
	for range 5 {
		rep.Report(broken, at, "x")
		rep.Report(odd, at, "y")
	}
	assert.Len(t, rep.List.Errors(), 2)
	assert.Len(t, rep.List.Warnings(), 5)
	assert.Equal(t, 3, rep.Dropped)
}

func TestCatalogue(t *testing.T) {
	assert.Equal(t, diag.Info{Code: "RC0000"}, diag.Lookup("RC0000"))
	all := diag.All()
	assert.IsIncreasing(t, codes(all))
	for _, info := range all {
		assert.Regexp(t, `^RC\d{4}$`, info.Code)
		assert.NotEmpty(t, info.Summary, info.Code)
		assert.NotEmpty(t, info.Explanation, info.Code)
		assert.Equal(t, info, diag.Lookup(info.Code))
	}
	assert.Equal(t, []diag.Info{
		{Code: "a", Severity: diag.Warning, Summary: "b: c", Explanation: "Two lines.", Example: "x\n\n  \xff y\n"}, {Code: "d", Summary: "e", Explanation: "f"},
	}, diag.ReadInfos("# Title\n\nText.\n\n## a warning: b: c\n\nTwo\nlines.\n\n    x\n\n      \\xff y\n\n## d error: e\n\nf\n"))
}

// Every code is a constant of one package, and documented.
func TestEveryCodeIsDocumented(t *testing.T) {
	constant := regexp.MustCompile(`diag\.Code += "(RC\d{4})"`)
	var found []diag.Code
	for _, folder := range []string{"..", "../../cmd"} {
		require.NoError(t, filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range constant.FindAllSubmatch(text, -1) {
				found = append(found, diag.Code(m[1]))
			}
			return err
		}))
	}
	slices.Sort(found)
	assert.Equal(t, codes(diag.All()), found)
}

func codes(infos []diag.Info) []diag.Code {
	var out []diag.Code
	for _, i := range infos {
		out = append(out, i.Code)
	}
	return out
}

func TestClosest(t *testing.T) {
	names := []string{"cLink", "mLink", "client1", "client2", "x", "role"}
	for _, test := range []struct{ found, want string }{
		{"clink", "cLink"},
		{"cLnik", "cLink"},
		{"Link", "cLink"}, // as close as mLink, and first
		{"clinet1", "client1"},
		{"client3", "client1"},
		{"roles", "role"},
		{"y", ""},
		{"X", ""},
		{"role", ""}, // a candidate itself is no suggestion, and nothing else is close
		{"manager", ""},
		{"", ""},
	} {
		assert.Equal(t, test.want, diag.Closest(test.found, names), test.found)
	}
	assert.Equal(t, "", diag.DidYouMean("manager", names))
}
