// The help: a first tour, the language on a page, and the keys.

export function Help() {
  return <div class="help">
    <h2>Your first model, in ten minutes</h2>
    <ol>
      <li>Choose the example <b>First steps</b>. Press <b>check all</b>. One property holds, and one is violated.</li>
      <li>Press <b>show why</b>. You see a run: its messages, the state of each agent, who listens to which channel, and what changed. Use the arrow keys to go from step to step.</li>
      <li>Press <b>simulate</b> and choose the steps yourself. The keys 1 to 9 take a step. Backspace goes back.</li>
      <li>Change the model. Write <code>{'|| Lamp(second, true)'}</code> after the system, and add the property <code>SPEC F second-lit;</code>. Check again.</li>
      <li>Write your own model: choose the example <b>A skeleton of your own</b> and change it line by line. Errors appear on the right, with what to write instead. Ctrl-Space completes a word. Point at a word to see what it means.</li>
      <li>If nothing can happen, look at what the agents wait for. Often an agent listens to a channel but has no receive for it. The <code>receive-guard</code> says when an agent listens.</li>
    </ol>
    <h2>The language on one page</h2>
    <table><tbody>
      {[
        ['enum channel { c, d }', 'the channels; * is the broadcast channel'], ['enum kinds { ask, grant }', 'a type with these values'],
        ['message-structure: MSG : kinds', 'the data of messages'], ['property-variables: idle : bool', 'what a sender can require of receivers'],
        ['local: x : 0..3, on : bool', 'the variables of an agent'], ['init: x = 0 & !on', 'their initial values'],
        ['relabel: idle <- !on', 'the value of a property variable for this agent'], ['receive-guard: chan = c', 'the channels that the agent listens to now'],
        ['l: {x < 3} c! (@idle)(MSG := ask)[x := x + 1]', 'a send: label, guard, channel, receivers, data, update'],
        ['l: {MSG = ask} c? [on := true]', 'a receive: guard, channel, update'], ['g: {!has} GET@(@idle)()[has := MSG]', 'a get: data from one agent that satisfies @idle'], ['s: {true} SUPPLY@(any)(MSG := ask)[]', 'a supply: gives data to an agent that gets; no other agent notices'], ['A ; B    A + B    rep A', 'first A, then B; either A or B; A again and again'],
        ['system = A(one, true) || B(two, x = 1)', 'the agents, and a condition on their initial values'],
        ['SPEC NAME n := G (one-on -> F two-l);', 'a property: whenever one is on, two later executes l'],
        ['<<sender = one & MSG = ask>> f', 'the next step has such a message, and f is true after it'], ['[[…]] f', 'if the next step has such a message, f is true after it'],
        ['forall k : A . f    exists k : A . f', 'for all agents of type A; for at least one'], ['FAIRNESS one-l;', 'check only runs on which one executes l again and again'], ['AG EF f    K(one, f)    can({one}, F f)', 'f is always still possible; one knows f; one has a strategy for f'],
        ['F G X U W R', 'at some time, always, next, until, weak until, release'],
      ].map(([a, b]) => <tr key={a}><td><code>{a}</code></td><td>{b}</td></tr>)}
    </tbody></table>
    <p>A multicast waits until every agent that listens to the channel can receive. A broadcast does not wait. An agent receives it if the message is for this agent and the agent is ready.</p>
    <h2>Keys</h2>
    <p>Ctrl-Enter checks. F2 renames, F12 goes to the declaration, and Shift-F12 lists uses. Shift-Alt-F formats, Ctrl-Space completes, and Ctrl-S saves the file. <b>Tab indents; Escape and then Tab leaves the editor.</b> In a run, use the arrow keys, Home and End; Space plays the run. In a simulation, use 1 to 9 and Backspace.</p>
    <p class="quiet">The page uses packages of other authors. These are <a href="licences.txt">their licences</a>.</p>
  </div>
}
