package recipe

import "slices"

// Spawned lists the agents that a step spawns, ascending.
func (step Step) Spawned(s *System) []int {
	if step.Kind == Stutter || s == nil || !s.has(step) {
		return nil
	}
	out := slices.Clone(s.Commands[step.Command].Spawns)
	for _, p := range step.Participants {
		out = append(out, s.Commands[p.Command].Spawns...)
	}
	slices.Sort(out)
	return out
}

// Pool lists the agents that a command of the source may spawn, ascending: those that the commands with the same
// text spawn. Stands tells that the command spawns the same agents as the first of these. Where the pool is
// exhausted, such commands stand for the others.
func (c *Command) Pool(s *System) (agents []int, stands bool) {
	if len(c.Spawns) == 0 {
		return nil, false
	}
	var first *Command
	own := s.Agents[c.Agent].Commands
	for id := own.Start; id < own.End; id++ {
		if !s.SameText(c.ID, id) {
			continue
		}
		if first == nil {
			first = &s.Commands[id]
		}
		agents = append(agents, s.Commands[id].Spawns...)
	}
	slices.Sort(agents)
	return slices.Compact(agents), slices.Equal(first.Spawns, c.Spawns)
}
