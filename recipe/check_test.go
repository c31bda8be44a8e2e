package recipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// checkable is a good system with two agents: a (locals 0 and 1; commands 0
// send, 1 get) and b (local 2; commands 2 receive, 3 supply).
func checkable(t *testing.T) *System {
	b := NewBuilder()
	d := b.Data("D", digit)
	b.Data("E", digit)
	p := b.Property("p", BoolType)
	c := b.Channel("c")
	a := b.Agent("a", "A")
	x := a.Local("x", digit)
	a.Local("y", BoolType)
	a.Relabel(p, TrueExpr)
	a.Send(0, 1, c).Label("send").With(d, x).To(p)
	a.Get(1, 0).Label("get").With(d, x).To(p).Set(x, d)
	r := b.Agent("b", "B")
	z := r.Local("z", digit)
	r.Receive(0, 0, c).Label("receive").When(Eq(d, z)).Set(z, d)
	r.Supply(0, 0).Label("supply").With(d, z)
	b.StateProposition("state", Eq(x, z))
	b.StepProposition("step", Exists(p))
	return system(t, b)
}

func TestCheck(t *testing.T) {
	local := func(i int) *Expr { return &Expr{Op: OpLocal, Type: digit, Index: i} }
	data := func(i int) *Expr { return &Expr{Op: OpData, Type: digit, Index: i} }
	property := &Expr{Op: OpProperty, Type: BoolType}
	channel := func(s *System) *Expr { return &Expr{Op: OpChannel, Type: s.Channel} }
	for _, c := range []struct {
		change func(s *System)
		want   string // "" if the system stays good
	}{
		{func(s *System) {}, ""},

		{func(s *System) { s.Symbols = nil }, `symbols: symbol 0 is not "*"`},
		{func(s *System) { s.Symbols[0] = "star" }, `symbols: symbol 0 is not "*"`},
		{func(s *System) { s.Symbols[1] = "*" }, `symbols: "*" occurs twice`},
		{func(s *System) { s.Channel = nil }, "channel: no type"},
		{func(s *System) { s.Channel = EnumType("channel", 1) }, "channel: not an enumeration with the broadcast channel"},
		{func(s *System) { s.Channel = digit }, "channel: not an enumeration with the broadcast channel"},
		{func(s *System) { s.Location = EnumType("location", 3, 2) }, "location: values [3 2] are not the agents' locations [2 3]"},
		{func(s *System) { s.Data[0].Type = nil }, "data variable D: no type"},
		{func(s *System) { s.Data[0].Type = &Type{Kind: Int, Name: "2..1", Lo: 2, Hi: 1} }, "data variable D: type 2..1 is empty"},
		{func(s *System) { s.Data[0].Type = &Type{Kind: Enum, Name: "e"} }, "data variable D: type e is empty"},
		{func(s *System) { s.Data[0].Type = &Type{Kind: Enum, Name: "e", Values: []Value{0}} }, "data variable D: type e was not made by EnumType"},
		{func(s *System) { s.Data[0].Type = &Type{Kind: 9} }, "data variable D: no kind of type 9"},
		{func(s *System) { s.Data[1].Type = EnumType("e", 99) }, "data variable E: type e holds 99, which is no symbol"},
		{func(s *System) { s.Properties[0].Type = nil }, "property identifier p: no type"},

		{func(s *System) { s.Agents = nil }, "agents: there are none"},
		{func(s *System) { s.Agents[1].Vars.Start = 1 }, "agent b: locals {1 3} and commands {2 4} do not follow those of the agent before"},
		{func(s *System) { s.Agents[0].Commands.End = 1 }, "agent b: locals {2 3} and commands {2 4} do not follow"},
		{func(s *System) { s.Agents[1].Vars.End = 2 }, "agents: have 2 locals and 4 commands instead of 3 and 4"},
		{func(s *System) { s.Agents[0].States = 0 }, "agent a: no control state"},
		{func(s *System) { s.Vars[0].Agent = 1 }, "local x: number 0 is none of agent 1"},
		{func(s *System) { s.Vars[0].Type = nil }, "local x: no type"},
		{func(s *System) { s.Commands[0].ID = 1 }, "command 0: has ID 1 and is none of agent 0"},
		{func(s *System) { s.Commands[0].Agent = 7 }, "command 0: has ID 0 and is none of agent 7"},

		{func(s *System) { s.Agents[0].Init = nil }, "agent a: init: an expression is missing"},
		{func(s *System) { s.Agents[0].Init = local(0) }, "agent a: init: a-x is of type 0..9, not boolean"},
		{func(s *System) { s.Agents[0].Init = Eq(local(2), local(0)) }, "agent a: init: reads the foreign local b-z"},
		{func(s *System) { s.Agents[0].Init = Eq(channel(s), channel(s)) }, "agent a: init: chan does not belong here"},
		{func(s *System) { s.Agents[0].ReceiveGuard = Eq(channel(s), channel(s)) }, ""},
		{func(s *System) { s.Agents[0].ReceiveGuard = Eq(data(0), num(1)) }, "agent a: receive guard: data variable does not belong here"},
		{func(s *System) { s.Agents[0].Relabel = nil }, "agent a: relabels 0 of 1 property identifiers"},
		{func(s *System) { s.Agents[0].Relabel[0] = nil }, ""},
		{func(s *System) { s.Agents[0].Relabel[0] = local(0) }, "agent a: relabelling of p: a-x is of type 0..9, not boolean"},
		{func(s *System) { s.Agents[0].Relabel[0] = property }, "agent a: relabelling of p: property identifier does not belong here"},

		{func(s *System) { s.Commands[0].Kind = 9 }, "command 0 (a-send): no kind of command 9"},
		{func(s *System) { s.Commands[0].Kind, s.Commands[0].Label = 9, "" }, "command 0 (a#1): no kind of command 9"},
		{func(s *System) { s.Commands[0].To = 2 }, "command 0 (a-send): leads from 0 to 2, but a has 2 control states"},
		{func(s *System) { s.Commands[0].From = -1 }, "command 0 (a-send): leads from -1 to 1, but a has 2 control states"},
		{func(s *System) { s.Commands[0].Guard = Eq(data(0), num(1)) }, "command 0 (a-send): guard: data variable does not belong here"},
		{func(s *System) { s.Commands[0].Guard = Eq(channel(s), channel(s)) }, ""},
		{func(s *System) { s.Commands[0].Mentions = []int{0} }, "command 0 (a-send): a send mentions data of a message"},
		{func(s *System) { s.Commands[0].Channel = nil }, "command 0 (a-send): channel: missing"},
		{func(s *System) { s.Commands[0].Channel = TrueExpr }, "command 0 (a-send): channel: true is of type bool, not enumeration"},
		{func(s *System) { s.Commands[0].Channel = channel(s) }, "command 0 (a-send): channel: chan does not belong here"},
		{func(s *System) { s.Commands[0].Target = Const(s.Location, 2) }, "command 0 (a-send): target: not of this kind of command"},
		{func(s *System) { s.Commands[0].Predicate = nil }, "command 0 (a-send): predicate: missing"},
		{func(s *System) { s.Commands[0].Predicate = Eq(data(0), num(1)) }, ""},
		{func(s *System) { s.Commands[0].Predicate = Eq(data(1), num(1)) }, "command 0 (a-send): predicate: reads data E, which is not sure to be carried"},
		{func(s *System) { s.Commands[0].Predicate = &Expr{Op: OpProperty, Type: BoolType, Index: 1} }, "command 0 (a-send): predicate: property identifier reads number 1 of 1"},
		{func(s *System) { s.Commands[0].Predicate = &Expr{Op: OpProperty, Type: digit} }, "command 0 (a-send): predicate: @p is of type 0..9, not boolean"},
		{func(s *System) { s.Commands[0].Data[0].Var = 2 }, "command 0 (a-send): data: variable 2 is assigned twice or not the command's to assign"},
		{func(s *System) { s.Commands[0].Data = append(s.Commands[0].Data, s.Commands[0].Data[0]) }, "command 0 (a-send): data: variable 0 is assigned twice"},
		{func(s *System) { s.Commands[0].Data[0].Expr = TrueExpr }, "command 0 (a-send): data: true"},
		{func(s *System) { s.Commands[0].Updates = []Assignment{{Var: 2, Expr: num(1)}} }, "command 0 (a-send): update: variable 2 is assigned twice or not the command's to assign"},

		{func(s *System) { s.Commands[1].Predicate = nil }, "command 1 (a-get): predicate: missing"},
		{func(s *System) { s.Commands[1].Target = Const(s.Location, 2) }, "command 1 (a-get): predicate: not of this kind of command"},
		{func(s *System) { s.Commands[1].Channel = Const(s.Channel, 0) }, "command 1 (a-get): channel: not of this kind of command"},
		{func(s *System) { s.Commands[1].Predicate = Eq(data(0), num(1)) }, "command 1 (a-get): predicate: data variable does not belong here"},

		{func(s *System) { s.Commands[2].Mentions = nil }, "command 2 (b-receive): guard: reads data D, which is not sure to be carried"},
		{func(s *System) { s.Commands[2].Mentions = []int{0, 1} }, ""},
		{func(s *System) { s.Commands[2].Mentions = []int{1, 0} }, "command 2 (b-receive): mentions [1 0] are not ascending indices of data variables"},
		{func(s *System) { s.Commands[2].Mentions = []int{0, 2} }, "command 2 (b-receive): mentions [0 2] are not ascending"},
		{func(s *System) { s.Commands[2].Data = s.Commands[0].Data[:0:0] }, ""},
		{func(s *System) { s.Commands[2].Data = []Assignment{{Expr: num(1)}} }, "command 2 (b-receive): a receive assigns data"},
		{func(s *System) { s.Commands[2].Predicate = TrueExpr }, "command 2 (b-receive): predicate: not of this kind of command"},
		{func(s *System) { s.Commands[3].Predicate = TrueExpr }, "command 3 (b-supply): predicate: not of this kind of command"},
		{func(s *System) { s.Commands[3].Target = Const(s.Location, 3) }, ""},

		{func(s *System) { s.Propositions[0].Kind = 5 }, "proposition state: no kind of proposition 5"},
		{func(s *System) { s.Propositions[0].Expr = nil }, "proposition state: an expression is missing"},
		{func(s *System) { s.Propositions[0].Expr = &Expr{Op: OpControl, Type: digit, Index: 2} }, "proposition state: automaton-state[2] is of type 0..9, not boolean"},
		{func(s *System) {
			s.Propositions[0].Expr = Eq(&Expr{Op: OpControl, Type: digit, Index: 1}, num(0))
		}, ""},
		{func(s *System) {
			s.Propositions[0].Expr = Eq(&Expr{Op: OpControl, Type: digit, Index: 2}, num(0))
		}, "proposition state: automaton-state reads number 2 of 2"},
		{func(s *System) { s.Propositions[0].Expr = Eq(data(0), num(1)) }, "proposition state: data variable does not belong here"},
		{func(s *System) { s.Propositions[0].Expr = Exists(TrueExpr) }, "proposition state: a quantifier does not belong here"},
		{func(s *System) { s.Propositions[0].Expr = &Expr{Op: OpEnabled, Type: BoolType, Commands: []int{2, 1}} }, "proposition state: commands [2 1] are not ascending IDs"},
		{func(s *System) { s.Propositions[0].Expr = &Expr{Op: OpEnabled, Type: BoolType, Commands: []int{4}} }, "proposition state: commands [4] are not ascending IDs"},
		{func(s *System) { s.Propositions[1].Expr = property }, "proposition step: property identifier does not belong here"},
		{func(s *System) { s.Propositions[1].Expr = Eq(local(0), num(1)) }, ""},
		{func(s *System) {
			s.Propositions[1].Expr = Eq(&Expr{Op: OpLocality, Type: s.Location}, Const(s.Location, AnyLocality))
		}, ""},
		{func(s *System) {
			s.Propositions[1].Expr = Eq(&Expr{Op: OpSender, Type: s.Location}, Const(s.Location, AnyLocality))
		}, "proposition step: constant -1 is not in its type location"},

		{func(s *System) { s.Agents[0].Init = &Expr{Op: OpConst, Value: 1} }, "agent a: init: an expression has no type"},
		{func(s *System) { s.Agents[0].Init = &Expr{Op: OpConst, Type: BoolType, Value: 2} }, "agent a: init: constant 2 is not in its type bool"},
		{func(s *System) { s.Agents[0].Init = &Expr{Op: OpLocal, Type: BoolType, Index: 3} }, "agent a: init: local reads number 3 of 3"},
		{func(s *System) { s.Agents[0].Init = &Expr{Op: OpLocal, Type: BoolType} }, "agent a: init: local is given the type bool"},
		{func(s *System) { s.Agents[0].Init = &Expr{Op: OpConst, Type: BoolType, Args: []*Expr{TrueExpr}} }, "agent a: init: a leaf has operands"},
		{func(s *System) { s.Agents[0].Init = &Expr{Op: OpAnd, Type: BoolType, Args: []*Expr{TrueExpr}} }, "agent a: init: & has 1 operands or lacks one"},
		{func(s *System) { s.Agents[0].Init = &Expr{Op: OpNot, Type: BoolType, Args: []*Expr{nil}} }, "agent a: init: ! has 1 operands or lacks one"},
		{func(s *System) { s.Agents[0].Init = &Expr{Op: 200, Type: BoolType, Args: []*Expr{TrueExpr, TrueExpr}} }, "agent a: init: operator 200 has 2 operands"},
		{func(s *System) { s.Agents[0].Init = &Expr{Op: OpNot, Type: BoolType, Args: []*Expr{{Op: OpConst}}} }, "agent a: init: an operand has no type"},
		{func(s *System) { s.Agents[0].Init = And(TrueExpr, num(1)) }, "agent a: init: 1"},
		{func(s *System) { s.Agents[0].Init = Lt(TrueExpr, num(1)) }, "agent a: init: true"},
		{func(s *System) { s.Agents[0].Init = Eq(TrueExpr, num(1)) }, ""},
		{func(s *System) { s.Agents[0].Init = Eq(Add(TrueExpr, num(1)), num(1)) }, "agent a: init: true"},
		{func(s *System) { s.Agents[0].Init = Eq(Ite(num(1), num(1), num(1)), num(1)) }, "agent a: init: 1"},
		{func(s *System) { s.Agents[0].Init = Eq(Ite(TrueExpr, num(1), TrueExpr), num(1)) }, "agent a: init: true"},
	} {
		s := checkable(t)
		c.change(s)
		err := s.Check()
		if c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.Error(t, err, c.want)
		require.ErrorContains(t, err, "recipe: "+c.want)
	}
}

// Check tells all faults at once.
func TestCheckJoinsFaults(t *testing.T) {
	s := checkable(t)
	s.Agents[0].Init, s.Commands[0].Channel = nil, nil
	require.EqualError(t, s.Check(), "recipe: agent a: init: an expression is missing\nrecipe: command 0 (a-send): channel: missing")
}
