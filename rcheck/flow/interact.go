package flow

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// offer computes what a send, get or supply offers at present, and reports whether that is new.
func (a *analysis) offer(k *recipe.Command) bool {
	ag := &a.sys.Agents[k.Agent]
	w := a.view(ag, slices.Clone(a.state[k.Agent][k.From]))
	o := &offer{kind: k.Kind}
	if k.Kind == recipe.Send {
		w.channel = w.eval(k.Channel)
	}
	possible := true
	if len(k.Mentions) == 0 {
		possible = w.assume(k.Guard, true)
	}
	if k.Kind == recipe.Send {
		o.channel = w.channel.intersect(w.eval(k.Channel))
		possible = possible && !o.channel.IsEmpty()
	}
	if k.Target != nil {
		o.named, o.target = true, w.eval(k.Target)
		a.targets[k.ID] = a.targets[k.ID].union(o.target, false)
		if k.Kind == recipe.Supply {
			o.target = o.target.intersect(Of(ag.Location))
		}
		possible = possible && !o.target.IsEmpty()
	}
	o.data, o.carried = make([]Set, len(a.sys.Data)), make([]bool, len(a.sys.Data))
	for _, d := range k.Data {
		o.data[d.Var] = w.eval(d.Expr).intersect(a.dataTypes[d.Var])
		o.carried[d.Var] = true
		possible = possible && (!o.data[d.Var].IsEmpty())
	}
	if !possible {
		a.retract(k)
		return false
	}
	key := o.key()
	i, known := a.offerOf[key]
	if known && a.made[k.ID] == i {
		return false
	}
	a.retract(k)
	if !known {
		i = len(a.offers)
		a.offers = append(a.offers, o)
		a.offerOf[key] = i
	}
	a.made[k.ID] = i
	o = a.offers[i]
	o.makers++
	second := len(o.agents) == 1 && o.agents[0] != k.Agent
	if len(o.agents) == 0 || second {
		o.agents = append(o.agents, k.Agent)
	}
	if known && (o.makers == 1 || second) {
		// It is live again, or no longer one agent's own: everybody looks at it anew.
		for id := range a.seenUpTo {
			a.seenUpTo[id] = min(a.seenUpTo[id], i)
		}
	}
	return true
}

// retract withdraws what a command offered before.
func (a *analysis) retract(k *recipe.Command) {
	if i := a.made[k.ID]; i >= 0 {
		a.offers[i].makers--
		a.made[k.ID] = -1
	}
}

func (o *offer) key() string {
	key := []byte{byte(o.kind)}
	key = o.channel.appendKey(key)
	if o.named {
		key = o.target.appendKey(append(key, 'n'))
	}
	for d := range o.data {
		if o.carried[d] {
			key = o.data[d].appendKey(appendInt(key, d))
		}
	}
	return string(key)
}

// matches reports whether a command may interact with an offer, before values are looked at.
func (a *analysis) matches(k *recipe.Command, o *offer) bool {
	counterpart := [...]recipe.CommandKind{recipe.Receive: recipe.Send, recipe.Get: recipe.Supply, recipe.Supply: recipe.Get}
	if o.kind != counterpart[k.Kind] || len(o.agents) == 1 && o.agents[0] == k.Agent {
		return false
	}
	for _, d := range k.Mentions {
		if !o.carried[d] {
			return false
		}
	}
	return k.Kind == recipe.Receive || o.named == (k.Target != nil)
}

// execute returns the sets of the agent's locals after a command on an offer (nil for a send), or nil if it cannot be executed.
func (a *analysis) execute(k *recipe.Command, o *offer) []Set {
	ag := &a.sys.Agents[k.Agent]
	w := a.view(ag, slices.Clone(a.state[k.Agent][k.From]))
	a.work += len(w.locals) + len(a.sys.Data)
	if o != nil {
		w.data = slices.Clone(o.data)
	}
	switch k.Kind {
	case recipe.Send:
		w.channel = w.eval(k.Channel)
	case recipe.Receive:
		w.channel = o.channel
		if !w.assumeRelation(recipe.OpEq, channelLeaf, k.Channel) || !a.connected(ag, w) {
			return nil
		}
	case recipe.Get:
		if o.named && !w.narrow(k.Target, o.target) {
			return nil
		}
	case recipe.Supply:
		if o.named && !w.narrow(k.Target, o.target.intersect(Of(ag.Location))) {
			return nil
		}
	}
	if !w.assume(k.Guard, true) {
		return nil
	}
	for _, d := range k.Data {
		if !w.eval(d.Expr).meets(a.dataTypes[d.Var]) {
			return nil
		}
	}
	after := slices.Clone(w.locals)
	for _, u := range k.Updates {
		s := w.eval(u.Expr).intersect(a.types[u.Var])
		if s.IsEmpty() {
			return nil
		}
		after[u.Var-ag.Vars.Start] = s
	}
	return after
}

var channelLeaf = &recipe.Expr{Op: recipe.OpChannel, Type: recipe.EnumType("channel", recipe.Broadcast)}

// connected narrows a view to where the agent is connected to the channel of the message. The broadcast channel needs no receive
// guard.
func (a *analysis) connected(ag *recipe.Agent, w *view) bool {
	if !w.channel.Contains(recipe.Broadcast) {
		return w.assume(ag.ReceiveGuard, true)
	}
	other := w.clone()
	other.channel = w.channel.without(recipe.Broadcast)
	w.channel = Of(recipe.Broadcast)
	possible := !other.channel.IsEmpty() && other.assume(ag.ReceiveGuard, true)
	return w.join(true, other, possible)
}

// result collects what the fixpoint says.
func (a *analysis) result() *Result {
	s := a.sys
	r := &Result{Complete: true, Fires: a.fires, Targets: a.targets, Start: a.initial,
		Vars: make([]Set, len(s.Vars)), Data: make([]Set, len(s.Data)), Properties: make([]Set, len(s.Properties))}
	for i := range s.Agents {
		ag := &s.Agents[i]
		relabelled := make([]Set, len(s.Properties))
		reached := make([]bool, ag.States)
		for c, sets := range a.state[i] {
			if sets == nil {
				continue
			}
			reached[c] = true
			for j, set := range sets {
				v := ag.Vars.Start + j
				r.Vars[v] = r.Vars[v].union(set, s.Vars[v].Type.Kind == recipe.Int)
			}
			w := a.view(ag, sets)
			for p, e := range ag.Relabel {
				if e != nil {
					relabelled[p] = relabelled[p].union(w.eval(e), e.Type.Kind == recipe.Int)
				}
			}
		}
		for p := range relabelled {
			r.Properties[p] = r.Properties[p].union(relabelled[p], s.Properties[p].Type.Kind == recipe.Int)
		}
		r.Relabelled = append(r.Relabelled, relabelled)
		r.Reached = append(r.Reached, reached)
	}
	for _, o := range a.offers {
		if o.makers == 0 {
			continue
		}
		for d := range o.data {
			r.Data[d] = r.Data[d].union(o.data[d], s.Data[d].Type.Kind == recipe.Int)
		}
	}
	return r
}

// everything is the result that excludes nothing.
func (a *analysis) everything() *Result {
	s := a.sys
	r := &Result{Start: a.initial, Vars: a.types, Data: a.dataTypes, Fires: slices.Repeat([]bool{true}, len(s.Commands)), Targets: make([]Set, len(s.Commands))}
	for i := range s.Properties {
		r.Properties = append(r.Properties, a.ofType(s.Properties[i].Type))
	}
	for i := range s.Commands {
		if s.Commands[i].Target != nil {
			r.Targets[i] = ofType(s.Location)
		}
	}
	for i := range s.Agents {
		r.Reached = append(r.Reached, slices.Repeat([]bool{true}, s.Agents[i].States))
		relabelled := make([]Set, len(s.Properties))
		w := a.view(&s.Agents[i], a.types[s.Agents[i].Vars.Start:s.Agents[i].Vars.End])
		for p, e := range s.Agents[i].Relabel {
			if e != nil {
				relabelled[p] = w.eval(e)
			}
		}
		r.Relabelled = append(r.Relabelled, relabelled)
	}
	return r
}
