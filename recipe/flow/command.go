package flow

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func (a *analysis) tasksOf(k *recipe.Command) *commandTasks {
	if t := a.tasks[k.ID]; t != nil {
		return t
	}
	ag := &a.sys.Agents[k.Agent]
	var data, updates []out
	for _, d := range k.Data {
		data = append(data, out{expr: d.Expr, within: a.dataTypes[d.Var]})
	}
	for _, u := range k.Updates {
		updates = append(updates, out{expr: u.Expr, within: a.types[u.Var]})
	}
	t := &commandTasks{}
	a.tasks[k.ID] = t
	conditions := []*recipe.Expr{k.Guard}
	channel := &recipe.Expr{Op: recipe.OpChannel, Type: a.sys.Channel}
	switch k.Kind {
	case recipe.Send:
		conditions = []*recipe.Expr{recipe.Eq(channel, k.Channel), k.Guard}
	case recipe.Receive: // the broadcast channel needs no receive guard
		broadcast := recipe.Eq(channel, recipe.Const(a.sys.Channel, recipe.Broadcast))
		conditions = []*recipe.Expr{recipe.Eq(channel, k.Channel), recipe.Or(broadcast, ag.ReceiveGuard), k.Guard}
	default:
		var before []*recipe.Expr
		if len(k.Mentions) == 0 {
			before = append(before, k.Guard)
		}
		if k.Kind == recipe.Supply && k.Target != nil {
			before = append(before, recipe.Eq(k.Target, recipe.Const(a.sys.Location, ag.Location)))
		}
		t.offer = newTask(before, data)
	}
	t.run = newTask(conditions, slices.Concat(data, updates))
	for _, p := range t.run.parts {
		if slices.Contains(p.joint.leaves, leaf{recipe.OpChannel, 0}) {
			t.splits = len(p.conditions)+len(p.outs) > 1
		}
	}
	return t
}

// exchange records what a get or supply offers the other side.
func (a *analysis) exchange(k *recipe.Command, from []Set) bool {
	w := a.view(&a.sys.Agents[k.Agent], from)
	results, ok := a.perform(a.tasksOf(k).offer, w)
	var list []*offer
	switch {
	case !ok:
	case k.Target == nil:
		list = append(list, a.offered(k, results, Set{}, false))
	default:
		if target := w.eval(k.Target); !target.IsEmpty() {
			list = append(list, a.offered(k, results, target, true))
		}
	}
	if k.Target != nil {
		a.targets[k.ID] = a.targets[k.ID].Union(a.view(&a.sys.Agents[k.Agent], from).eval(k.Target))
	}
	return a.offer(k, list)
}

// offered makes an offer of the results of a command's task.
func (a *analysis) offered(k *recipe.Command, results []Set, address Set, named bool) *offer {
	o := &offer{kind: k.Kind, address: address, named: named, data: make([]Set, len(a.sys.Data)), carried: make([]bool, len(a.sys.Data))}
	for i, d := range k.Data {
		o.data[d.Var], o.carried[d.Var] = a.capped(results[i], a.sys.Data[d.Var].Type), true
	}
	return o
}

// react executes a receive, get or supply on an offer. It returns the sets of
// the agent's locals afterwards, or nil if the command cannot be executed.
func (a *analysis) react(k *recipe.Command, from []Set, o *offer) []Set {
	ag := &a.sys.Agents[k.Agent]
	w := a.view(ag, from)
	copy(w.data, o.data)
	if k.Kind == recipe.Receive {
		w.channel = o.address
	} else if o.named {
		address := o.address
		if k.Kind == recipe.Supply {
			address = address.intersect(Of(ag.Location))
		}
		if !w.narrow(k.Target, address) {
			return nil
		}
	}
	results, ok := a.perform(a.tasksOf(k).run, w)
	if !ok {
		return nil
	}
	return a.updated(k, w, results)
}

// start returns the sets of an agent's locals in its initial states.
func (a *analysis) start(ag *recipe.Agent) []Set {
	w := a.view(ag, a.types[ag.Vars.Start:ag.Vars.End])
	t := newTask([]*recipe.Expr{ag.Init}, nil)
	for range 2 {
		if _, ok := a.perform(t, w); !ok {
			return nil
		}
	}
	return w.locals
}

// updated returns the locals of a view after the updates of a command, given
// the results of its task. It also joins the values of the agents that the
// command spawns into their first control states. Free locals have any value then.
func (a *analysis) updated(k *recipe.Command, w *view, results []Set) []Set {
	values := func(agent int, locals []Set) []Set {
		vars := a.sys.Agents[agent].Vars
		for i, u := range k.Updates {
			if vars.Contains(u.Var) {
				locals[u.Var-vars.Start] = results[len(k.Data)+i]
			}
		}
		return locals
	}
	for _, s := range k.Spawns {
		born := a.join(s, 0, values(s, make([]Set, a.sys.Agents[s].Vars.Len())))
		a.born = a.born || born
	}
	out := values(k.Agent, w.locals)
	for _, local := range a.sys.FreeVars() {
		if a.sys.Agents[k.Agent].Vars.Contains(local) {
			out[local-w.base] = a.types[local]
		}
	}
	return out
}
