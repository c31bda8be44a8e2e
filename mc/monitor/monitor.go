// Package monitor decides properties of a model while a program runs.
//
// A [Monitor] gets the records of the program, one after the other, and keeps the verdict of each
// property. The verdict is about the fair runs of the model that begin with the log: satisfied, if
// all of them satisfy the property; violated, if none does; open, if some do; out of model, if
// there is no such run. A [Handler] makes a monitor of the messages that a program gives to
// log/slog.
//
// Verdicts do not change back: only out of model takes the place of satisfied or violated. The
// memory of a monitor does not grow with the number of records.
package monitor

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Change is a verdict that a record has changed.
type Change struct {
	Property int    // the index in [conform.Options.Properties]
	Place    string // of the record
	Verdict  conform.Verdict
}

// A Monitor follows the records of one program. It is not safe for concurrent use.
type Monitor struct {
	model    *conform.Model
	tracker  *conform.Tracker
	binder   *logs.Binder
	verdicts []conform.Verdict
	entries  int
	left     *conform.Departure
}

// New prepares a monitor: the properties of the options are about the system, and the map says what
// records mean. The hidden commands are those of the map. The map must not join records or name
// causes. The caller closes the monitor.
func New(ctx context.Context, sys *recipe.System, m *logs.Map, o conform.Options) (*Monitor, error) {
	if ctx == nil || sys == nil || m == nil {
		return nil, fmt.Errorf("monitor: %w: New: there is no context, no system or no map", recipe.ErrMisuse)
	}
	binder, err := m.Bind(sys)
	if err != nil {
		return nil, err
	}
	if !binder.Streams() {
		return nil, fmt.Errorf("monitor: the map joins records or names their causes, but a monitor takes records in the order in which they come")
	}
	if o.Hidden, err = binder.Hidden(); err != nil {
		return nil, err
	}
	out := &Monitor{binder: binder}
	if out.model, err = conform.New(ctx, sys, o); err != nil {
		return nil, err
	}
	if out.tracker, err = out.model.Start(ctx); err == nil {
		out.verdicts, err = out.tracker.Verdicts(ctx)
	}
	if err != nil {
		out.Close()
		return nil, err
	}
	return out, nil
}

// Close releases the monitor.
func (m *Monitor) Close() {
	if m.tracker != nil {
		m.tracker.Close()
	}
	m.model.Close()
}

// Verdicts are those of the properties, in their order, after the records so far.
func (m *Monitor) Verdicts() []conform.Verdict { return slices.Clone(m.verdicts) }

// Entries is the number of records that the model explains, without those that the map skips.
func (m *Monitor) Entries() int { return m.entries }

// EmptyFields are the fields of the map that had no value in any record so far, see
// [logs.Binder.EmptyFields].
func (m *Monitor) EmptyFields() []logs.EmptyField { return m.binder.EmptyFields() }

// Silent reports whether no fact of the map applied to any record so far, see [logs.Binder.Silent].
func (m *Monitor) Silent() bool { return m.binder.Silent() }

// Departure explains the record that the model did not explain; nil if it has explained all.
func (m *Monitor) Departure() *conform.Departure { return m.left }

// Record takes a record and returns the verdicts that it changes. Once the model does not explain a
// record, the verdicts are out of model and further records are not looked at. After an error the
// monitor is as it was.
func (m *Monitor) Record(ctx context.Context, r *logs.Record) ([]Change, error) {
	if m.left != nil {
		return nil, nil
	}
	entry, ok, err := m.binder.Entry(r)
	if err != nil || !ok {
		return nil, err
	}
	m.tracker.Names(m.binder.Names()...)
	if ok, err = m.tracker.Step(ctx, entry); err != nil {
		return nil, err
	}
	now := slices.Repeat([]conform.Verdict{conform.OutOfModel}, len(m.verdicts))
	if ok {
		m.entries++
		if now, err = m.tracker.Verdicts(ctx); err != nil {
			return nil, err
		}
	} else if m.left, err = m.tracker.Depart(ctx, entry); err != nil {
		return nil, err
	}
	var out []Change
	for i, v := range now {
		if v != m.verdicts[i] {
			out = append(out, Change{i, entry.Place, v})
		}
	}
	m.verdicts = now
	return out, nil
}
