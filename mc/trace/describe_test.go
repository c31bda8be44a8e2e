package trace_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A step tells what its predicate asks of the receivers once the sender's locals, the channel and
// the data are known, in its text and in JSON alike.
func TestStepTextSimplifiesThePredicate(t *testing.T) {
	b := recipe.NewBuilder()
	price := b.Data("PRICE", recipe.IntType(0, 2))
	wants := b.Property("wants", recipe.BoolType)
	limit := b.Property("limit", recipe.IntType(0, 2))
	gate := b.Channel("gate")
	seller := b.Agent("seller", "Seller")
	asks := seller.Local("asks", recipe.IntType(0, 2))
	onGate := recipe.Eq(b.MessageChannel(), gate)
	cases := []struct {
		predicate *recipe.Expr
		text      string
	}{
		{recipe.And(onGate, wants), " to @wants"},
		{recipe.And(wants, onGate), " to @wants"},
		{recipe.And(recipe.Not(onGate), wants), " to nobody"},
		{recipe.Or(onGate, wants), ""},
		{recipe.Or(recipe.Ne(b.MessageChannel(), gate), wants), " to @wants"},
		{recipe.And(wants, recipe.Le(price, limit)), " to @wants & 1 <= @limit"},
		{recipe.Eq(limit, asks), " to @limit = 1"},
		{recipe.Eq(asks, price), ""},
		{recipe.Iff(wants, onGate), " to @wants"},
		{recipe.Iff(recipe.Not(onGate), wants), " to !@wants"},
		{recipe.Iff(onGate, onGate), ""},
		{recipe.Iff(wants, recipe.Eq(limit, asks)), " to @wants <-> @limit = 1"},
	}
	for _, c := range cases {
		seller.Send(0, 0, gate).With(price, asks).To(c.predicate)
	}
	sys, err := b.System()
	require.NoError(t, err)
	in := recipe.NewInterpreter(sys)
	state := recipe.State{Locals: []recipe.Value{1}, Control: []int{0}}
	successors, err := in.Successors(state)
	require.NoError(t, err)
	require.Len(t, successors, len(cases))
	for i, c := range cases {
		text := trace.StepText(sys, trace.Step{State: state, Message: successors[i].Step}, trace.TextOptions{})
		lost := ", which nobody receives"
		if c.text == " to nobody" {
			lost = ""
		}
		require.Equal(t, fmt.Sprintf("  seller#%d: sends on gate%s (PRICE = 1)%s\n", i+1, c.text, lost), text)
		tr := trace.Trace{System: sys, Steps: []trace.Step{{State: state, Message: successors[i].Step}}, Loop: 0}
		encoded, err := json.Marshal(&tr)
		require.NoError(t, err)
		var read struct {
			Steps []struct{ Message struct{ Predicate string } }
		}
		require.NoError(t, json.Unmarshal(encoded, &read))
		predicate := strings.Replace(strings.TrimPrefix(c.text, " to "), "nobody", "false", 1)
		require.Equal(t, cmp.Or(predicate, "true"), read.Steps[0].Message.Predicate)
	}
}

func TestStateText(t *testing.T) {
	sys := turnstile(t)
	before := recipe.State{Locals: []recipe.Value{0, 1, 2}, Control: []int{0, 0}}
	after := recipe.State{Locals: []recipe.Value{1, 1, 2}, Control: []int{0, 0}}
	before.Locals[1], _ = sys.SymbolOf("green")
	after.Locals[1] = before.Locals[1]
	all := "    visitor: automaton-state = 0, paid = true\n    booth: automaton-state = 0, seen = green, price = 2\n"
	first := strings.ReplaceAll(all, "booth: automaton-state = 0, ", "booth: ") // which has one control state
	require.Equal(t, first, trace.StateText(sys, after, nil, trace.TextOptions{}))
	require.Equal(t, all, trace.StateText(sys, after, &before, trace.TextOptions{Full: true}))
	require.Equal(t, "    visitor: paid = true\n", trace.StateText(sys, after, &before, trace.TextOptions{}))
	require.Empty(t, trace.StateText(sys, after, &after, trace.TextOptions{}))
}
