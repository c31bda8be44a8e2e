// What the page says when the program that serves it does not answer, and the way on.
import { useState } from 'preact/hooks'
import type { Ended } from './service'

let known = false
try { known = !!localStorage.getItem('token') } catch { /* no store */ }

export function endings(why: Ended): string {
  if (why === 'full') return 'Too many pages of this program are open: close one of them.'
  if (why === 'token' && !known) return 'The token is missing: only the whole address opens this page, as `rcheck-bdd serve` prints it in the terminal.'
  if (why === 'token') return 'The program was started anew. Open the address that it printed then, in any tab: this one goes on by itself. Its text is kept.'
  return 'The program that serves this page does not answer. What you type is kept in this browser. Start `rcheck-bdd serve` again and open the address that it prints: this tab goes on by itself.'
}

/** Where a text goes along to: the address of a program on this machine, with its token. */
function target(address: string): URL | undefined {
  try {
    const url = new URL(address.trim())
    if (url.protocol === 'http:' && url.hostname === location.hostname && /token=\w+/.test(url.hash)) return url
  } catch { /* no address */ }
  return undefined
}

export function Lost({ text, retry, shared }: { text: string; retry: () => void; shared: () => Promise<string> }) {
  const [address, setAddress] = useState(''), [tried, setTried] = useState(0)
  const url = target(address)
  return <div class="message lost" role="alert"><p>{text} <button class="retry" onClick={() => { setTried(tried + 1); retry() }}>try again</button> {tried > 0 && <span class="quiet">tried {tried === 1 ? 'once' : `${tried} times`}</span>}</p>
    <form onSubmit={async e => { e.preventDefault(); if (url) location.assign(`${url.origin}/${url.hash}&${await shared()}`) }}>
      <label>Is its port another one? Paste the new address, and the text comes along: <input value={address} onInput={e => setAddress(e.currentTarget.value)} placeholder="http://127.0.0.1:…/#token=…" size={34} /></label> <button disabled={!url}>go there</button>
    </form></div>
}
