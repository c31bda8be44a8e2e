package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"runtime/debug"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/page"
)

func serveCommand() *cli.Command {
	port := 0
	var limits limitFlags
	return &cli.Command{
		Name:      "serve",
		Arguments: "[FILE]",
		Short:     "Serve a page with an editor, verdicts, runs and simulation to the browser on this machine",
		Long: "Prints the address of the page and serves it until it is interrupted. Only this machine can reach it,\n" +
			"and only with the token in the address. The page begins with the model FILE, which is read once and never\n" +
			"written; no other file is read. Addresses with a model in them, which the page makes, open again only if\n" +
			"the port is the same: give it by --port.",
		Flags: func(f *cli.Flags) {
			f.IntVar(&port, "port", 0, "listen on this `PORT`; 0 takes a free one")
			f.Group("Limits")
			limits.declareLimits(f, " for each check")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) (int, error) {
			if len(args) > 1 {
				return cli.Failed, cli.Usage("one file at most: the page opens others itself")
			}
			if port < 0 || port > 65535 {
				return cli.Failed, cli.Usage("--port %d: ports are numbers up to 65535", port)
			}
			var name string
			var model []byte
			if len(args) == 1 {
				var err error
				if model, err = readInput(ctx, env, args[0]); err != nil {
					return cli.Failed, err
				}
				name = filepath.Base(args[0])
			}
			return serve(ctx, env, port, name, model, &limits)
		},
	}
}

// serve serves the page until ctx ends.
func serve(ctx context.Context, env *cli.Env, port int, name string, model []byte, limits *limitFlags) (int, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return cli.Failed, fmt.Errorf("cannot listen: %w; --port takes another port", err)
	}
	bounds := page.DefaultLimits()
	bounds.Memory, bounds.Check = limits.memory(), limits.limited
	if bounds.Memory > 0 { // of all checks: those that go on at the same time leave it as it was before them
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(softMemory(bounds.Memory)))
	}
	s := page.New(listener.Addr().String(), tool().Version, name, model, bounds)
	fmt.Fprintln(env.Stdout, s.Address())
	server := s.HTTP()
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return cli.Failed, err
	}
	return 0, nil
}
