package rcheck

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// FuzzCheck checks that every source has a consistent system or errors, and no panic.
func FuzzCheck(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join("testdata", "*.rcp"))
	corpus, _ := filepath.Glob(filepath.Join("testdata", "diagnostics", "*.rcp"))
	for _, file := range append(files, corpus...) {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src), "G (client1-sReserve -> F <sender = client1> true)")
	}
	for _, info := range diag.All() {
		f.Add(info.Example, "forall k : A . G [[exists(p = 1) | sender = k]] F k-x")
	}
	limits := Limits{Expansion: 20_000, Domain: 1000, Replicas: 50, Search: 10_000, Flow: 50_000}
	f.Fuzz(func(t *testing.T, src, formula string) {
		hang := time.AfterFunc(20*time.Second, func() { panic("no answer within 20 s") })
		defer hang.Stop()
		p, list := Parse("fuzz.rcp", []byte(src), Options{Limits: limits})
		if p == nil && !list.HasErrors() {
			t.Fatalf("program %v with diagnostics\n%v", p != nil, list)
		}
		if p == nil {
			return
		}
		if err := p.System.Check(); err != nil {
			t.Fatal(err)
		}
		p, s, list := p.WithProperty("", formula)
		if (s == nil) != list.HasErrors() {
			t.Fatalf("property %v with diagnostics\n%v", s != nil, list)
		}
		if err := p.System.Check(); err != nil {
			t.Fatal(err)
		}
		for _, s := range p.Specs {
			if s.State != nil {
				continue
			}
			for _, a := range s.Formula.Atoms() {
				if a.ID < 0 || a.ID >= len(p.System.Propositions) {
					t.Fatalf("atom %v of %d propositions", a, len(p.System.Propositions))
				}
			}
		}
	})
}
