package parser_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// annotation is a comment `/* ERROR RC0104 text */` or `/* WARNING … */`: a diagnostic with that
// code and a message that contains the text begins at what follows the comment.
var annotation = regexp.MustCompile(`/\* (ERROR|WARNING) (RC\d{4}) (.*?) \*/\s*(/\* (?:ERROR|WARNING).*?\*/\s*)*`)

// expected returns the annotations of a source as "offset severity[code]" with the text they want.
func expected(src string) map[string][]string {
	want := map[string][]string{}
	for from := 0; ; {
		m := annotation.FindStringSubmatchIndex(src[from:])
		if m == nil {
			return want
		}
		at := func(i int) string { return src[from+m[2*i] : from+m[2*i+1]] }
		key := fmt.Sprintf("%d %s[%s]", from+m[1], strings.ToLower(at(1)), at(2))
		want[key] = append(want[key], at(3))
		from += m[7] + len(" */")
	}
}

func TestErrors(t *testing.T) {
	paths, err := filepath.Glob("testdata/errors/*.rcp")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			_, list := parser.ParseFile(token.NewFileSet(), filepath.Base(path), src, parser.Options{})
			want := expected(string(src))
			require.NotEmpty(t, want)
			for _, d := range list {
				key := fmt.Sprintf("%d %s[%s]", d.Start.Offset, d.Severity, d.Code)
				texts, ok := want[key]
				if !assert.True(t, ok, "unexpected: %s", d) {
					continue
				}
				assert.Contains(t, d.Message(), texts[0], "at %s", d.Start)
				if want[key] = texts[1:]; len(texts) == 1 {
					delete(want, key)
				}
			}
			var missing []string
			for key, texts := range want {
				missing = append(missing, fmt.Sprintf("%s %q", key, texts))
			}
			sort.Strings(missing)
			assert.Empty(t, missing, "annotated but not reported")
		})
	}
}

// Every code's example gets that code and no other.
func TestExamplesOfCodes(t *testing.T) {
	without := map[diag.Code]bool{parser.TooManyErrors: true} // see TestTooManyErrors
	infos := slices.DeleteFunc(diag.All(), func(i diag.Info) bool { return i.Code >= "RC0300" })
	require.Greater(t, len(infos), 10)
	for _, info := range infos {
		t.Run(string(info.Code), func(t *testing.T) {
			assert.NotEmpty(t, info.Summary)
			assert.NotEmpty(t, info.Explanation)
			if without[info.Code] {
				return
			}
			_, list := parser.ParseFile(token.NewFileSet(), "example.rcp", []byte(info.Example), parser.Options{})
			require.NotEmpty(t, list)
			for _, d := range list {
				assert.Equal(t, info.Code, d.Code, "%s", d)
				assert.Equal(t, info.Severity, d.Severity)
				assert.True(t, d.Start.IsValid())
			}
		})
	}
}

func TestTooManyErrors(t *testing.T) {
	src := strings.Repeat("const = 1;\n", 2*parser.MaxErrors)
	src = strings.Repeat("SPEC a &;\n", 2*parser.MaxErrors) + src
	_, list := parser.ParseFile(token.NewFileSet(), "many.rcp", []byte(src), parser.Options{})
	require.Len(t, list, parser.MaxErrors+1)
	assert.Equal(t, parser.TooManyErrors, list[len(list)-1].Code)
}

// The word `property` has advice of its own, but not as the beginning of a keyword of this language.
func TestAdviceForKeywords(t *testing.T) {
	for source, want := range map[string]string{
		"message-structure:\nproperty-variables:": "expected the name of a data variable, found name `property`",
		"enum k { a }\nproperty safe":             "expected `,` or the next declaration, found name `property`; a property is written `SPEC NAME safe := …`",
	} {
		_, list := parser.ParseFile(token.NewFileSet(), "m.rcp", []byte(source), parser.Options{})
		require.NotEmpty(t, list)
		assert.Equal(t, want, list[0].Message())
	}
}
