// What was typed before: a list of versions, each of which can be looked at and brought back.
import { useEffect, useState } from 'preact/hooks'
import { type Listed, when } from './kept'

export function History({ list, text, restore, now }: { list: () => Promise<Listed[]>; text: (v: Listed) => Promise<string>; restore: (v: Listed) => void; now: string }) {
  const [versions, setVersions] = useState<Listed[]>()
  useEffect(() => { void list().then(setVersions) }, [now])
  return <div class="versions">
    <h2>What was typed before</h2>
    <p class="quiet">Each text is kept at every key. Another version begins when a piece of the text goes, when another model is shown, and every ten minutes. <b>bring back</b> shows a version in the editor; Ctrl-Z there undoes it.</p>
    {versions?.length === 0 && <p>Nothing was typed yet.</p>}
    <ul>{versions?.map(v => <One key={v.id} v={v} text={text} restore={restore} now={now} />)}</ul>
  </div>
}

function One({ v, text, restore, now }: { v: Listed; text: (v: Listed) => Promise<string>; restore: (v: Listed) => void; now: string }) {
  const [shown, setShown] = useState<string>()
  const same = v.text === now
  return <li><div class="bar"><b>{when(v.changed)}</b> <span>{v.name}</span> <span class="quiet">{v.size.toLocaleString('en')} characters{same ? ', as in the editor' : ''}</span><span class="grow" />
    <button disabled={same} onClick={() => restore(v)} aria-label={`bring back ${v.name} of ${when(v.changed)}`}>bring back</button></div>
    <details onToggle={e => { if (e.currentTarget.open && shown === undefined) void text(v).then(setShown, x => setShown(String(x.message))) }}><summary>look at it</summary><pre>{shown}</pre></details></li>
}
