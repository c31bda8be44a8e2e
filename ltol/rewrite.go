package ltol

// rewriteAnd, rewriteNext and rewriteUntil try the rules below on what a connective is about to build.
func (c *closure) rewriteAnd(args []ob) (ob, bool) { return 0, false }

func (c *closure) rewriteNext(x ob) (ob, bool) {
	if c.form(x) == formLiteral {
		if l := c.literalOf(x); l.Atom.Kind == PastStep {
			l.Atom.Kind = Step
			return c.literal(l), true
		}
	}
	return 0, false
}

func (c *closure) rewriteUntil(x, y ob) (ob, bool) { return 0, false }
