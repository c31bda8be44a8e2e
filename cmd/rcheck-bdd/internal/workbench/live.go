package workbench

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// Live keeps the verdicts of a text while somebody types it. A verdict belongs to a property and the
// text around all properties: an edit of one property leaves the verdicts of the others as they are.
// It is safe for concurrent use.
type Live struct {
	mu      sync.Mutex
	known   map[liveKey]LiveVerdict
	last    map[string]LiveVerdict // by the name or number of a property
	largest int
}

// NewLive returns a Live without verdicts.
func NewLive(t Thresholds) *Live {
	return &Live{known: map[liveKey]LiveVerdict{}, last: map[string]LiveVerdict{}, largest: t.Verdicts}
}

// liveKey is what a verdict depends on: the text without its properties, that of the property, and
// whether its name is taken, which is a mistake.
type liveKey struct {
	around, property string
	taken            bool
}

// A LiveVerdict is what is known of a property.
type LiveVerdict struct {
	Verdict string
	// Reason says why the verdict is unknown.
	Reason string
	// Stale tells that the verdict is one of an older text.
	Stale bool
}

// A liveSpec is a property of a text.
type liveSpec struct {
	liveKey
	index int
	label string
	end   int // the byte behind it
}

// liveSpecs are the properties of a document, as far as its text can be read.
func (d *Document) liveSpecs() []liveSpec {
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
		for _, f := range d.joints().tree.Formulae.List() {
			start, end := d.offsets(spot{f.Span})
			add(start, end, "")
		}
	} else {
		for _, x := range d.syntax().tree.Decls {
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

// Check decides the properties of a document that have no verdict yet, within the limits of the question. If ctx ends before,
// the verdicts that are known by then are kept, and the error says so. The error of a text that is no model wraps [ErrNoModel].
func (l *Live) Check(ctx context.Context, d *Document, q Question, t Thresholds) error {
	specs := d.liveSpecs()
	q.Properties, q.Bare = nil, true
	l.mu.Lock()
	for _, s := range specs {
		if _, is := l.known[s.liveKey]; !is {
			q.Properties = append(q.Properties, s.index)
		}
	}
	l.mu.Unlock()
	if len(q.Properties) == 0 {
		return ctx.Err()
	}
	_, err := d.Check(ctx, q, t, Listener{
		Progress: func(Progress) {},
		Verdict: func(v Verdict) {
			if v.Index <= len(specs) && ctx.Err() == nil {
				l.keep(specs[v.Index-1], LiveVerdict{Verdict: v.Verdict, Reason: v.Reason})
			}
		},
	})
	return errors.Join(err, ctx.Err())
}

// keep remembers a verdict. Once there are many, older ones are forgotten.
func (l *Live) keep(s liveSpec, v LiveVerdict) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.known) >= l.largest {
		clear(l.known)
	}
	l.known[s.liveKey] = v
	v.Stale = true
	l.last[s.label] = v
}

// Verdicts are what is known of the properties of a document, by their numbers from 0; a property of which nothing is known has an
// empty verdict.
func (l *Live) Verdicts(d *Document) []LiveVerdict {
	specs := d.liveSpecs()
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]LiveVerdict, len(specs))
	for i, s := range specs {
		v, is := l.known[s.liveKey]
		if !is {
			v = l.last[s.label]
		}
		out[i] = v
	}
	return out
}
