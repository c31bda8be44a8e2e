package kernel

import "context"

// Restrict implements engine.Engine: the restriction of O. Coudert and J. C. Madre, "A Unified Framework for the Formal
// Verification of Sequential Circuits" (ICCAD 1990, doi:10.1109/ICCAD.1990.129859), which drops the variables of care that f does not test and replaces
// f by a child where care excludes the other. The result can be larger than f; f itself is returned then.
func (k *Kernel) Restrict(ctx context.Context, f, care Ref) (r Ref, err error) {
	if err := k.begin(ctx); err != nil {
		return 0, err
	}
	defer k.end(&err)
	if care == 0 {
		return 0, nil
	}
	r = k.restrict(f, care)
	if r > 1 && k.Size(r) >= k.Size(f) {
		r = f
	}
	return r, nil
}

// restrict expects a care set other than 0.
func (k *Kernel) restrict(f, c Ref) Ref {
	if f <= 1 || c == 1 {
		return f
	}
	if f == c {
		return 1
	}
	h := hashKey(opRestrict, f, c)
	if r, ok := k.find(h, opRestrict, f, c); ok {
		return r
	}
	k.step()
	x, y := k.nodes[f], k.nodes[c]
	var r Ref
	switch {
	case y.level < x.level:
		r = k.restrict(f, k.or(y.lo, y.hi))
	case x.level < y.level:
		lo := k.restrict(x.lo, c)
		r = k.mk(x.level, lo, k.restrict(x.hi, c))
	case y.lo == 0:
		r = k.restrict(x.hi, y.hi)
	case y.hi == 0:
		r = k.restrict(x.lo, y.lo)
	default:
		lo := k.restrict(x.lo, y.lo)
		r = k.mk(x.level, lo, k.restrict(x.hi, y.hi))
	}
	k.store(h, opRestrict, f, c, r)
	return r
}
