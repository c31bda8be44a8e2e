package workbench

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A placesFile has a model in each language with places to type at, each marked by a name in ‹›,
// and sixty texts that are typed there, with what may be offered first. .ci/editors asks the same
// in editors.
type placesFile struct {
	RCheck, ISPL []string
	Places       []struct {
		At, Typed string
		First     []string
	}
}

func readPlaces(t *testing.T) (f placesFile) {
	text, err := os.ReadFile("testdata/places.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &f))
	return f
}

var mark = regexp.MustCompile(`‹[^›]*›`)

// firstOffered is what stands first in the list of an editor: by the texts to sort by, of those
// that begin as what is typed.
func firstOffered(items []CompletionItem) string {
	if len(items) == 0 {
		return ""
	}
	return slices.MinFunc(items, func(a, b CompletionItem) int { return strings.Compare(a.SortText, b.SortText) }).Label
}

// placed is a model with a text typed at a place, and where the text ends.
func placed(t *testing.T, at, typed string) (*Document, Position) {
	f := readPlaces(t)
	model, name := f.RCheck, "p.rcp"
	if where, is := strings.CutPrefix(at, "ispl "); is {
		model, name, at = f.ISPL, "p.ispl", where
	}
	before, after, found := strings.Cut(strings.Join(model, "\n"), "‹"+at+"›")
	require.True(t, found, at)
	before = mark.ReplaceAllString(before, "") + typed
	d := NewDocument("file:///"+name, "", 1, before+mark.ReplaceAllString(after, ""))
	return d, d.lines.position(len(before))
}

// At sixty places, what comes first is of the right kind in at least so many.
func TestPlacesToComplete(t *testing.T) {
	const least = 58
	places := readPlaces(t).Places
	require.Len(t, places, 60)
	right := 0
	for _, p := range places {
		d, at := placed(t, p.At, p.Typed)
		if first := firstOffered(At(d, at).Complete()); slices.Contains(p.First, first) {
			right++
		} else {
			t.Logf("%s: %s‸ offers %q first, not one of %s", p.At, p.Typed, first, p.First)
		}
	}
	require.GreaterOrEqual(t, right, least)
	t.Logf("%d of %d", right, len(places))
}
