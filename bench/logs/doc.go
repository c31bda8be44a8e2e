// Package logs holds the logs of two small programs against their models: a lock service and a
// publish-subscribe broker, over sockets of the loopback interface. It is a module of its own, so
// that the NATS server, over which the broker runs too, is no part of an installation.
//
// Each program has a correct version and three with a mistake. The tests run them under faults: the
// correct ones conform to their models, and of the others a log of at most 2 000 entries does not.
package logs

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	clog "github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// An Against is a model with the map of its log.
type Against struct {
	model   *conform.Model
	binding *clog.Map
	program *rcheck.Program
}

// Read reads a model and a map. The caller closes it.
func Read(ctx context.Context, model, mapping string, t conform.Thresholds) (*Against, error) {
	text, err := os.ReadFile(model)
	if err != nil {
		return nil, err
	}
	program, problems, err := rcheck.ParseContext(ctx, model, text, rcheck.Options{})
	if err == nil {
		err = problems.Err()
	}
	if err != nil {
		return nil, err
	}
	if text, err = os.ReadFile(mapping); err != nil {
		return nil, err
	}
	a := &Against{program: program}
	if a.binding, err = clog.ParseMap(mapping, string(text)); err != nil {
		return nil, err
	}
	binder, err := a.binding.Bind(program.System)
	if err != nil {
		return nil, err
	}
	hidden, err := binder.Hidden()
	if err != nil {
		return nil, err
	}
	a.model, err = conform.New(ctx, program.System, conform.Options{Hidden: hidden, Thresholds: t})
	return a, err
}

// Close releases the model.
func (a *Against) Close() { a.model.Close() }

// A Found is what a log is found to be: how many entries the model explains, why it does not
// explain the next one, if it does not, and the belief after the last entry that it explains.
type Found struct {
	Entries   int
	Departure *conform.Departure
	Belief    conform.Size
}

// Hold holds a log against the model.
func (a *Against) Hold(ctx context.Context, log io.Reader) (Found, error) {
	var out Found
	binder, err := a.binding.Bind(a.program.System)
	if err != nil {
		return out, err
	}
	tracker, err := a.model.Start(ctx)
	if err != nil {
		return out, err
	}
	defer tracker.Close()
	reader := clog.NewReader("log", log, clog.JSONLines, clog.Limits{})
	for {
		record, err := reader.Next()
		if err == io.EOF {
			out.Belief, err = tracker.Size(ctx)
			return out, err
		}
		if err != nil {
			return out, err
		}
		entry, ok, err := binder.Entry(record)
		if err != nil {
			return out, err
		}
		if !ok {
			continue
		}
		if ok, err = tracker.Step(ctx, entry); err != nil {
			return out, fmt.Errorf("%s: %w", entry.Place, err)
		}
		if !ok {
			out.Departure, err = tracker.Depart(ctx, entry)
			return out, err
		}
		out.Entries++
	}
}
