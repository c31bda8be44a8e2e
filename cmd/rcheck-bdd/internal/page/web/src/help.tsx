// The help: a first tour, the language on a page, and the keys.

export function Help() {
  return <div class="help">
    <h2>Your first model, in ten minutes</h2>
    <ol>
      <li>Choose the example <b>First steps</b>. Press <b>check all</b>. One property holds, and one is violated.</li>
      <li>Press <b>show why</b>. You see a run: its messages, the state of each agent, who listens to which channel, and what changed. Use the arrow keys to go from step to step.</li>
      <li>Below the slider of a run is the panel <b>watch formulas along the run</b>. Open it and enter a formula, such as <code>F lamp-lit</code>. A row shows in which states it is true.</li>
      <li>Press <b>simulate</b> and choose the steps yourself. The keys 1 to 9 take a step. Backspace goes back.</li>
      <li>Change the model. Write <code>{'|| Lamp(second, true)'}</code> at the end of the line <code>system = …</code>. Below it, write <code>SPEC F second-lit;</code>. Check again.</li>
      <li>Write your own model. Choose the example named <b>A skeleton of your own</b>, and change it line by line. Errors appear on the right. Each error says what you can write to correct it. Ctrl-Space completes a word. Point at a word to see what it means.</li>
      <li>If a simulation ends in a deadlock, read the list of what each agent waits for. A common cause: a multicast waits for every agent that listens to its channel, and one of these agents has no command that can receive the message now. The <code>receive-guard</code> says when an agent listens to a channel.</li>
    </ol>
    <h2>The language on one page</h2>
    <table><tbody>
      {[
        ['enum channel { c, d }', 'the channels; * is the broadcast channel'], ['enum kinds { ask, grant }', 'a type with these values'],
        ['message-structure: MSG : kinds', 'the data of messages'], ['property-variables: idle : bool', 'variables that describe a receiver; a sender writes @idle to say that only agents whose idle is true may receive'],
        ['local: x : 0..3, on : bool', 'the variables of an agent'], ['init: x = 0 & !on', 'their initial values'],
        ['relabel: idle <- !on', 'the value of a property variable for this agent'], ['receive-guard: chan = c', 'the channels that the agent listens to now'],
        ['l: {x < 3} c! (@idle)(MSG := ask)[x := x + 1]', 'a send: label, guard, channel, receivers, data, update'],
        ['l: {MSG = ask} c? [on := true]', 'a receive: guard, channel, update'], ['g: {!has} GET@(@idle)()[has := MSG]', 'get: the agent takes data from one agent that satisfies @idle'], ['s: {true} SUPPLY@(any)(MSG := ask)[]', 'supply: the agent gives data to one agent that executes a get; no other agent sees this exchange'], ['A ; B', 'first A, then B'], ['A + B', 'either A or B'], ['rep A', 'A again and again'],
        ['system = A(ann, true) || B(bob, x = 1)', 'the agents, and a condition on their initial values'],
        ['SPEC NAME n := G (ann-on -> F bob-l);', 'a property: if ann is on, then bob executes l at some later time'],
        ['<<sender = ann & MSG = ask>> f', 'the next step has a message as described in << >>, and f is true after it'], ['[[…]] f', 'if the next step has a message as described in [[ ]], f is true after it'],
        ['forall k : A . f    exists k : A . f', 'for all agents of type A; for at least one'], ['FAIRNESS ann-l;', 'ignore every run on which ann does not execute l infinitely often'], ['AG EF f', 'from every reachable state, some run reaches f'], ['K(ann, f)', 'ann knows f'], ['can({ann}, F f)', 'ann has a strategy that reaches f'],
        ['F f    G f    X f', 'f is true at some time; f is always true; f is true in the next state'], ['f U g', 'g becomes true at some time, and f is true until then'], ['f W g', 'either f U g is true, or f is always true'],
      ].map(([a, b]) => <tr key={a}><td><code>{a}</code></td><td>{b}</td></tr>)}
    </tbody></table>
    <p>A multicast waits until every agent that listens to the channel can receive. A broadcast does not wait. An agent receives a broadcast if the message is for this agent and the agent is ready.</p>
    <h2>Keys</h2>
    <p>Ctrl-Enter checks. F2 renames, F12 goes to the declaration, and Shift-F12 lists uses. Shift-Alt-F formats, Ctrl-Space completes, and Ctrl-S saves the file. <b>If you have not typed in the editor yet, Tab moves to the next button or field. Once you have typed, Tab indents the line, and Escape followed by Tab leaves the editor.</b> In a run, use the arrow keys, Home and End; Space plays the run. In a simulation, use 1 to 9 and Backspace.</p>
    <p class="quiet">The page uses packages of other authors. These are <a href="licences.txt">their licences</a>.</p>
  </div>
}
