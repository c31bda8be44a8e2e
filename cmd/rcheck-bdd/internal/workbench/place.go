package workbench

// A Place is a place in a document, with the word that holds it or ends there.
type Place struct {
	*Document
	offset     int
	start, end int         // of the word
	named      *occurrence // nil if the word is no name that the model declares
}

// At is a place in the document.
func At(d *Document, at Position) *Place {
	p := &Place{Document: d, offset: d.lines.offset(at)}
	p.start, p.end = wordAround(d.Text, p.offset)
	p.named = d.text().index.occurrence(p.start)
	return p
}

// word is the range of the word.
func (p *Place) word() Range { return p.lines.span(p.start, p.end) }

// Definition is where the name is declared.
func (p *Place) Definition() []Location {
	return p.locations(func(x *occurrence) bool {
		own := p.named.symbol
		return x.declared && (x.symbol == own || own.joined != nil || x.symbol.joined != nil)
	})
}

// References are the places that name what the name means.
func (p *Place) References(declarations bool) []Location {
	return p.locations(func(x *occurrence) bool { return declarations || !x.declared })
}

// locations are the wanted ones among the places that name what the name means.
func (p *Place) locations(wanted func(x *occurrence) bool) []Location {
	out := []Location{}
	for _, x := range p.text().index.same(p.named) {
		if wanted(&x) {
			out = append(out, Location{p.URI, p.lines.span(x.start, x.end)})
		}
	}
	return out
}

// A Highlight is a place to mark: read (2) or declared (3).
type Highlight struct {
	Range Range `json:"range"`
	Kind  int   `json:"kind"`
}

// Highlights are the references of the name, and its declarations, to be marked.
func (p *Place) Highlights() []Highlight {
	out := []Highlight{}
	for _, x := range p.text().index.same(p.named) {
		k := 2
		if x.declared {
			k = 3
		}
		out = append(out, Highlight{p.lines.span(x.start, x.end), k})
	}
	return out
}
