package logs

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
)

// Streams reports whether the records of some logs can be held against a model one by one, in the
// order of their lines: there is one log, the map neither joins records nor names their causes, and
// the lines are in order.
func (b *Binder) Streams(readers ...*Reader) bool {
	return len(readers) <= 1 && b.m.join.text == "" && b.m.cause.text == "" &&
		!slices.ContainsFunc(readers, func(r *Reader) bool { return r.sorts(b.m) })
}

// sorts reports whether the clock orders the records of a log, and not its lines: spans are written
// when they end.
func (r *Reader) sorts(m *Map) bool { return r.format == OpenTelemetry && m.clock.text != "" }

// A merged record is what is kept of a record while the order is sought.
type merged struct {
	entry      conform.Entry
	log        int
	clock      clock
	line       int
	id, join   string
	causes     []string
	at         Record // without fields
	clockFault int    // the column of the clock
}

// A clock is the number of a clock: its whole part and the rest. Nanoseconds since 1970 are whole
// numbers that a float64 does not hold.
type clock struct {
	whole int64
	rest  float64
}

func parseClock(text string) (c clock, ok bool) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return clock{whole: n}, true
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.Abs(x) >= 1<<62 {
		return c, false
	}
	whole := math.Floor(x)
	return clock{int64(whole), x - whole}, true
}

// minus is the difference of two clocks.
func (c clock) minus(d clock) float64 { return float64(c.whole-d.whole) + (c.rest - d.rest) }

func (c clock) String() string {
	if c.rest == 0 {
		return strconv.FormatInt(c.whole, 10)
	}
	return strconv.FormatFloat(float64(c.whole)+c.rest, 'f', -1, 64)
}

// Merge reads several logs to their ends and returns their entries in a partial order. Records
// of one log are in the order of their lines. A clock of the map orders records of different logs;
// causes order any. Records with one value of the field that `join` names are one entry.
func (b *Binder) Merge(ctx context.Context, readers ...*Reader) ([]conform.Entry, error) {
	var all []merged
	for i, r := range readers {
		last, from := -1, len(all)
		for {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			record, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, err
			}
			one, ok, err := b.mergeable(record, i)
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
			if len(all) >= r.limits.Entries {
				return nil, record.beyond(1, "more than %d records wait for their order", r.limits.Entries)
			}
			if last >= 0 && !r.sorts(b.m) && one.clock.minus(all[last].clock) < 0 {
				return nil, record.fault(one.clockFault, "the clock runs backwards: %s comes after %s of line %d",
					one.clock, all[last].clock, all[last].line)
			}
			last = len(all)
			all = append(all, one)
		}
		if mine := all[from:]; r.sorts(b.m) {
			slices.SortStableFunc(mine, func(x, y merged) int { return cmp.Compare(x.clock.minus(y.clock), 0) })
		}
		for j := from + 1; j < len(all); j++ {
			all[j].entry.After = []int{j - 1}
		}
	}
	if b.m.clock.text != "" {
		byClock(all, len(readers), b.m.within)
	}
	if err := byCause(all); err != nil {
		return nil, err
	}
	return joined(all), nil
}

// mergeable is the entry of a record with what its order depends on.
func (b *Binder) mergeable(r *Record, log int) (one merged, ok bool, err error) {
	entry, ok, err := b.Entry(r)
	if !ok || err != nil {
		return one, false, err
	}
	one = merged{entry: entry, log: log, line: r.Line, at: Record{File: r.File, Line: r.Line}}
	if name := b.m.clock.text; name != "" {
		f := r.Field(name)
		if f == nil {
			return one, false, r.fault(1, "the record has no field %q, which is the clock", name)
		}
		one.clockFault = f.Column
		if one.clock, ok = parseClock(f.Value.Text); !ok {
			return one, false, r.fault(f.Column, "the clock must be a number, found %q", f.Value.Text)
		}
	}
	if f := r.Field(b.m.id.text); f != nil && b.m.id.text != "" {
		one.id = f.Value.Text
	}
	if f := r.Field(b.m.join.text); f != nil && b.m.join.text != "" && f.Value.Kind != Null {
		one.join = f.Value.Text
	}
	if f := r.Field(b.m.cause.text); f != nil && b.m.cause.text != "" && f.Value.Kind != Null {
		for _, v := range f.Value.items() {
			if v.Text != "" { // which OpenTelemetry writes for a span without a parent
				one.causes = append(one.causes, v.Text)
			}
		}
	}
	return one, true, nil
}

// byClock puts each record after those of other logs whose clocks are earlier by more than a
// difference.
func byClock(all []merged, logs int, within float64) {
	of := make([][]int, logs)
	for i := range all {
		of[all[i].log] = append(of[all[i].log], i)
	}
	for log, mine := range of {
		for other, theirs := range of {
			if other == log {
				continue
			}
			before := 0 // how many of theirs come before
			for _, i := range mine {
				from := before
				for before < len(theirs) && all[i].clock.minus(all[theirs[before]].clock) > within {
					before++
				}
				if before > from {
					all[i].entry.After = append(all[i].entry.After, theirs[before-1])
				}
			}
		}
	}
}

// byCause puts each record after those that it names.
func byCause(all []merged) error {
	named := map[string]int{}
	for i := range all {
		if all[i].id == "" {
			continue
		}
		if j, twice := named[all[i].id]; twice && (all[i].join == "" || all[i].join != all[j].join) {
			return all[i].at.fault(1, "the id %q is that of line %d of %s, too", all[i].id, all[j].line, all[j].at.File)
		}
		named[all[i].id] = i
	}
	for i := range all {
		for _, c := range all[i].causes {
			j, ok := named[c]
			if !ok {
				return all[i].at.fault(1, "the cause %q is the id of no record", c)
			}
			all[i].entry.After = append(all[i].entry.After, j)
		}
	}
	return nil
}

// joined makes one entry of the records with one value to join by.
func joined(all []merged) []conform.Entry {
	group := map[string]int{}
	number := make([]int, len(all)) // the entry of each record
	var parts [][]conform.Entry
	for i := range all {
		n, ok := -1, false
		if all[i].join != "" {
			n, ok = group[all[i].join]
		}
		if !ok {
			n = len(parts)
			parts = append(parts, nil)
			if all[i].join != "" {
				group[all[i].join] = n
			}
		}
		number[i] = n
		parts[n] = append(parts[n], all[i].entry)
	}
	out := make([]conform.Entry, len(parts))
	for n, list := range parts {
		out[n] = together(list)
		var after []int
		for _, e := range list {
			for _, i := range e.After {
				if number[i] != n {
					after = append(after, number[i])
				}
			}
		}
		slices.Sort(after)
		out[n].After = slices.Compact(after)
	}
	return out
}

// together is the entry of records that are about one step.
func together(list []conform.Entry) conform.Entry {
	if len(list) == 1 {
		return list[0]
	}
	out := list[0]
	out.Names = nil
	for i, e := range list {
		if i > 0 {
			out.Place += " with " + e.Place
		}
		out.Names = append(out.Names, e.Names...)
	}
	slices.Sort(out.Names)
	out.Names = slices.Compact(out.Names)
	names := out.Names
	out.Observe = func(agents []int) conform.Observation {
		var all conform.Observation
		for _, e := range list {
			mine := make([]int, len(e.Names))
			for i, n := range e.Names {
				mine[i] = agents[slices.Index(names, n)]
			}
			o := e.Observe(mine)
			all.Key += strconv.Itoa(len(o.Key)) + ":" + o.Key
			all.Conditions = append(all.Conditions, o.Conditions...)
		}
		return all
	}
	return out
}
