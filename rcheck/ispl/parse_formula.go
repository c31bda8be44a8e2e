package ispl

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/token"

// mode is the logic of the formula that is being read.
type mode uint8

const (
	branching mode = iota // the two-letter operators, strategies
	linear                // after LTL
	star                  // after CTL*
)

// property reads a formula of the section Formulae: only there LTL and CTL* may stand.
func (p *expressions) property() *Expr {
	start := p.peek().pos
	switch {
	case p.accept("LTL"):
		return p.node(OpLTL, start, p.formula(linear))
	case p.accept("CTL*"):
		return p.node(OpCTLStar, start, p.formula(star))
	}
	return p.formula(branching)
}

func (p *expressions) stateFormula() *Expr { return p.formula(branching) }

// formula reads an implication, which groups to the right.
func (p *expressions) formula(m mode) *Expr {
	p.enter()
	defer p.leave()
	start := p.peek().pos
	x := p.chain(OpOr, func() *Expr {
		return p.chain(OpAnd, func() *Expr { return p.formulaNegation(m) })
	})
	if p.accept("->") {
		return p.node(OpImplies, start, x, p.formula(m))
	}
	return x
}

func (p *expressions) formulaNegation(m mode) *Expr {
	return p.prefix(OpNot, func() *Expr {
		if m == branching {
			return p.formulaOperand(m)
		}
		return p.left([]Op{OpUntil}, func() *Expr { return p.prefixed(m) })
	})
}

var prefixes = [...][]Op{
	branching: {OpAG, OpEG, OpAX, OpEX, OpAF, OpEF},
	linear:    {OpNext, OpFinally, OpGlobally},
	star:      {OpNext, OpFinally, OpGlobally, OpAll, OpExists},
}

// formulaOperand reads what the Boolean operators and U join.
func (p *expressions) formulaOperand(m mode) *Expr {
	p.enter()
	defer p.leave()
	t := p.peek()
	start := t.pos
	if op := p.next(prefixes[m]...); op != OpBad {
		p.advance()
		return p.node(op, start, p.prefixed(m))
	}
	if op := p.next(OpKnows, OpEveryone, OpCommon, OpDistributed, OpObliged); op != OpBad && (m == branching || op != OpObliged) {
		p.advance()
		return p.knowing(m, op, start)
	}
	switch {
	case t.text == "(":
		p.advance()
		x := p.formula(m)
		if p.at("U") && m == branching {
			p.fail(unexpectedText, p.peek().span(), "write `A (f U g)` or `E (f U g)`", "`U` stands without `A` or `E` before its parenthesis")
		}
		if !p.at(")") {
			p.failExpected("an operator or `)`")
		}
		p.advance()
		return p.node(OpParen, start, x)
	case m == branching && (t.text == "A" || t.text == "E"):
		op := p.next(OpAllUntil, OpExistsUntil)
		p.advance()
		return p.until(op, start)
	case m == branching && t.text == "<":
		return p.strategic()
	case t.kind == name || t.text == EnvironmentName:
		return p.formulaAtom()
	}
	p.refuse(m)
	return nil
}

// prefixed reads the operand of a prefix operator or of U; after `!` it reaches as far as U does.
func (p *expressions) prefixed(m mode) *Expr {
	if p.at("!") {
		return p.formulaNegation(m)
	}
	return p.formulaOperand(m)
}

// refuse reports what begins no formula here, and what may have been meant.
func (p *expressions) refuse(m mode) {
	t := p.peek()
	suggestion := ""
	switch {
	case t.text == "true" || t.text == "false":
		suggestion = "formulas speak about propositions; declare one in Evaluation"
	case p.next(prefixes[branching]...) != OpBad || t.text == "<" && m != branching:
		suggestion = "in LTL and CTL* `A`, `E`, `G`, `F` and `X` are separate words, and there are no strategies"
	case t.text == "LTL" || t.text == "CTL*":
		suggestion = "it stands at the beginning of a formula of the section Formulae, before all else"
	case p.next(prefixes[star]...) != OpBad:
		suggestion = "write `AG`, `EF` and the like, or begin the formula with `LTL` or `CTL*`"
	case t.kind == number:
		suggestion = "formulas speak about propositions; compare values in Evaluation"
	case t.text == "O":
		suggestion = "there are no obligations in LTL and CTL*"
	}
	p.failInstead(suggestion, "a formula")
}

// until reads `( f U g )`.
func (p *expressions) until(op Op, start token.Pos) *Expr {
	p.expect("(")
	f := p.formula(branching)
	p.expect("U")
	g := p.formula(branching)
	p.expect(")")
	return p.node(op, start, f, g)
}

// knowing reads `( agent or group, f )`.
func (p *expressions) knowing(m mode, op Op, start token.Pos) *Expr {
	p.expect("(")
	var who Ident
	if op == OpKnows || op == OpObliged {
		who = p.agentName()
	} else {
		who = p.ident("a name of a group")
	}
	if p.at(")") {
		p.failWithoutAgent(op, who)
	}
	p.expect(",")
	f := p.formula(m)
	p.expect(")")
	x := p.node(op, start, f)
	x.Name = who
	return x
}

// failWithoutAgent reports `K(f)`, which names no agent.
func (p *expressions) failWithoutAgent(op Op, f Ident) {
	who := "g"
	if op == OpKnows || op == OpObliged {
		who = append(p.agents, "P")[0]
	}
	p.failInstead("say who: write `"+opTexts[op]+"("+who+", "+f.Name+")`", "`,`")
}

// strategic reads `<G> X f`, `<G> F f`, `<G> G f` or `<G> ( f U g )`.
func (p *expressions) strategic() *Expr {
	start := p.advance().pos
	switch t := p.peek(); {
	case t.text == "<":
		p.failInstead("write one bracket: `<"+p.peekAt(1).text+">`", "a name of a group")
	case t.text == EnvironmentName:
		p.fail(unexpectedText, t.span(), groupOfAgentHint(t.text), "expected a name of a group, found the agent `%s`",
			t.text)
	}
	group := p.ident("a name of a group")
	p.expect(">")
	var x *Expr
	switch op := p.next(OpCanNext, OpCanFinally, OpCanGlobally); {
	case p.at("("):
		x = p.until(OpCanUntil, start)
	case op != OpBad:
		p.advance()
		x = p.node(op, start, p.prefixed(branching))
	default:
		p.failExpected("`X`, `F`, `G` or `(f U g)`")
	}
	x.Name = group
	return x
}

// groupOfAgentHint tells how a group of one agent is declared.
func groupOfAgentHint(agent string) string {
	return "declare a group of this agent, as in `Groups g = {" + agent + "}; end Groups`, and write `<g>`"
}

// formulaAtom reads a proposition or an agent's red or green states.
func (p *expressions) formulaAtom() *Expr {
	before := p.pos
	x := p.qualified()
	compared := p.peek().kind == sign && p.next(OpEq, OpNeq, OpLt, OpLe, OpGt, OpGe) != OpBad
	mentions := x.Op == OpAction || x.Op == OpName && x.Agent.Name != ""
	if !compared && !mentions {
		return x
	}
	at, what := x.Span, "a formula cannot mention variables and actions of agents"
	if !mentions {
		at, what = p.peek().span(), "a formula cannot compare values"
	}
	condition := &Expr{Op: OpEq, Args: []*Expr{x, {Op: OpTrue}}}
	if compared {
		p.pos = before
		condition = p.comparison()
	}
	p.fail(unexpectedText, at, p.propositionHint(condition), "%s", what)
	return nil
}

// propositionHint names the proposition that is a condition, or declares one.
func (p *expressions) propositionHint(condition *Expr) string {
	text := Print(condition)
	if name, ok := p.propositions[text]; ok {
		return "write the proposition `" + name + "`: Evaluation has `" + name + " if " + text + ";`"
	}
	return "declare a proposition in Evaluation, such as `p if " + text + ";`, and write `p`"
}
