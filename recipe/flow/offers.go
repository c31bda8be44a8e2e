package flow

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// key tells what is offered from everything else, but for the sets if shape.
func (o *offer) key(shape bool) string {
	key := []byte{byte(o.kind), 0}
	if o.named {
		key[1] = 1
		if !shape {
			key = o.address.appendKey(key)
		}
	}
	for d, carried := range o.carried {
		switch {
		case !carried:
			key = append(key, 0)
		case shape:
			key = append(key, 1)
		default:
			key = o.data[d].appendKey(append(key, 1))
		}
	}
	return string(key)
}

// offer replaces what a command offers, and reports whether that is new to
// anybody.
func (a *analysis) offer(k *recipe.Command, list []*offer) bool {
	t := &a.offers
	changed := false
	old := t.made[k.ID]
	t.made[k.ID] = nil
	for _, o := range list {
		key := o.key(false)
		known := t.of[key]
		if known == nil {
			t.of[key], known = o, o
			o.at = -1
		}
		if !slices.Contains(t.made[k.ID], known) {
			t.made[k.ID] = append(t.made[k.ID], known)
			known.makers++
		}
		second := len(known.agents) == 1 && known.agents[0] != k.Agent
		if len(known.agents) == 0 || second {
			known.agents = append(known.agents, k.Agent)
		}
		// An offer that is new, live again, or no longer one agent's own is for
		// everybody to look at.
		if known.at < 0 || second || known.makers == 1 && !slices.Contains(old, known) {
			a.announce(known)
			changed = true
		}
	}
	for _, o := range old {
		o.makers--
	}
	return changed
}

// announce puts an offer at the end of the log.
func (a *analysis) announce(o *offer) {
	t := &a.offers
	o.at = len(t.log)
	t.log = append(t.log, o)
	if o.named && o.address.Size() <= a.limits.Channels {
		for v := range o.address.each {
			to := address{o.kind, v}
			t.addressed[to] = append(t.addressed[to], o.at)
		}
	} else {
		t.wide[o.kind] = append(t.wide[o.kind], o.at)
	}
	key := o.key(true)
	all, known := t.joint[key]
	if !known {
		all = &offer{kind: o.kind, named: o.named, data: slices.Clone(o.data), carried: o.carried}
		t.joint[key] = all
		t.joints = append(t.joints, key)
	}
	all.makers, all.at = 1, o.at
	all.address = all.address.Union(o.address)
	for d := range all.data {
		all.data[d] = a.capped(all.data[d].Union(o.data[d]), a.sys.Data[d].Type)
	}
	for _, agent := range o.agents {
		if len(all.agents) < 2 && !slices.Contains(all.agents, agent) {
			all.agents = append(all.agents, agent)
		}
	}
}

var counterparts = [...]recipe.CommandKind{recipe.Receive: recipe.Send, recipe.Get: recipe.Supply, recipe.Supply: recipe.Get}

// answers returns the offers that a command may interact with and that were
// announced since, or joint ones in their place if they are many.
func (a *analysis) answers(k *recipe.Command, from []Set, since int) []*offer {
	t := &a.offers
	if since == len(t.log) {
		return nil
	}
	kind := counterparts[k.Kind]
	w := &view{effort: a.effort, locals: from, base: a.sys.Agents[k.Agent].Vars.Start}
	where, named := k.Target, k.Target != nil
	if k.Kind == recipe.Receive {
		where, named = k.Channel, true
	}
	places := after(t.wide[kind], since)
	if named {
		addresses := w.eval(where)
		if k.Kind == recipe.Supply {
			addresses = addresses.intersect(Of(a.sys.Agents[k.Agent].Location))
		}
		for v := range addresses.each {
			if places = append(places, after(t.addressed[address{kind, v}], since)...); len(places) > a.limits.Offers {
				break
			}
		}
	}
	var out []*offer
	if len(places) > a.limits.Offers {
		for _, key := range t.joints {
			if o := t.joint[key]; o.at >= since && a.matches(k, o) {
				out = append(out, o)
			}
		}
		return out
	}
	slices.Sort(places)
	for _, i := range slices.Compact(places) {
		if o := t.log[i]; o.at == i && a.matches(k, o) {
			out = append(out, o)
		}
	}
	return out
}

// after returns the part of an ascending list from a place on. The list is not
// to be changed.
func after(places []int, since int) []int {
	i, _ := slices.BinarySearch(places, since)
	return slices.Clip(places[i:])
}

// matches reports whether a command may interact with an offer, before values
// are looked at.
func (a *analysis) matches(k *recipe.Command, o *offer) bool {
	if o.makers == 0 || o.kind != counterparts[k.Kind] || len(o.agents) == 1 && o.agents[0] == k.Agent {
		return false
	}
	missing := func(d int) bool { return !o.carried[d] }
	return !slices.ContainsFunc(k.Mentions, missing) && (k.Kind == recipe.Receive || o.named == (k.Target != nil))
}
