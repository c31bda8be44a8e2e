package workbench

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever begins a declaration or a section is a keyword for all highlighters.
func TestHighlightersKnowTheKeywords(t *testing.T) {
	begins := regexp.MustCompile(
		`^([A-Z]{4,}|const|enum|guard|agent|system|local|init|relabel|receive-guard|observe|red|violation|picture|repeat)$`,
	)
	files := []string{
		"../page/web/src/language.ts",
		"../../../editors/vim/syntax/rcheck.vim",
		"../../../editors/vscode/syntaxes/rcheck.tmLanguage.json",
	}
	checked := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		plain := strings.ReplaceAll(string(text), `\\b`, " ") // the edges of words in JSON
		for _, word := range slices.Sorted(maps.Keys(words)) {
			if begins.MatchString(word) {
				checked++
				require.Regexp(t, `\b`+word+`\b`, plain, file)
			}
		}
	}
	require.Greater(t, checked, 60)
}
