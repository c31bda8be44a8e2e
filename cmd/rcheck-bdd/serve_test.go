package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
)

// serve prints the address at which the page is, with the model that was given, until it is interrupted.
func TestServe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.rcp")
	require.NoError(t, os.WriteFile(file, []byte("const N = 1;"), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, in := io.Pipe()
	status := make(chan int, 1)
	var errs strings.Builder
	go func() {
		env := &cli.Env{Stdin: strings.NewReader(""), Stdout: in, Stderr: &errs, Getenv: func(string) string { return "" }}
		status <- program().Run(ctx, env, []string{"serve", file})
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	base, _, _ := strings.Cut(address, "/?token=")
	require.True(t, strings.HasPrefix(base, "http://127.0.0.1:"), address)
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser := &http.Client{Jar: jar}
	for _, url := range []string{strings.TrimSpace(address), base + "/model"} {
		answer, err := browser.Get(url)
		require.NoError(t, err)
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		answer.Body.Close()
		require.Equal(t, http.StatusOK, answer.StatusCode)
		require.NotEmpty(t, text)
	}
	cancel()
	require.Zero(t, <-status, errs.String())
}
