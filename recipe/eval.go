package recipe

// A status says what became of evaluating an expression (see [Expr]).
type status uint8

const (
	defined   status = iota // a value
	absent                  // it reads something the message, step or receiver lacks
	undefined               // evaluation met a zero divisor; wins over absent
)

// A dataset is a valuation of some of the data variables.
type dataset struct {
	values []Value // by data variable
	has    []bool
}

func newDataset(n int) dataset { return dataset{values: make([]Value, n), has: make([]bool, n)} }

func (d dataset) clear() { clear(d.has) }

func (d dataset) set(i int, v Value) { d.values[i], d.has[i] = v, true }

func (d dataset) carriesAll(vars []int) bool {
	for _, v := range vars {
		if !d.has[v] {
			return false
		}
	}
	return true
}

const noAgent = -1

// A scope gives the leaves of expressions their values. Locals are indexed over the whole system,
// so that one scope serves the sender's guard, its predicate and the receivers' commands alike.
type scope struct {
	sys    *System
	locals []Value

	data       dataset // what OpData reads
	channel    Value   // what OpChannel reads, if hasChannel
	hasChannel bool

	// OpProperty reads assignment if it is not nil, else what receiver relabels.
	assignment []Value
	receiver   int

	// proposition makes comparisons with undefined operands false.
	proposition bool
	about       *subject // what the leaves of propositions read
}

// holds reports whether the boolean e is true (and defined).
func (sc *scope) holds(e *Expr) bool {
	b, st := sc.truth(e)
	return b && st == defined
}

// truth evaluates the boolean e as an operand of a connective: an absent leaf is false. The status
// is never absent, and in propositions always defined.
func (sc *scope) truth(e *Expr) (bool, status) {
	switch operators[e.Op].Class {
	case ClassConnective:
		return sc.connective(e)
	case ClassComparison:
		return sc.compare(e)
	case ClassChoice:
		chosen, st := sc.choose(e)
		if st != defined {
			return false, st
		}
		return sc.truth(chosen)
	case ClassQuantifier:
		return sc.quantify(e), defined
	}
	v, st := sc.leaf(e)
	if st == undefined && !sc.proposition {
		return false, undefined
	}
	return st == defined && v == True, defined
}

// connective evaluates the operands from the left, as far as needed.
func (sc *scope) connective(e *Expr) (bool, status) {
	f := &operators[e.Op]
	left, st := sc.truth(e.Args[0])
	if st != defined {
		return false, st
	}
	a, right := BoolValue(left), false
	if f.Arity > 1 && !(f.Short && a == f.Decides) {
		if right, st = sc.truth(e.Args[1]); st != defined {
			return false, st
		}
	}
	return f.value(a, BoolValue(right)) == True, defined
}

// choose returns the branch that a conditional expression evaluates.
func (sc *scope) choose(e *Expr) (*Expr, status) {
	b, st := sc.truth(e.Args[0])
	if b {
		return e.Args[1], st
	}
	return e.Args[2], st
}

// value evaluates e as an operand of a comparison or of arithmetic, or as the right-hand side of an
// assignment.
func (sc *scope) value(e *Expr) (Value, status) {
	switch operators[e.Op].Class {
	case ClassLeaf:
		return sc.leaf(e)
	case ClassChoice:
		chosen, st := sc.choose(e)
		if st != defined {
			return 0, st
		}
		return sc.value(chosen)
	case ClassArithmetic:
		return sc.arithmetic(e)
	default:
		b, st := sc.truth(e)
		return BoolValue(b), st
	}
}

// leaf evaluates the leaves that occur in commands and predicates; the others are the business of
// the subject of a proposition.
func (sc *scope) leaf(e *Expr) (Value, status) {
	switch e.Op {
	case OpConst:
		return e.Value, defined
	case OpLocal:
		return sc.locals[e.Index], defined
	case OpData:
		if !sc.data.has[e.Index] {
			return 0, absent
		}
		return sc.data.values[e.Index], defined
	case OpChannel:
		if !sc.hasChannel {
			return 0, absent
		}
		return sc.channel, defined
	case OpProperty:
		if sc.assignment != nil {
			return sc.assignment[e.Index], defined
		}
		return sc.relabelled(sc.receiver, e.Index)
	default:
		return sc.about.leaf(sc, e)
	}
}

// relabelled returns the value of a property identifier for an agent.
func (sc *scope) relabelled(agent, property int) (Value, status) {
	if agent == noAgent {
		return 0, absent
	}
	e := sc.sys.Agents[agent].Relabel[property]
	if e == nil {
		return 0, absent
	}
	in := sc.proposition
	sc.proposition = false // the relabelling is a function of the agent's state alone
	v, st := sc.value(e)
	sc.proposition = in
	return v, st
}

func (sc *scope) compare(e *Expr) (bool, status) {
	a, left := sc.value(e.Args[0])
	b, right := sc.value(e.Args[1])
	switch st := max(left, right); {
	case st == undefined && !sc.proposition:
		return false, undefined
	case st != defined:
		return e.Op == OpNe, defined
	}
	v, _ := e.Apply(a, b)
	return v == True, defined
}

func (sc *scope) arithmetic(e *Expr) (Value, status) {
	f := &operators[e.Op]
	a, left := sc.value(e.Args[0])
	b, right := Value(0), defined
	if f.Arity > 1 {
		b, right = sc.value(e.Args[1])
	}
	switch st := max(left, right); {
	case f.Divides && right == defined && b == 0:
		return 0, undefined
	case st != defined:
		return 0, st
	}
	return f.value(a, b), defined
}
