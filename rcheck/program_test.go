package rcheck

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAllocation(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("testdata", "allocation.rcp"))
	require.NoError(t, err)
	p, list := Parse("allocation.rcp", src, Options{})
	for _, d := range list {
		t.Log(d)
	}
	require.NotNil(t, p)
	require.NoError(t, p.System.Check())
	t.Log(p.System)
	for _, s := range p.Specs {
		t.Log(s.Formula)
	}
	for i, pr := range p.System.Propositions {
		t.Log(i, pr.Kind, pr.Name)
	}
}
