package ispl

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/token"

// Expressions reads conditions and formulas.
type expressions struct {
	reader
	agents       []string          // the names of those read so far, without the environment
	propositions map[string]string // the names of those read so far, by their conditions
}

func (p *expressions) node(op Op, start token.Pos, args ...*Expr) *Expr {
	return &Expr{Op: op, Span: p.spanFrom(start), Args: args}
}

// chain reads operands joined by one associative operator as one node.
func (p *expressions) chain(op Op, operand func() *Expr) *Expr {
	start := p.peek().pos
	args := []*Expr{operand()}
	for p.accept(opTexts[op]) {
		args = append(args, operand())
	}
	if len(args) == 1 {
		return args[0]
	}
	return p.node(op, start, args...)
}

// left reads operands joined by operators that group to the left.
func (p *expressions) left(ops []Op, operand func() *Expr) *Expr {
	start, depth := p.peek().pos, p.depth
	x := operand()
	for op := p.next(ops...); op != OpBad; op = p.next(ops...) {
		p.enter()
		p.advance()
		x = p.node(op, start, x, operand())
	}
	p.depth = depth
	return x
}

// condition reads a condition: `or`, `and`, `!` and comparisons. Values and conditions share one
// grammar, because `(` may begin either; the types tell them apart.
func (p *expressions) condition() *Expr { return p.chain(OpOr, p.conjunction) }

func (p *expressions) conjunction() *Expr { return p.chain(OpAnd, p.negation) }

func (p *expressions) negation() *Expr { return p.prefix(OpNot, p.comparison) }

// prefix reads an operand with any number of a prefix operator before it.
func (p *expressions) prefix(op Op, operand func() *Expr) *Expr {
	if !p.at(opTexts[op]) {
		return operand()
	}
	p.enter()
	start := p.advance().pos
	x := p.node(op, start, p.prefix(op, operand))
	p.leave()
	return x
}

func (p *expressions) comparison() *Expr {
	start := p.peek().pos
	x := p.value()
	op := p.next(OpEq, OpNeq, OpLt, OpLe, OpGt, OpGe)
	if p.at("!=") {
		op = OpNeq
	}
	if op == OpBad {
		return x
	}
	p.advance()
	return p.node(op, start, x, p.value())
}

// value reads an expression over variables: the operators of booleans, which bind less tightly than
// those of numbers.
func (p *expressions) value() *Expr { return p.left([]Op{OpBitOr, OpBitXor}, p.bitConjunction) }

func (p *expressions) bitConjunction() *Expr { return p.left([]Op{OpBitAnd}, p.bitNegation) }

func (p *expressions) bitNegation() *Expr { return p.prefix(OpBitNot, p.sum) }

func (p *expressions) sum() *Expr { return p.left([]Op{OpPlus, OpMinus}, p.product) }

func (p *expressions) product() *Expr { return p.left([]Op{OpTimes, OpDivide}, p.primary) }

func (p *expressions) primary() *Expr {
	t := p.peek()
	start := t.pos
	if op := p.next(OpTrue, OpFalse, OpAction); op != OpBad {
		p.advance()
		return p.node(op, start)
	}
	switch {
	case t.text == "(" && t.kind == sign:
		p.enter()
		p.advance()
		x := p.condition()
		if !p.at(")") {
			p.failExpected("an operator or `)`")
		}
		p.advance()
		p.leave()
		return p.node(OpParen, start, x)
	case t.kind == number || t.text == "-" && p.peekAt(1).kind == number:
		n := p.integer()
		x := p.node(OpNumber, start)
		x.Value = n
		return x
	case t.kind == name || t.text == EnvironmentName:
		return p.qualified()
	}
	p.failExpected("a value or a condition")
	return nil
}

// qualified reads a name, or an agent's name, a dot and what is the agent's.
func (p *expressions) qualified() *Expr {
	start := p.peek().pos
	first := p.agentName()
	if !p.at(".") {
		if first.Name == EnvironmentName {
			p.failExpected("`.` and the name of a variable of the environment")
		}
		x := p.node(OpName, start)
		x.Name = first
		return x
	}
	p.advance()
	op := p.next(OpAction, OpRed, OpGreen)
	var n Ident
	if op != OpBad {
		p.advance()
	} else {
		op, n = OpName, p.ident("a name of a variable, `Action`, `RedStates` or `GreenStates`")
	}
	x := p.node(op, start)
	x.Agent, x.Name = first, n
	return x
}
