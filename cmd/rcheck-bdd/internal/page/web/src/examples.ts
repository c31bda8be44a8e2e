// Examples, one for each idea. Models of the repository are asked for: the page has no copy that could become old.

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

/** The examples of the repository, by their path below `bench/models`. */
const files: [path: string, title: string][] = [
  ['teaching/broadcast.rcp', 'Broadcast: to whoever is interested'],
  ['teaching/multicast.rcp', 'Multicast: channels learnt at run time'],
  ['teaching/pointtopoint.rcp', 'Point to point: get and supply'],
  ['teaching/answers.rcp', 'Properties that hold, and one that does not'],
  ['paper/p000.rcp', 'Resource allocation, as in the paper'],
  ['allocation.rcp', 'Resource allocation, of any size'],
  ['jammer.rcp', 'Knowledge, duties, strategies: a jammed radio'],
  ['ispl/cards.ispl', 'Knowledge: a card game in ISPL'],
]

/** All examples; one of the repository that cannot be had is left out. */
export async function loadExamples(): Promise<Example[]> {
  const models = await Promise.all(files.map(async ([path, title]) => {
    try {
      const answer = await fetch(`models/${path}`)
      if (answer.ok) return [{ name: path.split('/').at(-1)!, title, text: await answer.text() }]
    } catch { /* the program has ended */ }
    return []
  }))
  return [
    { name: 'first.rcp', title: 'First steps: a lamp and a switch', text: first },
    ...models.flat(),
    { name: 'own.rcp', title: 'A skeleton of your own', text: own },
  ]
}
