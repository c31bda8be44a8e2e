package logs_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
)

const spans = `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},` +
	`"scopeSpans":[{"scope":{"name":"lib"},"spans":[` +
	`{"traceId":"t","spanId":"2","parentSpanId":"1","name":"give","startTimeUnixNano":"1700000000000000002","attributes":[{"key":"who","value":{"stringValue":"client1"}}]},` +
	`{"traceId":"t","spanId":"1","name":"take","startTimeUnixNano":"1700000000000000001","attributes":[{"key":"n","value":{"intValue":"1"}},{"key":"ok","value":{"boolValue":true}},` +
	`{"key":"to","value":{"arrayValue":{"values":[{"stringValue":"keeper"},{"stringValue":"x"}]}}},{"key":"none","value":{"arrayValue":{"values":[]}}}],` +
	`"events":[{"timeUnixNano":"1700000000000000003","name":"done","attributes":[{"key":"r","value":{"doubleValue":0.5}}]}]}]}]}]}
{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"7","severityText":"INFO","body":{"stringValue":"hello"},"attributes":[]}]}]}]}
`

// TestOpenTelemetry reads spans, their events, and log records.
func TestOpenTelemetry(t *testing.T) {
	r := logs.NewReader("l", strings.NewReader(spans), logs.OpenTelemetry, logs.Limits{})
	var out []string
	for {
		record, err := r.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		line := record.Place()
		for _, f := range record.Fields {
			line += fmt.Sprintf(" %s=%s", f.Name, strings.ReplaceAll(f.Value.Text, "\x00", ","))
		}
		out = append(out, line)
	}
	require.Equal(t, []string{
		"l:1 attributes.who=client1 name=give parentSpanId=1 resource.service.name=shop scope.name=lib spanId=2 startTimeUnixNano=1700000000000000002 time=1700000000000000002 traceId=t",
		"l:1 attributes.n=1 attributes.none=[] attributes.ok=true attributes.to=keeper,x, name=take resource.service.name=shop scope.name=lib spanId=1 " +
			"startTimeUnixNano=1700000000000000001 time=1700000000000000001 traceId=t",
		"l:1 attributes.r=0.5 name=done resource.service.name=shop scope.name=lib spanId=1 time=1700000000000000003 timeUnixNano=1700000000000000003 traceId=t",
		"l:2 attributes=[] body=hello severityText=INFO time=7 timeUnixNano=7",
	}, out)
	_, err := logs.NewReader("l", strings.NewReader(`{"resourceSpans":[],"x":1}`), logs.OpenTelemetry, logs.Limits{}).Next()
	require.EqualError(t, err, `l:1:25: error: the field "x" is none of OpenTelemetry's, which are resourceSpans and resourceLogs`)
}

// TestSpansAreOrderedByClocksOrCauses takes spans in the order of their starts, to the nanosecond,
// though they are written in the order of their ends, or by their parents.
func TestSpansAreOrderedByClocksOrCauses(t *testing.T) {
	sys := lock(t)
	for order, conforms := range map[string]bool{"clock time": true, "": false} {
		m, err := logs.ParseMap("m", order+"\nevent name\nskip *\non take\n  command *-take\n  participant keeper\non give\n  command $attributes.who-give")
		require.NoError(t, err)
		b, err := m.Bind(sys)
		require.NoError(t, err)
		reader := logs.NewReader("l", strings.NewReader(spans[:strings.Index(spans, "\n")]), logs.OpenTelemetry, logs.Limits{})
		require.Equal(t, order == "", b.Streams(reader))
		entries, err := b.Merge(t.Context(), reader)
		require.NoError(t, err)
		require.Len(t, entries, 2)
		against, err := conform.New(t.Context(), sys, conform.Options{})
		require.NoError(t, err)
		tracker, err := against.Start(t.Context())
		require.NoError(t, err)
		done, _, err := tracker.Log(t.Context(), entries, nil)
		require.NoError(t, err)
		require.Equal(t, conforms, done == 2, order)
		against.Close()
	}
}
