package recipe

import (
	"fmt"
	"slices"
)

// An Obstacle says why a command does not take part in a step.
type Obstacle uint8

const (
	// NoObstacle: the command takes part in some step.
	NoObstacle Obstacle = iota
	// GuardFalse: Expr is the first conjunct of its guard that is false.
	GuardFalse
	// ZeroDivisor: Expr divides by zero; it is a conjunct, a channel, a target, an assigned value.
	ZeroDivisor
	// DataOutOfRange: the value of data variable Var, given by Expr, is Value, which is not in its
	// type.
	DataOutOfRange
	// UpdateOutOfRange: the next value of local Var, given by Expr, is Value, which is not in its
	// type.
	UpdateOutOfRange
	// DataMissing: it mentions data variable Var, which the message lacks.
	DataMissing
	// ChannelDiffers: it receives on channel Value, not on the message's.
	ChannelDiffers
	// NotConnected: Expr is the first conjunct of its agent's receive guard that is false.
	NotConnected
	// NotTargeted: Expr is the first conjunct of the message's (or get's) predicate that is false
	// of its agent.
	NotTargeted
	// NoCommand: its agent, connected and targeted, has no receive where it is.
	NoCommand
	// ReceiversBlock: its multicast needs agents that do not take part.
	ReceiversBlock
	// NoMessage: a receive that waits for a message.
	NoMessage
	// LocalityDiffers: a get and a supply do not name one locality.
	LocalityDiffers
	// AsksItself: a get that names its own agent.
	AsksItself
	// NoPartner: a get or supply that waits for the other side.
	NoPartner
	// Refused: an agent outside, of which nothing is known, blocks the message.
	Refused
	// AlreadyPresent: it spawns the agent Value, which is not absent.
	AlreadyPresent
	// PoolExhausted: fewer agents are absent than it spawns, all of them of the type of the agent
	// Value.
	PoolExhausted
)

// A Hindrance is one reason why a command of an agent does not take part in a step. The comment of
// the obstacle says which of Expr, Var and Value have a meaning.
type Hindrance struct {
	Agent int
	// Command is the ID of the command. It is -1 if the reason concerns the agent and not a single
	// command.
	Command int
	// Partner is the ID of the command on the other side of a get or supply. It is -1 if there is
	// none.
	Partner  int
	Obstacle Obstacle
	Expr     *Expr
	Var      int
	Value    Value
}

func hindrance(c *Command, o Obstacle, e *Expr) Hindrance {
	return Hindrance{Agent: c.Agent, Command: c.ID, Partner: -1, Obstacle: o, Expr: e}
}

// Reason is HindranceString after the name of the command, or of the agent if there is none:
// "client1-send: its guard n < 3 is false".
func (h Hindrance) Reason(s *System) string {
	name := s.Agents[h.Agent].Name
	if h.Command >= 0 {
		name = s.CommandString(h.Command)
	}
	return name + ": " + s.HindranceString(h)
}

// HindranceString returns h as a clause without the name of the command: "its guard n < 3 is
// false".
func (s *System) HindranceString(h Hindrance) string {
	expr := func() string { return s.ExprString(h.Expr, h.Agent) }
	switch h.Obstacle {
	case GuardFalse:
		return fmt.Sprintf("its guard %s is false", expr())
	case ZeroDivisor:
		return fmt.Sprintf("%s divides by zero", expr())
	case DataOutOfRange:
		d := s.Data[h.Var]
		return fmt.Sprintf("its data %s := %s is %s, which is not in %s", d.Name, expr(), s.ValueString(h.Expr.Type, h.Value), d.Type)
	case UpdateOutOfRange:
		v := s.Vars[h.Var]
		return fmt.Sprintf("its update %s := %s is %s, which is not in %s", v.Name, expr(), s.ValueString(h.Expr.Type, h.Value), v.Type)
	case DataMissing:
		return fmt.Sprintf("it mentions %s, which the message does not carry", s.Data[h.Var].Name)
	case ChannelDiffers:
		return fmt.Sprintf("it receives on %s", s.ValueString(s.Channel, h.Value))
	case AlreadyPresent:
		return fmt.Sprintf("%s is present already", s.ValueString(s.Location, h.Value))
	case PoolExhausted:
		a := slices.IndexFunc(s.Agents, func(a Agent) bool { return a.Location == h.Value })
		return fmt.Sprintf("too few agents of type %s are absent", s.Agents[a].TypeName)
	case NotConnected:
		return fmt.Sprintf("its receive guard %s is false", expr())
	case NotTargeted:
		return fmt.Sprintf("the predicate %s is false for it", s.ExprString(h.Expr, noAgent))
	default:
		return obstacleWords[h.Obstacle]
	}
}

var obstacleWords = map[Obstacle]string{
	NoObstacle:      "it takes part",
	NoCommand:       "it has no receive where it is",
	ReceiversBlock:  "receivers block it",
	NoMessage:       "it waits for a message",
	LocalityDiffers: "it is at another locality",
	AsksItself:      "it asks its own agent",
	NoPartner:       "it has no partner",
	Refused:         "it refuses the message",
}

// whyFalse tells of the first conjunct of e that does not hold in the present scope: that it
// divides by zero, or the obstacle.
func (w *explainer) whyFalse(c *Command, e *Expr, o Obstacle) Hindrance {
	for _, conjunct := range Conjuncts(e) {
		if b, st := w.scope.truth(conjunct); st != defined {
			return hindrance(c, ZeroDivisor, conjunct)
		} else if !b {
			return hindrance(c, o, conjunct)
		}
	}
	return hindrance(c, NoObstacle, nil)
}

// why is the slow twin of walker.consider: it tells what keeps c, its channel or locality apart,
// from taking part in the present scope.
func (w *explainer) why(c *Command) Hindrance {
	for _, d := range c.Mentions {
		if !w.scope.data.has[d] {
			h := hindrance(c, DataMissing, nil)
			h.Var = d
			return h
		}
	}
	if h := w.whyFalse(c, c.Guard, GuardFalse); h.Obstacle != NoObstacle {
		return h
	}
	if h := w.whyUpdates(c, c.Updates); h.Obstacle != NoObstacle {
		return h
	}
	return w.whyTaken(c)
}

// whyUpdates tells which of some updates of c is undefined or out of range.
func (w *explainer) whyUpdates(c *Command, list []Assignment) Hindrance {
	return w.whyAssign(c, list, UpdateOutOfRange, func(i int) *Type { return w.sys.Vars[i].Type })
}

// whyData is the slow twin of walker.assign.
func (w *explainer) whyData(c *Command) Hindrance {
	return w.whyAssign(c, c.Data, DataOutOfRange, func(i int) *Type { return w.sys.Data[i].Type })
}

func (w *explainer) whyAssign(c *Command, list []Assignment, o Obstacle, typ func(int) *Type) Hindrance {
	for i := range list {
		v, st := w.scope.value(list[i].Expr)
		if st != defined {
			return hindrance(c, ZeroDivisor, list[i].Expr)
		}
		if !typ(list[i].Var).Contains(v) {
			h := hindrance(c, o, list[i].Expr)
			h.Var, h.Value = list[i].Var, v
			return h
		}
	}
	return hindrance(c, NoObstacle, nil)
}

// An explainer says why commands take part in no step. It evaluates what a walker does, without
// handing out steps.
type explainer struct{ walker }

// whyTaken tells which agent that c spawns is present, or that too few are absent.
func (w *explainer) whyTaken(c *Command) Hindrance {
	if h := w.whyExhausted(c); h.Obstacle != NoObstacle {
		return h
	}
	for _, a := range c.Spawns {
		if w.scope.holds(w.sys.Agents[a].Present) {
			h := hindrance(c, AlreadyPresent, nil)
			h.Value = w.sys.Agents[a].Location
			return h
		}
	}
	return hindrance(c, NoObstacle, nil)
}

// whyExhausted tells whether fewer agents are absent than c spawns.
func (w *explainer) whyExhausted(c *Command) Hindrance {
	if len(c.Spawns) == 0 {
		return hindrance(c, NoObstacle, nil)
	}
	absent := 0
	pool, _ := c.Pool(w.sys)
	for _, a := range pool {
		if !w.scope.holds(w.sys.Agents[a].Present) {
			absent++
		}
	}
	if absent >= len(c.Spawns) {
		return hindrance(c, NoObstacle, nil)
	}
	h := hindrance(c, PoolExhausted, nil)
	h.Value = w.sys.Agents[c.Spawns[0]].Location
	return h
}
