package evaluate

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

func (e *Evaluator[S, V]) leaf(x *recipe.Expr, in *Setting[S, V]) Term[S, V] {
	kind := x.Type.Kind
	known := func(t *Term[S, V]) Term[S, V] {
		if t == nil {
			return e.absent(kind)
		}
		return *t
	}
	question := func(yes S) Term[S, V] { return e.Certain(e.Condition(yes, e.Not(yes))) }
	switch x.Op {
	case recipe.OpConst:
		return e.Certain(e.Constant(kind, x.Value))
	case recipe.OpLocal:
		if v, ok := in.Fixed[x.Index]; ok {
			return e.Certain(e.Constant(kind, v))
		}
		return e.Certain(e.Local(x.Index))
	case recipe.OpControl:
		return e.Certain(e.Control(x.Index))
	case recipe.OpChannel:
		if !in.HasChannel {
			return e.absent(kind)
		}
		return e.Certain(e.Constant(kind, in.Channel))
	case recipe.OpData:
		if in.Data == nil {
			return e.absent(kind)
		}
		return known(in.Data[x.Index])
	case recipe.OpProperty:
		if in.Property == nil {
			return e.absent(kind)
		}
		return known(in.Property(x.Index))
	case recipe.OpSupplierProperty:
		if in.Step.Supplier < 0 {
			return e.absent(kind)
		}
		return known(e.Relabelled(in.Step.Supplier)(x.Index))
	case recipe.OpDeadlock:
		return question(e.Deadlock())
	case recipe.OpEnabled:
		return question(e.Enabled(x.Commands))
	case recipe.OpExecuted:
		return question(in.Step.Executes(x.Commands))
	}
	return e.role(x, in.Step)
}

// role evaluates the leaves about who takes part in a step, and how.
func (e *Evaluator[S, V]) role(x *recipe.Expr, s *Step[S, V]) Term[S, V] {
	exchange := s.Supplier >= 0
	agent, there := s.Initiator, true
	switch x.Op {
	case recipe.OpPointToPoint:
		return e.Certain(e.Constant(recipe.Bool, recipe.BoolValue(exchange)))
	case recipe.OpLocality:
		if exchange {
			return e.Certain(e.Constant(recipe.Enum, s.Locality))
		}
		return e.absent(recipe.Enum)
	case recipe.OpSender:
		there = !exchange
	case recipe.OpGetter:
		there = exchange
	case recipe.OpSupplier:
		agent, there = s.Supplier, exchange
	case recipe.OpProducer:
		if exchange {
			agent = s.Supplier
		}
	}
	if !there {
		return e.absent(recipe.Enum)
	}
	return e.Certain(e.Constant(recipe.Enum, e.System.Agents[agent].Location))
}

// Relabelled returns the values that an agent gives to the property identifiers.
func (e *Evaluator[S, V]) Relabelled(agent int) func(pv int) *Term[S, V] {
	return func(pv int) *Term[S, V] {
		x := e.System.Agents[agent].Relabel[pv]
		if x == nil {
			return nil
		}
		t := e.Term(x, &Setting[S, V]{})
		return &t
	}
}
