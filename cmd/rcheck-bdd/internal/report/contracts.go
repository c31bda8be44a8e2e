package report

import (
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp/contracts"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// A Contract is what became of the contract of an agent type.
type Contract struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Position string `json:"position"`
	// All are the constants for all values of which a verdict is one if it is `holds`.
	All []string `json:"all,omitempty"`
	// Kept says whether the agents keep the contract in any environment: those with the same initial
	// condition have one member together. Follows says whether what they assume follows from the
	// guarantees of all agents.
	Kept    []ContractClaim `json:"kept"`
	Follows ContractClaim   `json:"follows"`
}

// A ContractClaim is a verdict about a contract. The agents are there if it is about these alone.
type ContractClaim struct {
	Agents  []string     `json:"agents,omitempty"`
	Verdict string       `json:"verdict"`
	Reason  string       `json:"reason"`
	Seconds float64      `json:"seconds"`
	Trace   *trace.Trace `json:"trace,omitempty"`
}

// ContractsOf is what became of contracts, as it is reported.
func ContractsOf(list []*contracts.Contract) (out []Contract) {
	claim := func(agents []string, r *mc.Result) ContractClaim {
		return ContractClaim{agents, r.Verdict.String(), r.Reason, r.Seconds, r.Trace}
	}
	for _, k := range list {
		c := Contract{Type: k.Type, Text: k.Text, Position: k.Pos.String(), Follows: claim(nil, &k.Assumption)}
		for i := range k.Parts {
			c.Kept = append(c.Kept, claim(k.Parts[i].Agents, &k.Parts[i].Result))
		}
		out = append(out, c)
	}
	return out
}
