package monitor

import (
	"context"
	"log/slog"
	"strconv"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
)

// A Handler is a [slog.Handler] that shows each message to a monitor before it hands it on. Fields
// of the record are "msg", "level", and the attributes, those of groups with dots in their names.
// It is safe for concurrent use: messages are taken one at a time, in the order in which they come.
type Handler struct {
	next   slog.Handler
	with   []logs.Field
	prefix string
	shared *shared
}

// shared is what handlers with other attributes share.
type shared struct {
	lock    sync.Mutex
	monitor *Monitor
	told    func(context.Context, []Change, error)
	count   int
}

// NewHandler returns a handler for a monitor. It calls told, if that is not nil, when verdicts
// change and when a message cannot be taken. The error of a message has its number as the line.
// told must not log by the same handler. next gets all messages that its level lets through; nil is
// none.
func NewHandler(m *Monitor, next slog.Handler, told func(ctx context.Context, changes []Change, err error)) *Handler {
	return &Handler{next: next, shared: &shared{monitor: m, told: told}}
}

// Enabled reports true, because the monitor sees messages of all levels.
func (*Handler) Enabled(context.Context, slog.Level) bool { return true }

// Handle shows a message to the monitor and hands it on. The error is that of the next handler.
func (h *Handler) Handle(ctx context.Context, r slog.Record) error {
	record := logs.Record{File: "slog", Fields: []logs.Field{
		{Name: "msg", Value: logs.Value{Text: r.Message}},
		{Name: "level", Value: logs.Value{Text: r.Level.String()}},
	}}
	record.Fields = append(record.Fields, h.with...)
	r.Attrs(func(a slog.Attr) bool {
		record.Fields = appendAttr(record.Fields, h.prefix, a)
		return true
	})
	h.shared.take(ctx, &record)
	if h.next != nil && h.next.Enabled(ctx, r.Level) {
		return h.next.Handle(ctx, r)
	}
	return nil
}

func (s *shared) take(ctx context.Context, r *logs.Record) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.count++
	r.Line = s.count
	changes, err := s.monitor.Record(ctx, r)
	if s.told != nil && (len(changes) > 0 || err != nil) {
		s.told(ctx, changes, err)
	}
}

// WithAttrs is the handler for messages that have more attributes.
func (h *Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	out := *h
	out.with = h.with[:len(h.with):len(h.with)]
	for _, a := range attrs {
		out.with = appendAttr(out.with, h.prefix, a)
	}
	if h.next != nil {
		out.next = h.next.WithAttrs(attrs)
	}
	return &out
}

// WithGroup is the handler for messages whose attributes belong to a group.
func (h *Handler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	out := *h
	out.prefix += name + "."
	if h.next != nil {
		out.next = h.next.WithGroup(name)
	}
	return &out
}

// appendAttr adds the fields of an attribute.
func appendAttr(fields []logs.Field, prefix string, a slog.Attr) []logs.Field {
	v := a.Value.Resolve()
	if v.Kind() != slog.KindGroup {
		if a.Equal(slog.Attr{}) {
			return fields
		}
		return append(fields, logs.Field{Name: prefix + a.Key, Value: valueOf(v)})
	}
	if a.Key != "" {
		prefix += a.Key + "."
	}
	for _, member := range v.Group() {
		fields = appendAttr(fields, prefix, member)
	}
	return fields
}

// valueOf is the value of an attribute. Lists of texts are lists.
func valueOf(v slog.Value) logs.Value {
	switch v.Kind() {
	case slog.KindBool:
		return logs.Value{Kind: logs.Bool, Text: strconv.FormatBool(v.Bool())}
	case slog.KindInt64, slog.KindUint64, slog.KindFloat64:
		return logs.Value{Kind: logs.Number, Text: v.String()}
	case slog.KindAny:
		switch list := v.Any().(type) {
		case nil:
			return logs.Value{Kind: logs.Null}
		case []string:
			out := logs.Value{Kind: logs.List}
			for _, s := range list {
				out.List = append(out.List, logs.Value{Text: s})
				out.Text += strconv.Quote(s)
			}
			return out
		}
	}
	return logs.Value{Text: v.String()}
}
