package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"runtime/debug"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/page"
)

// The ports that serve tries. After a restart the page has the same address then, so that the
// browser still has what it kept for it.
const firstPort, lastPort = 7311, 7330

func serveCommand() *cli.Command {
	port, folder := 0, ""
	var limits limitFlags
	return &cli.Command{
		Name:      "serve",
		Arguments: "[FILE]",
		Short:     "Open models in the browser: an editor with verdicts, runs and simulation",
		Long: `Serves a page and prints its address. An interrupt (Ctrl-C) ends it. Only this machine can open the
page, and only with the token in the address.

The page begins with the model FILE. It shows when FILE changes, and writes to FILE only when you
ask it to. It reads no other file. What you type is also saved in a folder, so it is still there
after you close the browser or restart the program.`,
		Flags: func(f *cli.Flags) {
			f.IntVar(&port, "port", 0, fmt.Sprintf("listen on this `PORT`; 0 takes the first free port from %d on", firstPort))
			f.StringVar(&folder, "history", "", "save what you type in this `FOLDER`; with none, it is kept only until serve ends")
			f.Group("Limits")
			limits.declareLimits(f, " for each check")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) error {
			if len(args) > 1 {
				return cli.Usage("give at most one FILE; you can open others in the page")
			}
			if port < 0 || port > 65535 {
				return cli.Usage("--port %d: the largest port is 65535", port)
			}
			var model *page.Model
			if len(args) == 1 {
				text, err := readInput(ctx, env, args[0])
				if err != nil {
					return err
				}
				model = page.NewModel(args[0], text)
			}
			history, forget, err := openHistory(env, folder)
			if err != nil {
				return err
			}
			defer forget()
			return serve(ctx, env, port, model, history, &limits)
		},
	}
}

// openHistory opens the folder where the page keeps what is typed. Where none is wanted or known,
// it is a temporary one, which forget removes.
func openHistory(env *cli.Env, folder string) (history *page.History, forget func(), err error) {
	forget = func() {}
	if folder == "" {
		folder = page.HistoryFolder(env.Getenv)
		if history, err := page.NewHistory(folder, page.DefaultBounds()); folder != "" && err == nil {
			return history, forget, nil
		} else if folder != "" {
			fmt.Fprintf(env.Stderr, "%s serve: %v; what you type is kept only until serve ends; --history FOLDER uses another folder\n", programName, err)
		}
		folder = "none"
	}
	if folder == "none" {
		if folder, err = os.MkdirTemp("", programName); err != nil {
			return nil, forget, err
		}
		forget = func() { os.RemoveAll(folder) }
	}
	history, err = page.NewHistory(folder, page.DefaultBounds())
	return history, forget, err
}

// listen listens on a port of the loopback; on port 0, on the first free one of those that serve
// tries, or on any.
func listen(ctx context.Context, port int) (net.Listener, error) {
	var config net.ListenConfig
	at := func(port int) (net.Listener, error) {
		return config.Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	}
	for p := firstPort; port == 0 && p <= lastPort; p++ {
		if l, err := at(p); err == nil {
			return l, nil
		}
	}
	return at(port)
}

// serve serves the page until ctx ends.
func serve(ctx context.Context, env *cli.Env, port int, model *page.Model, history *page.History, limits *limitFlags) error {
	listener, err := listen(ctx, port)
	if err != nil {
		return fmt.Errorf("cannot listen: %w; --port uses another port", err)
	}
	bounds := page.DefaultLimits()
	bounds.Memory, bounds.Check, bounds.Late = limits.memory(), limits.limited, late
	if bounds.Memory > 0 { // of all checks: those that go on at the same time leave it as it was before them
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(softMemory(bounds.Memory)))
	}
	s := page.New(listener.Addr().String(), tool().Version, model, history, bounds)
	if _, err := io.WriteString(env.Stdout, s.Address()+"\n"); err != nil {
		return err
	}
	return s.Serve(ctx, listener)
}
