package ispl

import (
	"slices"
	"strconv"
	"strings"
)

// Print writes a condition, a value or a formula on one line. It keeps the parentheses of the tree.
// It adds others only where the text would otherwise be read as another tree.
func Print(x *Expr) string {
	var p exprPrinter
	p.expr(x, 0)
	return p.String()
}

type exprPrinter struct {
	strings.Builder
	until int // how many operands of U this is within, where `!` reaches as far as it can
}

func (p *exprPrinter) text(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

// expr writes x, in parentheses if it binds less tightly than least.
func (p *exprPrinter) expr(x *Expr, least int) {
	if x.Op.level() < least {
		p.enclosed(func() { p.bare(x) })
		return
	}
	p.bare(x)
}

// enclosed writes something in parentheses.
func (p *exprPrinter) enclosed(write func()) {
	before := p.until
	p.until = 0
	p.text("(")
	write()
	p.text(")")
	p.until = before
}

// prefixed writes the operand of a prefix operator of formulas.
func (p *exprPrinter) prefixed(x *Expr) {
	if x.Op == OpNot && p.until == 0 {
		p.bare(x)
		return
	}
	p.expr(x, OpAG.level())
}

func (p *exprPrinter) bare(x *Expr) {
	level := x.Op.level()
	switch x.Op {
	case OpParen:
		p.enclosed(func() { p.expr(x.Args[0], 0) })
	case OpName:
		p.qualified(x, x.Name.Name)
	case OpAction, OpRed, OpGreen:
		p.qualified(x, opTexts[x.Op])
	case OpNumber:
		p.text(strconv.Itoa(x.Value))
	case OpTrue, OpFalse:
		p.text(opTexts[x.Op])
	case OpAnd, OpOr:
		for i, a := range x.Args {
			if i > 0 {
				p.text(" ", opTexts[x.Op], " ")
			}
			p.expr(a, level+1)
		}
	case OpNot, OpBitNot:
		p.text(opTexts[x.Op])
		p.expr(x.Args[0], level)
	case OpImplies:
		p.binary(x, level+1, level)
	case OpEq, OpNeq, OpLt, OpLe, OpGt, OpGe:
		p.binary(x, OpBitOr.level(), OpBitOr.level())
	case OpUntil:
		p.until++
		p.binary(x, level, level+1)
		p.until--
	case OpBitOr, OpBitXor, OpBitAnd, OpPlus, OpMinus, OpTimes, OpDivide:
		p.binary(x, level, level+1)
	case OpLTL, OpCTLStar:
		p.text(opTexts[x.Op], " ")
		p.expr(x.Args[0], level+1)
	default:
		p.operator(x)
	}
}

// operator writes what only formulas have.
func (p *exprPrinter) operator(x *Expr) {
	switch x.Op {
	case OpAG, OpEG, OpAX, OpEX, OpAF, OpEF, OpAll, OpExists, OpNext, OpFinally, OpGlobally:
		p.text(opTexts[x.Op], " ")
		p.prefixed(x.Args[0])
	case OpCanNext, OpCanFinally, OpCanGlobally:
		p.text("<", x.Name.Name, "> ", opTexts[x.Op], " ")
		p.prefixed(x.Args[0])
	case OpAllUntil, OpExistsUntil:
		p.text(opTexts[x.Op], " ")
		p.pair(x)
	case OpCanUntil:
		p.text("<", x.Name.Name, "> ")
		p.pair(x)
	case OpKnows, OpEveryone, OpCommon, OpDistributed, OpObliged:
		p.text(opTexts[x.Op])
		p.enclosed(func() {
			p.text(x.Name.Name, ", ")
			p.expr(x.Args[0], 0)
		})
	}
}

func (p *exprPrinter) qualified(x *Expr, n string) {
	if x.Agent.Name != "" {
		p.text(x.Agent.Name, ".")
	}
	p.text(n)
}

func (p *exprPrinter) binary(x *Expr, left, right int) {
	p.expr(x.Args[0], left)
	p.text(" ", opTexts[x.Op], " ")
	p.expr(x.Args[1], right)
}

// pair writes `(f U g)`, whose U is the parenthesis's own and no operator.
func (p *exprPrinter) pair(x *Expr) {
	p.text("(")
	p.expr(x.Args[0], 0)
	p.text(" U ")
	p.expr(x.Args[1], 0)
	p.text(")")
}

// Equal reports whether two expressions are the same, apart from places and parentheses.
func (x *Expr) Equal(y *Expr) bool {
	x, y = Unparen(x), Unparen(y)
	return x.Op == y.Op && x.Agent.Name == y.Agent.Name && x.Name.Name == y.Name.Name && x.Value == y.Value &&
		slices.EqualFunc(x.Args, y.Args, (*Expr).Equal)
}
