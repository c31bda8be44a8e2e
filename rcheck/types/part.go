package types

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// A Part is what an observation asks of a step by a word.
type Part struct {
	Op recipe.Op
	// Send and Exchange say what the word is in sends and in exchanges: a part that has a word of its
	// own, or, after `=`, a value. It is "" where steps have no such part.
	Send, Exchange string
}

// Parts are the words for parts of a step. Four of them tell everything: who initiates the step, the
// channel of a send, and the supplier and the locality of an exchange.
var Parts = map[string]Part{
	"initiator": {recipe.OpInitiator, "initiator", "initiator"},
	"sender":    {recipe.OpSender, "initiator", ""},
	"getter":    {recipe.OpGetter, "", "initiator"},
	"supplier":  {recipe.OpSupplier, "", "supplier"},
	"producer":  {recipe.OpProducer, "initiator", "supplier"},
	"locality":  {recipe.OpLocality, "", "locality"},
	"p2p":       {recipe.OpPointToPoint, "=false", "=true"},
	"chan":      {recipe.OpChannel, "chan", ""},
	"channel":   {recipe.OpChannel, "chan", ""},
	"ch":        {recipe.OpChannel, "chan", ""},
}

// isRole reports whether a part is an agent or a locality.
func isRole(op recipe.Op) bool { return op >= recipe.OpSender && op <= recipe.OpLocality }
