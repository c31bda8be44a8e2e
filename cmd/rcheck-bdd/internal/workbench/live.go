package workbench

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// Live keeps the verdicts of a text while somebody types it. A verdict belongs to a property and
// the text around all properties: an edit of one property leaves the verdicts of the others as they
// are, and the model as it is encoded, with its reachable states. An edit of the text around leaves
// the order of the variables. The last counterexample to a property is tried first in either case.
// It is safe for concurrent use.
type Live struct {
	mu    sync.Mutex
	known map[liveKey]LiveVerdict
	last  map[string]LiveVerdict // by the name or number of a property

	thresholds Thresholds
	checking   sync.Mutex // held during a check, and for what follows
	model      standing   // nil if there is none
	of         modelKey
	asked      int // properties of the model
	order      variableOrder
	runs       map[string]*trace.Trace // counterexamples, by the name or number of the property
}

// modelKey is what an encoded model depends on.
type modelKey struct {
	around    string
	megabytes int64
}

// NewLive returns a Live without verdicts.
func NewLive(t Thresholds) *Live {
	return &Live{
		known: map[liveKey]LiveVerdict{}, last: map[string]LiveVerdict{},
		runs: map[string]*trace.Trace{}, thresholds: t,
	}
}

// liveKey is what a verdict depends on: the text without its properties, that of the property, and
// whether its name is taken, which is a mistake.
type liveKey struct {
	around, property string
	taken            bool
}

// A liveSpec is a property of a text.
type liveSpec struct {
	liveKey
	index int
	label string
	end   int // the byte behind it
}

// liveSpecs are the properties of a document, as far as its text can be read.
func liveSpecs(d *Document) []liveSpec {
	var out []liveSpec
	var around []string
	last := 0
	add := func(start, end int, name string) {
		around = append(around, strings.Trim(d.Text[last:start], " \t\r\n;"))
		last = end
		s := liveSpec{index: len(out) + 1, label: name, end: end}
		if s.label == "" {
			s.label = strconv.Itoa(s.index)
		}
		s.property = d.Text[start:end]
		s.taken = slices.ContainsFunc(out, func(o liveSpec) bool { return name != "" && o.label == name })
		out = append(out, s)
	}
	if d.ISPL {
		for _, f := range d.text().joints.tree.Formulae.List() {
			start, end := d.offsets(spot{f.Span})
			add(start, end, "")
		}
	} else {
		for _, x := range d.text().syntax.tree.Decls {
			if s, is := x.(*ast.SpecDecl); is {
				start, end := d.offsets(s)
				name := ""
				if s.Name != nil {
					name = s.Name.Name
				}
				add(start, end, name)
			}
		}
	}
	around = append(around, strings.Trim(d.Text[last:], " \t\r\n;"))
	whole := strings.Join(around, "\n")
	for i := range out {
		out[i].around = strings.TrimSpace(whole)
	}
	return out
}

// Check decides the properties of a document that have no verdict yet, within the limits of the
// question. A property that takes long waits for the others (see [Thresholds.Share]), so that it
// does not keep them from having a verdict. Once there are many verdicts the older ones are
// forgotten. If ctx ends before, the verdicts that are known by then are kept, and the error says
// so. The error of a text that is no model wraps [ErrNoModel].
func (l *Live) Check(ctx context.Context, d *Document, q Question) (err error) {
	l.checking.Lock()
	defer l.checking.Unlock()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v\n%s", mc.ErrInternal, r, debug.Stack())
		}
		large := l.model != nil && l.model.Bytes() > l.thresholds.Standing
		if large || errors.Is(err, mc.ErrInternal) {
			l.rest()
		}
	}()
	if err := d.Parse(ctx); err != nil {
		return err
	}
	var open []liveSpec
	specs := liveSpecs(d)
	l.mu.Lock()
	if len(l.known)+len(specs) > l.thresholds.Verdicts { // not later: this text needs all of its own
		clear(l.known)
	}
	for _, s := range specs {
		if _, is := l.known[s.liveKey]; !is {
			open = append(open, s)
		}
	}
	l.mu.Unlock()
	own, end := q.within(ctx)
	defer end()
	for share := l.thresholds.Share; len(open) > 0; share *= 8 {
		var later []liveSpec
		for _, s := range open {
			made, is, late, err := l.decide(own, d, q, s, share)
			switch {
			case err != nil || ctx.Err() != nil:
				return errors.Join(err, ctx.Err())
			case late:
				later = append(later, s)
			case is:
				l.keep(s, made)
			}
		}
		open = later
	}
	return ctx.Err()
}

// decide decides a property with the model that stands, or else encodes it. A model that stands has
// less room than a new one, which is asked where room was lacking. Late tells that the property has
// no verdict since it took longer than its share.
func (l *Live) decide(
	ctx context.Context, d *Document, q Question, s liveSpec, share time.Duration,
) (made decision, is, late bool, err error) {
	ask := func() {
		own, end := ctx, context.CancelFunc(func() {})
		if share > 0 {
			own, end = context.WithTimeout(ctx, share)
		}
		defer end()
		l.asked++
		made, is, err = l.model.decide(own, d, s.index, l.runs[s.label])
		late = own.Err() != nil && ctx.Err() == nil && (err != nil || made.Verdict == mc.Unknown.String())
		if late {
			err = nil
		}
	}
	of := modelKey{s.around, q.Megabytes}
	if l.model != nil && l.of == of && l.asked < l.thresholds.Asked {
		ask()
		if late || err != nil || made.Verdict != mc.Unknown.String() || ctx.Err() != nil {
			return made, is, late, err
		}
	}
	l.rest()
	model, err := stand(ctx, d, q.diagrams(), l.order)
	if err != nil {
		made, is, err = undecided(err)
		return made, is, false, err
	}
	l.model, l.of, l.asked = model, of, 0
	ask()
	return made, is, late, err
}

// Rest gives back the memory of the model that stands. The verdicts stay.
func (l *Live) Rest() {
	l.checking.Lock()
	defer l.checking.Unlock()
	l.rest()
}

func (l *Live) rest() {
	if l.model != nil {
		l.order = l.model.order()
		l.model.Close()
		l.model = nil
	}
}

// keep remembers a verdict.
func (l *Live) keep(s liveSpec, made decision) {
	if made.run != nil {
		l.runs[s.label] = made.run
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	v := made.LiveVerdict
	l.known[s.liveKey] = v
	v.Stale = true
	l.last[s.label] = v
}

// Verdicts are what is known of the properties of a document, by their numbers from 0.
func (l *Live) Verdicts(d *Document) []LiveVerdict {
	specs := liveSpecs(d)
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]LiveVerdict, len(specs))
	for i, s := range specs {
		v, is := l.known[s.liveKey]
		if !is {
			v = l.last[s.label]
		}
		v.Position = d.lines.position(s.end)
		out[i] = v
	}
	return out
}
