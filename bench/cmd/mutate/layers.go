package main

// A placed mutation is one with the name of its layer.
type placed struct {
	Mutation
	layer string
}

// layers are the parts that a verdict depends on, from the bottom up, with the mistakes in each.
var layers = []struct {
	name      string
	mutations []Mutation
}{
	{"bdd", diagrams}, {"step", steps}, {"circuit", circuits}, {"flow", flows}, {"spawn", spawns}, {"encoding", encoding}, {"lowering", lowering}, {"automaton", automata},
	{"product", products}, {"trace", traces}, {"export", exports}, {"orbits", orbits}, {"certificate", certificates}, {"sizes", sizesMistakes},
	{"interpreted", interpretedSystems}, {"states", stateFormulas}, {"rooms", rooms}, {"logs", programLogs}, {"owing", owing}, {"open", open}, {"integers", integers},
	{"obligations", obligations},
}

// mutations are all of them, layer by layer.
func mutations() []placed {
	var out []placed
	for _, l := range layers {
		for _, m := range l.mutations {
			out = append(out, placed{m, l.name})
		}
	}
	return out
}
