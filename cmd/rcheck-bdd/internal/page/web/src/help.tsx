// The help: a first tour, the language on a page, and the keys.

export function Help() {
  return <div class="help">
    <h2>Your first model, in ten minutes</h2>
    <ol>
      <li>Choose <b>First steps</b> among the examples. Press <b>check all</b>: one property holds, one does not.</li>
      <li>Press <b>show why</b>. You see a run: messages, where each agent is in its text, who listens to which channel, what changed. Step with the arrow keys.</li>
      <li>Press <b>simulate</b> and choose steps yourself; the keys 1 to 9 take them, Backspace goes back.</li>
      <li>Now change the model. Put <code>{'|| Lamp(second, true)'}</code> behind the system, and a property <code>SPEC F second-lit;</code>. Check again.</li>
      <li>Write your own: choose <b>A skeleton of your own</b> among the examples and change it line by line; what is wrong is told on the right, with what to write instead. Ctrl-Space completes; the text under a word you point at tells what it means.</li>
      <li>If nothing can happen, look at what the agents wait for: often one listens to a channel on which it never receives. A <code>receive-guard</code> says when an agent listens.</li>
    </ol>
    <h2>The language on a page</h2>
    <table><tbody>
      {[
        ['enum channel { c, d }', 'channels, besides * for broadcasts'], ['enum kinds { ask, grant }', 'values'],
        ['message-structure: MSG : kinds', 'what messages carry'], ['property-variables: idle : bool', 'what senders may ask of receivers'],
        ['local: x : 0..3, on : bool', 'the variables of an agent'], ['init: x = 0 & !on', 'their first values'],
        ['relabel: idle <- !on', 'what the agent answers to senders'], ['receive-guard: chan = c', 'which channels it listens to now'],
        ['l: {x < 3} c! (@idle)(MSG := ask)[x := x + 1]', 'a send: label, condition, channel, to whom, data, changes'],
        ['l: {MSG = ask} c? [on := true]', 'a receive'], ['g: {!has} GET@(@idle)()[has := MSG]', 'gets data from one agent that answers so'], ['s: {true} SUPPLY@(any)(MSG := ask)[]', 'supplies it, to whoever gets; nobody else notices'], ['A ; B    A + B    rep A', 'one after the other; either; repeated'],
        ['system = A(one, true) || B(two, x = 1)', 'the agents there are, and what holds of them at first'],
        ['SPEC NAME n := G (one-on -> F two-l);', 'a property: always, if one is on, then at some time two executes l'],
        ['<<sender = one & MSG = ask>> f', 'the next step is such a message, and f after it'], ['[[…]] f', 'if it is such a message, f after it'],
        ['forall k : A . f    exists k : A . f', 'for all agents of a type; for one'], ['FAIRNESS one-l;', 'only runs on which one executes l again and again count'], ['AG EF f    K(one, f)    can({one}, F f)', 'wherever one gets f stays possible; one knows f; one can bring f about'],
        ['F G X U W R', 'at some time, always, next, until, unless, release'],
      ].map(([a, b]) => <tr key={a}><td><code>{a}</code></td><td>{b}</td></tr>)}
    </tbody></table>
    <p>A multicast waits until every agent that listens to the channel takes part; a broadcast goes to whoever is meant and ready.</p>
    <h2>Keys</h2>
    <p>Ctrl-Enter checks. F2 renames, F12 goes to the declaration, Shift-F12 lists uses, Shift-Alt-F lays out, Ctrl-Space completes, Ctrl-S writes the file or saves it. <b>Tab indents; Escape and then Tab leaves the editor.</b> In a run: arrows, Home, End, Space to play; 1 to 9 and Backspace in a simulation.</p>
    <p class="quiet">The page is made of packages of others: <a href="licences.txt">their licences</a>.</p>
  </div>
}
