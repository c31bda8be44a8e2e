package symmetry

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Step is the image of a step.
func (p *Permutation) Step(s recipe.Step) recipe.Step {
	if s.Kind == recipe.Stutter {
		return s
	}
	out := s
	out.Initiator, out.Command = p.Agents[s.Initiator], p.Command(s.Command)
	out.Channel = p.symbol(s.Channel)
	out.Locality = p.symbol(s.Locality)
	out.Data = p.data(s.Data)
	out.Participants = make([]recipe.Participant, len(s.Participants))
	for i, q := range s.Participants {
		out.Participants[i] = recipe.Participant{Agent: p.Agents[q.Agent], Command: p.Command(q.Command), Data: p.data(q.Data)}
	}
	slices.SortFunc(out.Participants, func(x, y recipe.Participant) int { return x.Agent - y.Agent })
	return out
}

func (p *Permutation) data(ds []recipe.Datum) []recipe.Datum {
	out := slices.Clone(ds)
	for i := range out {
		out[i].Value = p.value(p.sys.Data[out[i].Var].Type, p.sets.at(dataPlace(p.sys, out[i].Var)), out[i].Value)
	}
	return out
}
