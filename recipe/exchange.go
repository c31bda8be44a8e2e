package recipe

// get hands out the point-to-point steps that the get c initiates (P004, rho_gs), one for each
// supply that agrees on the locality; it returns false when yield does.
func (w *walker) get(c *Command) bool {
	w.message()
	locality := AnyLocality
	if c.Target != nil {
		v, st := w.scope.value(c.Target)
		if st != defined {
			return true
		}
		locality = v
	}
	if !w.assign(c, w.sent) {
		return true
	}
	for j := range w.sys.Agents {
		if j == c.Agent {
			continue
		}
		for _, id := range w.leaving(j).supply {
			if s := &w.sys.Commands[id]; w.agree(c, locality, s) && !w.exchange(c, locality, s) {
				return false
			}
		}
	}
	return true
}

// agree reports whether the get and the supply meet at one locality: that of the supplier, named by
// both, or any, where the get's predicate holds for the supplier.
func (w *walker) agree(get *Command, locality Value, supply *Command) bool {
	sc := &w.scope
	sc.data = dataset{}
	if get.Target == nil {
		sc.receiver = supply.Agent
		return supply.Target == nil && sc.holds(get.Predicate)
	}
	here := w.sys.Agents[supply.Agent].Location
	if supply.Target == nil || locality != here {
		return false
	}
	v, st := sc.value(supply.Target)
	return st == defined && v == here
}

// exchange hands out the step in which both sides read what the other one assigns, if both are
// enabled.
func (w *walker) exchange(get *Command, locality Value, supply *Command) bool {
	w.updates = w.updates[:0]
	w.supplied.clear()
	sc := &w.scope
	sc.data = dataset{}
	if !w.assign(supply, w.supplied) {
		return true
	}
	sc.data = w.supplied
	getter, ok := w.consider(get)
	if !ok {
		return true
	}
	sc.data = w.sent
	supplier, ok := w.consider(supply)
	if !ok || !w.vacant(get) || !w.vacant(supply) || meet(get, supply) {
		return true
	}
	w.supply[0] = Participant{Agent: supply.Agent, Command: supply.ID, Data: w.list(1, supply, w.supplied)}
	w.step = Step{
		Kind:         PointToPointStep,
		Initiator:    get.Agent,
		Command:      get.ID,
		Locality:     locality,
		Data:         w.list(0, get, w.sent),
		Participants: w.supply,
	}
	w.begin()
	w.apply(getter)
	w.apply(supplier)
	return w.hand()
}
