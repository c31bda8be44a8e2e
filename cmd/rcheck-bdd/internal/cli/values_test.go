package cli

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1s": time.Second, "1m30s": 90 * time.Second, "2": 2 * time.Second, "0.5": time.Second / 2, "1ns": 1, "1e3": 1000 * time.Second,
	} {
		got, err := ParseDuration(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "soon", "0", "-1", "-1s", "NaN", "inf", "1e300", "1x"} {
		_, err := ParseDuration(text)
		require.Error(t, err, text)
	}
}

func TestParseUnits(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "512B": 512, "1k": 1024, "1kB": 1000, "1KiB": 1024, "1.5GiB": 3 << 29, "2 GiB": 2 << 30, "3T": 3 << 40, "1_000": 1000,
	} {
		got, err := parseUnits(text, sizeUnits, "no size")
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "GiB", "-1", "0", "0.1", "1XB", "1.2.3", "99999999999T"} {
		_, err := parseUnits(text, sizeUnits, "no size")
		require.Error(t, err, text)
	}
	n, err := parseUnits("2M", countUnits, "no number")
	require.NoError(t, err)
	require.Equal(t, int64(2e6), n)
}

func TestArgumentsBeforeBetweenAndAfterFlags(t *testing.T) {
	for _, c := range []struct{ args, want []string }{
		{[]string{"a", "--name=x", "b"}, []string{"a", "b"}},
		{[]string{"--name", "x", "a", "-v", "b"}, []string{"a", "b"}},
		{[]string{"-", "--name", "x"}, []string{"-"}},
		{[]string{"--name=x", "--", "-v", "--name"}, []string{"-v", "--name"}},
		{[]string{"a", "--", "-v"}, []string{"a", "-v"}},
		{nil, []string{}},
	} {
		got := []string{"not run"}
		p := &Program{Name: "p", Commands: []*Command{{
			Name: "test",
			Flags: func(f *Flags) {
				f.String("name", "", "a `NAME`")
				f.BoolP("verbose", "v", false, "more")
			},
			Run: func(_ context.Context, _ *Env, args []string) error {
				got = args
				return Exit(5)
			},
		}}}
		env := &Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard}
		require.Equal(t, 5, p.Run(context.Background(), env, append([]string{"test"}, c.args...)))
		require.Equal(t, c.want, got)
	}
}
