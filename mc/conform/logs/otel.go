package logs

import (
	"maps"
	"slices"
	"strings"
)

// OpenTelemetry's JSON for spans and logs, OTLP/JSON, as its file exporter writes it: one object a
// line, which holds groups of spans or log records
// (https://opentelemetry.io/docs/specs/otel/protocol/file-exporter). Each span, event of a span and
// log record is a record. Its fields are
//
//   - those of the span or log record, such as name, spanId, parentSpanId and severityText; the text of a
//     log record is body;
//   - time: the start of a span, or the time of an event or log record, in nanoseconds;
//   - attributes.KEY and resource.KEY for attributes of the record and of its resource, and scope.name.
//     An event has the fields spanId and traceId of its span.

// A part is a span, event or log record within a line.
type part struct {
	name   string
	fields []Field
}

// telemetry takes the records of a line apart.
func telemetry(line *Record) ([]Record, error) {
	var parts []*part
	at := map[string]*part{}
	shared := map[string][]Field{} // by the beginning of their names, fields of resources and scopes
	for _, f := range line.Fields {
		owner, name := ownerOf(f.Name)
		if owner == "" {
			if !strings.HasPrefix(f.Name, "resourceSpans") && !strings.HasPrefix(f.Name, "resourceLogs") {
				return nil, line.fault(f.Column, "the field %q is none of OpenTelemetry's, which are resourceSpans and resourceLogs", f.Name)
			}
			continue
		}
		f.Name = name
		if strings.HasSuffix(owner, ".") { // of a resource or scope
			shared[owner] = append(shared[owner], f)
			continue
		}
		p := at[owner]
		if p == nil {
			p = &part{name: owner}
			at[owner], parts = p, append(parts, p)
		}
		p.fields = append(p.fields, f)
	}
	var out []Record
	for _, p := range parts {
		fields := attributes(p.fields)
		for _, owner := range slices.Sorted(maps.Keys(shared)) {
			if strings.HasPrefix(p.name, owner) {
				fields = append(fields, attributes(shared[owner])...)
			}
		}
		if span, _, ok := strings.Cut(p.name, ".events."); ok && at[span] != nil {
			for _, f := range at[span].fields {
				if f.Name == "spanId" || f.Name == "traceId" {
					fields = append(fields, f)
				}
			}
		}
		for _, f := range fields {
			if f.Name == "startTimeUnixNano" || f.Name == "timeUnixNano" {
				f.Name = "time"
				fields = append(fields, f)
				break
			}
		}
		slices.SortStableFunc(fields, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
		out = append(out, Record{File: line.File, Line: line.Line, Fields: fields})
	}
	return out, nil
}

// ownerOf splits the name of a field such as resourceSpans.0.scopeSpans.1.spans.2.name after the
// record that has it. The owner ends with a dot if it is the resource or scope; it is empty if
// there is none.
func ownerOf(full string) (owner, name string) {
	words := strings.Split(full, ".")
	cut := func(n int) (string, string) { return strings.Join(words[:n], "."), strings.Join(words[n:], ".") }
	is := func(i int, any ...string) bool { return i+1 < len(words) && slices.Contains(any, words[i]) }
	switch {
	case !is(0, "resourceSpans", "resourceLogs"):
		return "", full
	case is(2, "resource"):
		_, name = cut(3)
		owner, _ = cut(2)
		return owner + ".", "resource." + strings.TrimPrefix(name, "attributes.")
	case !is(2, "scopeSpans", "scopeLogs"):
		return "", full
	case is(4, "scope"):
		_, name = cut(4)
		owner, _ = cut(4)
		return owner + ".", name
	case !is(4, "spans", "logRecords"):
		return "", full
	case is(6, "events") && len(words) > 8:
		return cut(8)
	}
	return cut(6)
}

// attributes makes of fields such as attributes.3.key and attributes.3.value.stringValue one field
// with the name and value that they give, and of body.stringValue the field body.
func attributes(fields []Field) (out []Field) {
	keys := map[string]string{}
	for _, f := range fields {
		if list, ok := strings.CutSuffix(f.Name, ".key"); ok {
			keys[list] = f.Value.Text
		}
	}
	lists := map[string]int{} // where a list of values stands
	for _, f := range fields {
		if before, kind, ok := strings.Cut(f.Name, ".value."); ok && keys[before] != "" {
			f.Name = strings.TrimRight(before, "0123456789") + keys[before]
			f.Value = typed(f.Value, kind)
		} else if kind, ok := strings.CutPrefix(f.Name, "body."); ok {
			f.Name, f.Value = "body", typed(f.Value, kind)
		} else if _, ok := strings.CutSuffix(f.Name, ".key"); ok {
			continue
		}
		if f.Value.Kind == List && len(f.Value.List) == 1 && strings.Contains(f.Value.Text, "\x00") {
			if i, ok := lists[f.Name]; ok {
				out[i].Value.List = append(out[i].Value.List, f.Value.List...)
				out[i].Value.Text += f.Value.Text
				continue
			}
			lists[f.Name] = len(out)
		}
		out = append(out, f)
	}
	return out
}

// typed is a value of the kind that OpenTelemetry gives it: whole numbers are written as texts, and
// each value of an array is a field of its own.
func typed(v Value, kind string) Value {
	array, element, ok := strings.Cut(kind, ".")
	if ok && array == "arrayValue" {
		if _, of, ok := strings.Cut(strings.TrimPrefix(element, "values."), "."); ok {
			one := typed(v, of)
			return Value{Kind: List, Text: one.Text + "\x00", List: []Value{one}}
		}
		return Value{Kind: List, Text: "[]"} // an array without values
	}
	if kind == "intValue" && v.Kind == Text {
		v.Kind = Number
	}
	return v
}
