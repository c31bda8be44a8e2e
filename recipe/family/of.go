package family

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// Of finds the classes and singles of two systems of a family, and makes sure that the systems are
// the same but for the number of agents in the classes, of which the second one has more. The error
// is an [*Unlike], or that of the context.
func Of(ctx context.Context, small, large *recipe.System) (s, l *Family, err error) {
	if s, err = grouped(ctx, small); err != nil {
		return nil, nil, err
	}
	if l, err = grouped(ctx, large); err != nil {
		return nil, nil, err
	}
	if err := growing(s, l); err != nil {
		return nil, nil, err
	}
	for _, f := range []*Family{s, l} {
		f.ownSymbols()
	}
	if err := l.same(s); err != nil {
		return nil, nil, err
	}
	return s, l, nil
}

// Alone finds the classes and singles of one system. What is found out about views of a few agents
// holds of this system. A class has at least so many agents: all others are singles. The error is
// an [*Unlike] if the system is not about its agents one by one, or that of the context.
func Alone(ctx context.Context, sys *recipe.System, least int) (*Family, error) {
	f, err := grouped(ctx, sys)
	if err != nil {
		return nil, err
	}
	f.Classes = slices.DeleteFunc(f.Classes, func(class []int) bool { return len(class) < least })
	f.ownSymbols()
	for a := range sys.Agents {
		for _, v := range mentioned(sys, a) {
			if b := f.owner[v]; b >= 0 && b != a && f.classOf[b] >= 0 {
				return nil, unlike(sys.Agents[a].Pos, "%s names %s", sys.Agents[a].Name, sys.Agents[b].Name)
			}
		}
	}
	return f, f.same(f)
}

// grouped has all classes of agents that can be exchanged.
func grouped(ctx context.Context, sys *recipe.System) (*Family, error) {
	if i := slices.IndexFunc(sys.Agents, func(a recipe.Agent) bool { return a.Present != nil }); i >= 0 {
		return nil, unlike(sys.Agents[i].Pos, "agents of type %s can be absent", sys.Agents[i].TypeName)
	}
	if sys.IsOpen() {
		return nil, unlike(recipe.Position{}, "the system is open, and its environment has other agents at each size")
	}
	if locals, any := sys.Unbounded(); any {
		if len(locals) == 0 {
			return nil, unlike(recipe.Position{}, "a message or a property identifier has integers without a range; give it a range")
		}
		v := sys.Vars[locals[0]]
		return nil, unlike(v.Pos, "%s has integers without a range, which can be larger at each size; give it a range",
			sys.VariableName(v.Agent, locals[0]))
	}
	// Larger systems have more numbers, too.
	group, err := symmetry.Detect(ctx, sys, func(p *symmetry.Permutation) bool { return !p.MovesNumbers() })
	if err != nil {
		return nil, err
	}
	f := &Family{System: sys, Classes: group.Classes(), private: make([][]recipe.Value, len(sys.Agents))}
	for a := range sys.Agents {
		f.private[a] = group.Private(a)
	}
	return f, nil
}

// growing leaves those classes that are larger in the second system than in the first, where agents
// correspond by their names.
func growing(small, large *Family) error {
	var few, many [][]int
	for _, class := range large.Classes {
		counterpart, size := -1, 0
		for _, a := range class {
			name := large.System.Agents[a].Name
			b := slices.IndexFunc(small.System.Agents, func(x recipe.Agent) bool { return x.Name == name })
			if b < 0 {
				continue
			}
			i := slices.IndexFunc(small.Classes, func(c []int) bool { return slices.Contains(c, b) })
			switch {
			case i < 0: // as the last one, which differs from others at each size
			case counterpart < 0:
				counterpart = i
			case i != counterpart:
				return unlike(large.System.Agents[a].Pos, "%s can be exchanged with others in larger systems only", name)
			}
		}
		if counterpart >= 0 {
			size = len(small.Classes[counterpart])
		}
		if size == len(class) {
			continue
		}
		if size == 0 || size > len(class) {
			return unlike(large.System.Agents[class[0]].Pos, "the agents that can be exchanged with %s are not more of those in smaller systems",
				large.System.Agents[class[0]].Name)
		}
		few, many = append(few, small.Classes[counterpart]), append(many, class)
	}
	small.Classes, large.Classes = few, many
	return nil
}
