// Examples, one for each idea. Those of the repository are what they are there.
import broadcast from '../../../../../../bench/models/teaching/broadcast.rcp'
import multicast from '../../../../../../bench/models/teaching/multicast.rcp'
import pointtopoint from '../../../../../../bench/models/teaching/pointtopoint.rcp'
import answers from '../../../../../../bench/models/teaching/answers.rcp'
import p000 from '../../../../../../bench/models/paper/p000.rcp'
import allocation from '../../../../../../bench/models/allocation.rcp'
import jammer from '../../../../../../bench/models/jammer.rcp'
import cards from '../../../../../../bench/models/ispl/cards.ispl'

const first = `// A lamp and a switch. Change something: it is read at once.
//
// Agents repeat their commands. The switch sends on the
// channel c, the lamp receives. \`{…}\` says when a command
// can happen, \`[…]\` what it changes.

enum channel { c }
enum wishes { on, off }

message-structure: WISH : wishes   // what messages carry

agent Switch
    repeat: (
        press: {true} c! (true)(WISH := on)[]
        ;                          // and then
        release: {true} c! (true)(WISH := off)[]
    )

agent Lamp
    local: lit : bool
    init: !lit
    receive-guard: chan = c        // when it listens
    repeat: (
        light: {WISH = on} c? [lit := true]
        + dark: {WISH = off} c? [lit := false]
    )

system = Switch(switch, true) || Lamp(lamp, true)

// Press "check all". At some time it is lit: holds.
SPEC NAME comes_on := F lamp-lit;
// Once it is lit, it is always lit: violated.
SPEC NAME stays_on := G (lamp-lit -> G lamp-lit);
`

const own = `// A skeleton: rename, change, and add to it.

enum channel { line }                     // besides * for broadcasts
enum words { hello, bye }

message-structure: WORD : words           // what messages carry

agent Caller
    local: called : bool
    init: !called
    receive-guard: false                  // it listens to no channel
    repeat: (
        // label: {condition} channel! (to whom)(what the message says)[what changes]
        call: {!called} line! (true)(WORD := hello)[called := true]
    )

agent Listener
    local: heard : 0..3
    init: heard = 0
    receive-guard: chan = line            // it listens to this one
    repeat: (
        // label: {condition} channel? [what changes]
        hear: {WORD = hello & heard < 3} line? [heard := heard + 1]
    )

// Type(name, what holds at first)
system = Caller(ann, true) || Caller(bob, true) || Listener(carl, true)

SPEC NAME all_heard := F carl-heard = 2;             // at some time
SPEC NAME in_order := G (bob-called -> ann-called);  // always
`

export interface Example { name: string; title: string; text: string }

export const examples: Example[] = [
  { name: 'first.rcp', title: 'First steps: a lamp and a switch', text: first },
  { name: 'broadcast.rcp', title: 'Broadcast: to whoever is interested', text: broadcast },
  { name: 'multicast.rcp', title: 'Multicast: channels learnt at run time', text: multicast },
  { name: 'pointtopoint.rcp', title: 'Point to point: get and supply', text: pointtopoint },
  { name: 'answers.rcp', title: 'Properties that hold, and one that does not', text: answers },
  { name: 'p000.rcp', title: 'Resource allocation, as in the paper', text: p000 },
  { name: 'allocation.rcp', title: 'Resource allocation, of any size', text: allocation },
  { name: 'jammer.rcp', title: 'Knowledge, duties, strategies: a jammed radio', text: jammer },
  { name: 'cards.ispl', title: 'Knowledge: a card game in ISPL', text: cards },
  { name: 'own.rcp', title: 'A skeleton of your own', text: own },
]
