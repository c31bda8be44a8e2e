package page

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
)

// TestWriteRuns writes hostile texts: the page has the two scripts and the style that its policy
// names, and the texts as they were in its data.
func TestWriteRuns(t *testing.T) {
	const hostile = "</script><script>alert(1)</script><!--<script></title></style>&\u202e\u2028"
	d := &report.Document{Tool: report.Tool{Name: "rcheck-bdd", Version: hostile}, Runs: []report.Run{{
		File: hostile, Source: hostile, Warnings: []report.Notice{{Message: hostile}},
		Results: []report.Result{{Index: 1, Name: hostile, Formula: hostile, Reason: hostile, Shown: map[string]string{hostile: hostile}}},
	}}}
	var b bytes.Buffer
	require.NoError(t, WriteRuns(context.Background(), &b, d))
	page := b.String()
	require.Equal(t, 2, strings.Count(page, "<script"))
	require.Equal(t, 2, strings.Count(page, "</script"))
	require.Equal(t, 1, strings.Count(page, "</style"))
	require.Equal(t, 1, strings.Count(page, "</title"))
	require.NotContains(t, page, "<!--")
	require.NotContains(t, page, "\u202e")

	part := func(pattern string) string {
		found := regexp.MustCompile(pattern).FindStringSubmatch(page)
		require.NotNil(t, found, pattern)
		return found[1]
	}
	policy := part(`Content-Security-Policy" content="([^"]*)"`)
	for directive, text := range map[string]string{"script-src": part(`(?s)<script>(.*?)</script>`), "style-src": part(`(?s)<style>(.*?)</style>`)} {
		sum := sha256.Sum256([]byte(text))
		require.Contains(t, policy, directive+" 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	require.True(t, strings.HasPrefix(policy, "default-src 'none';"))
	require.NotContains(t, policy, "unsafe")

	var data struct {
		Tool report.Tool
		Runs []struct {
			File, Source string
			Results      []struct {
				Name, Formula, Reason string
				Shown                 map[string]string
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(part(`(?s)id="runs">(.*?)</script>`)), &data))
	require.Equal(t, hostile, data.Tool.Version)
	require.Equal(t, hostile, data.Runs[0].Source)
	require.Equal(t, hostile, data.Runs[0].Results[0].Shown[hostile])
	require.Equal(t, hostile, data.Runs[0].Results[0].Formula)
}
