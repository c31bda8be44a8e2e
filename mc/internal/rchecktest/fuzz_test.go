package rchecktest_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// FuzzModel compares the tree of whatever package rcheck accepts with its lowering.
func FuzzModel(f *testing.F) {
	for _, pattern := range []string{"testdata/kept/*.rcp", "../../../rcheck/testdata/*.rcp", "../../../rcheck/parser/testdata/models/*.rcp"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatalf("no sources in %s: %v", pattern, err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(src))
		}
	}
	for seed := range uint64(30) {
		f.Add(rchecktest.New(recipetest.Seeded(seed)).Text)
	}
	limits := rcheck.Limits{Expansion: 20_000, Domain: 50, Replicas: 10, Search: 10_000, Flow: 50_000}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 5000 {
			return
		}
		hang := time.AfterFunc(30*time.Second, func() { panic("no answer within 30 s") })
		defer hang.Stop()
		m := rchecktest.Model{Text: src, Options: rcheck.Options{Limits: limits}}
		if err := compareModel(m, map[string]int{}); !unimportant(err) {
			t.Fatal(err)
		}
	})
}
