package workbench

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// placesModel is a model with places to type at, each marked by a name in ‹›.
const placesModel = `const N = 2;
enum channel { c, d }
enum kinds { ask, grant }
message-structure: MSG : kinds, TO : channel‹data›
property-variables: idle : bool, role : kinds
guard near(x : kinds) := x = ask‹guard›;

agent Client
    local: served : bool, mood : kinds, link : channel‹local›
    init: ‹init›
    relabel:
        idle <- !served
        role <- mood
        ‹relabel›
    receive-guard: ‹receive›
    repeat: (
        sAsk: {!served} c! (@idle)(MSG := ask, TO := d)[]
        + rGrant: {MSG = grant} c? [served := true]
        + ‹command›
    )

agent Server
    local: busy : bool, last : kinds
    init: !busy
    relabel:
        idle <- busy
        role <- last
    receive-guard: chan = c
    repeat: ( rAsk: {MSG = ask} c? [busy := true] ; sGrant: {busy} c! (@role = ask)(MSG := grant)[busy := false] )

group crew = Client;
‹top›
system = Client(client[1..N], true) || Server(server, true)‹system›

SPEC NAME first := F client1-served;
‹spec›`

// jointPlacesModel is the same in ISPL.
const jointPlacesModel = `Agent Environment
  Vars:
    state : {good, bad};
  end Vars
  Actions = {keep, lose};
  Protocol:
    Other : {keep, lose};
  end Protocol
  Evolution:
    state = good if Action = keep;
  end Evolution
end Agent

Agent Sender
  Vars:
    sent : boolean;
    bit : {zero, one};
  end Vars
  Actions = {push, rest};
  Protocol:
    ‹protocol›
    Other : {rest};
  end Protocol
  Evolution:
    ‹evolution›
    sent = true if Action = push;
  end Evolution
end Agent

Evaluation
  done if Sender.sent = true;
  ‹evaluation›
end Evaluation

InitStates
  Sender.sent = false and ‹init›;
end InitStates

Groups
  both = {Sender, Environment};
  ‹groups›
end Groups

Formulae
  AF done;
  ‹formulae›
end Formulae
`

// places are sixty places to complete: where, what is typed there, and what may come first.
var places = []struct{ at, typed, first string }{
	{"spec", "SPEC K(", "client server"}, {"spec", "SPEC AG Kw(", "client server"}, {"spec", "SPEC KO(", "client server"}, {"spec", "SPEC O(", "client server"},
	{"spec", "SPEC GK(", "crew all"}, {"spec", "SPEC DK(", "crew all"}, {"spec", "SPEC AG GCK(", "crew all"}, {"spec", "SPEC can(", "crew all"},
	{"spec", "SPEC can({", "client server"}, {"spec", "SPEC can({client1, ", "client server"}, {"spec", "SPEC GK({", "client server"},
	{"spec", "SPEC forall k : ", "Client Server Agent"}, {"spec", "SPEC exists k : ", "Client Server Agent"}, {"spec", "SPEC forall j, k : ", "Client Server Agent"},
	{"spec", "SPEC forall k : Client . G k-", "served mood link"}, {"spec", "SPEC G client1-", "served mood link"}, {"spec", "SPEC G server-", "busy last"},
	{"spec", "SPEC G client1-mood = ", "ask grant"}, {"spec", "SPEC G client1-mood != ", "ask grant"}, {"spec", "SPEC G (client1-link = ", "c d *"},
	{"spec", "SPEC G server-busy = ", "true false"}, {"spec", "SPEC forall k : Client . F k-mood = ", "ask grant"}, {"spec", "SPEC G server-last = client1-", "served mood link"},
	{"spec", "SPEC [[", "sender chan MSG TO"}, {"spec", "SPEC G <<", "sender chan MSG TO"}, {"spec", "SPEC G [[sender = client1 & ", "sender chan MSG TO"},
	{"spec", "SPEC G [[sender = ", "client server"}, {"spec", "SPEC [[MSG = ", "ask grant"}, {"spec", "SPEC [[sender = client1 & TO = ", "c d *"},
	{"spec", "SPEC <<chan = ", "c d *"}, {"spec", "SPEC forall k : Client . [[sender = ", "k client server"}, {"spec", "SPEC [[exists(", "idle role"},
	{"spec", "SPEC [[exists(role = ", "ask grant"}, {"spec", "SPEC G enabled(", "client server"}, {"spec", "SPEC G enabled(client1-", "sAsk rGrant"},
	{"local", ", more : ", "bool kinds channel int location"}, {"init", "mood = ", "ask grant"}, {"init", "link = ", "c d *"}, {"init", "served & ", "served mood link"},
	{"command", "x: {MSG = ", "ask grant"}, {"command", "x: {served} ", "c d * link"}, {"command", "x: {served} c! (@", "idle role"},
	{"command", "x: {served} c! (@role = ", "ask grant"}, {"command", "x: {served} c! (true)(", "MSG TO"}, {"command", "x: {served} c! (true)(TO := ", "c d *"},
	{"command", "x: {served} c! (true)(TO := d, ", "MSG TO"}, {"command", "x: {served} c! (true)(TO := d)[", "served mood link"},
	{"command", "x: {MSG = ask} c? [mood := ", "ask grant"}, {"receive", "chan = ", "c d *"}, {"relabel", "role <- ", "served mood link"},
	{"system", " || ", "Client Server"}, {"top", "group pair = ", "Client Server client server"}, {"data", ", WHO : ", "bool kinds channel int location"},
	{"ispl formulae", "AG K(", "Sender Environment"}, {"ispl formulae", "GCK(", "both"}, {"ispl evolution", "bit = one if Environment.Action = ", "keep lose"},
	{"ispl evaluation", "p if Sender.bit = ", "zero one"}, {"ispl init", "Environment.state = ", "good bad"}, {"ispl protocol", "bit = zero : {", "push rest"},
	{"ispl groups", "g = {", "Sender Environment"},
}

// firstOffered is what stands first in the list of an editor: by the texts to sort by, of those that begin as what is typed.
func firstOffered(items []CompletionItem) string {
	if len(items) == 0 {
		return ""
	}
	return slices.MinFunc(items, func(a, b CompletionItem) int { return strings.Compare(a.SortText, b.SortText) }).Label
}

// placed is a model with a text typed at a place, and where the text ends.
func placed(t *testing.T, at, typed string) (*Document, Position) {
	model, name := placesModel, "p.rcp"
	if where, is := strings.CutPrefix(at, "ispl "); is {
		model, name, at = jointPlacesModel, "p.ispl", where
	}
	before, after, found := strings.Cut(model, "‹"+at+"›")
	require.True(t, found, at)
	bare := func(text string) string {
		for strings.Contains(text, "‹") {
			head, tail, _ := strings.Cut(text, "‹")
			_, tail, _ = strings.Cut(tail, "›")
			text = head + tail
		}
		return text
	}
	before = bare(before) + typed
	d := NewDocument("file:///"+name, "", 1, before+bare(after))
	return d, d.lines.position(len(before))
}

// At sixty places, what comes first is of the right kind in at least so many.
func TestPlacesToComplete(t *testing.T) {
	const least = 58
	require.Len(t, places, 60)
	right := 0
	for _, p := range places {
		d, at := placed(t, p.at, p.typed)
		if first := firstOffered(d.Complete(at)); slices.Contains(strings.Fields(p.first), first) {
			right++
		} else {
			t.Logf("%s: %s‸ offers %q first, not one of %s", p.at, p.typed, first, p.first)
		}
	}
	require.GreaterOrEqual(t, right, least)
	t.Logf("%d of %d", right, len(places))
}
