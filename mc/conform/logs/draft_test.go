package logs_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
)

// TestDrafts drafts maps, which can be read and mean something.
func TestDrafts(t *testing.T) {
	sys := lock(t)
	draft := func(log string) string {
		text, err := logs.Draft(logs.NewReader("l", strings.NewReader(log), logs.JSONLines, logs.Limits{}), sys)
		require.NoError(t, err)
		m, err := logs.ParseMap("draft", text)
		require.NoError(t, err, text)
		_, err = m.Bind(sys)
		require.NoError(t, err, text)
		return text
	}
	text := draft(`{"msg":"take","who":"client1","count":1}` + "\n" + `{"msg":"say \"it\"","held":true,"x":null}`)
	require.Contains(t, text, "event msg\n")
	require.Contains(t, text, "\non \"say 'it'\"\n  # command AGENT-LABEL\n  # after client1-held = $held\n")
	require.Contains(t, text, "\non take\n  command $who-take\n  # initiator $who\n  # data COUNT = $count\n")
	require.Contains(t, draft(`{"k":"give","v":"1"}`+"\n"+`{"k":"take","v":"2"}`+"\n"+`{"k":"take","v":"3"}`), "event k\n")
	require.Contains(t, draft("{}"), "event event\n")
	text = draft(`{"msg":"got","user":"ann"}` + "\n" + `{"msg":"got","user":"bob"}`)
	require.Contains(t, text, "# rename user as Client  # if these 2 names stand for 2 agents of this type\n")
	require.Contains(t, text, "# labels of the model: ")
	require.Contains(t, draft(`{"body":"got","user":"ann"}`), "event body\n")
	_, err := logs.Draft(logs.NewReader("l", strings.NewReader("\n"), logs.JSONLines, logs.Limits{}), sys)
	require.EqualError(t, err, "l has no record, so that it suggests no map; give a log with events")
	_, err = logs.Draft(logs.NewReader("l", strings.NewReader("{"), logs.JSONLines, logs.Limits{}), sys)
	require.Error(t, err)
}
