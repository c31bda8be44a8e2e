// What is typed, kept: in the browser at every change, and by the program that serves the page soon after. The browser keeps it for each
// port apart, and knows it when the program has ended; the program knows it whatever the port and the browser.
import type { Host } from './service'

/** A text as it was typed. It is replaced while nothing goes from it but a few characters; else another version begins. */
export interface Version { id: string; name: string; text: string; since: number; changed: number; size: number }
/** A version of a list: its text may have to be asked for. */
export type Listed = Omit<Version, 'text'> & { text?: string }

interface Stored extends Version { saved?: number }

/** How many characters may go from a version one by one, and how long it is continued, in milliseconds. */
export const mostGone = 40, longest = 10 * 60_000
/** How much the browser keeps: of more the oldest versions go, first those that the program has. */
const mostVersions = 100, mostCharacters = 3 << 20
/** From how many characters on a text is not kept at each key, but when typing pauses. */
const large = 200_000, pause = 250
const prefix = 'version:'

/** A text without halves of characters, which cannot be put into addresses and files. */
export const wellFormed = (s: string) => s.replace(/\p{Surrogate}/gu, '\ufffd')

/** What of a text another one lacks, if it came about by one change. */
export function gone(before: string, after: string): string {
  const most = Math.min(before.length, after.length)
  let start = 0, end = 0
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++
  return before.slice(start, before.length - end)
}

export class Kept {
  private current: Stored | undefined
  private lost = 0 // characters that have gone from the current version one by one
  private grown = false // whether it holds something that no version before it does
  private timer = 0
  private storing = 0
  /** Is told when nothing can be kept. */
  failed: (text: string) => void = () => {}

  constructor(private host: Host) {
    addEventListener('pagehide', () => { this.store(); this.send() })
    document.addEventListener('visibilitychange', () => { if (document.hidden) { this.store(); this.send() } })
  }

  /** Another text is shown: what is typed from now on is another version. */
  begin() {
    this.store()
    this.send()
    this.current = undefined
  }

  /** The text has changed, perhaps by a key that removes a character. */
  typed(name: string, text: string, byKey = false) {
    const now = Date.now(), c = this.current
    const removed = c ? gone(c.text, text).length : 0, inserts = !c || text.length - c.text.length + removed > 0
    if (byKey) this.lost += removed
    const piece = removed > 0 && (!byKey || this.lost > mostGone)
    if (!c || c.name !== name || piece && this.grown || now - c.since > longest) {
      this.begin()
      this.bound()
      this.current = { id: crypto.randomUUID().replaceAll('-', ''), name, text, since: now, changed: now, size: text.length }
      this.lost = 0
      this.grown = inserts
    } else {
      this.grown ||= inserts
      this.current = { ...c, text, changed: Math.max(now, c.changed + 1), size: text.length }
    }
    clearTimeout(this.storing)
    if (text.length < large) this.store()
    else this.storing = setTimeout(() => this.store(), pause)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.send(), pause)
  }

  /** Keeps the current version in the browser. */
  private store() {
    clearTimeout(this.storing)
    if (this.current) this.put(this.current)
  }

  private put(v: Stored) {
    for (;;) {
      try {
        localStorage.setItem(prefix + v.id, JSON.stringify(v))
        return
      } catch {
        if (!this.drop(v.id)) return this.unstored(v)
      }
    }
  }

  /** The browser has no room: the program may have. */
  private unstored(v: Stored) {
    void this.host.ask('page/keep', v).catch(() => this.failed('What you type is not kept: the browser has no room for it, and no program takes it. Save it.'))
  }

  private bound() {
    const all = this.stored()
    let size = all.reduce((n, v) => n + v.text.length, 0)
    for (let count = all.length; count > mostVersions || size > mostCharacters; count--) {
      const went = this.drop('')
      if (!went) return
      size -= went.text.length
    }
  }

  /** Removes a version from the browser: the oldest of those that the program has, or of all. */
  private drop(own: string): Stored | undefined {
    const all = this.stored().filter(v => v.id !== own).sort((a, b) => Number(b.saved === b.changed) - Number(a.saved === a.changed) || a.changed - b.changed)
    if (all[0]) localStorage.removeItem(prefix + all[0].id)
    return all[0]
  }

  private stored(): Stored[] {
    const out: Stored[] = []
    try {
      for (let i = 0; i < localStorage.length; i++) {
        const key = localStorage.key(i)!
        if (!key.startsWith(prefix)) continue
        try {
          const v = JSON.parse(localStorage.getItem(key)!)
          if (typeof v.id === 'string' && typeof v.text === 'string') out.push(v)
        } catch { /* no version */ }
      }
    } catch { /* no store */ }
    return out
  }

  /** Has the program keep what it has not. */
  private send() {
    clearTimeout(this.timer)
    if (this.current && this.current.saved !== this.current.changed) void this.give(this.current)
  }

  private async give(v: Stored) {
    const { saved, ...version } = v
    try { await this.host.ask('page/keep', version) } catch { return } // it stays here
    if (this.current?.id === v.id) {
      if (this.current.changed === v.changed) { this.current.saved = v.changed; this.store() }
      return
    }
    const now = this.stored().find(x => x.id === v.id)
    if (now?.changed === v.changed) this.put({ ...now, saved: v.changed })
  }

  /** Gives the program all that it has not: it may have come back, or be another one. */
  async sendAll() {
    for (const v of this.stored()) if (v.saved !== v.changed) await this.give(v)
  }

  /** All versions, of the browser and the program, the newest first. */
  async list(): Promise<Listed[]> {
    const all = new Map<string, Listed>()
    const add = (v: Listed) => { const other = all.get(v.id); if (!other || v.changed > other.changed || v.changed === other.changed && v.text !== undefined) all.set(v.id, v) }
    try { (await this.host.ask<Listed[]>('page/history')).forEach(v => add(v)) } catch { /* no program */ }
    this.stored().forEach(add)
    if (this.current) add(this.current)
    return [...all.values()].sort((a, b) => b.changed - a.changed)
  }

  async text(v: Listed): Promise<string> {
    return v.text ?? (await this.host.ask<Version>('page/version', { id: v.id })).text
  }
}

/** What this tab shows, for a reload. */
export interface Shown { name: string; text: string; path?: string; seen?: string; hash: string; undo?: unknown }

const shownKey = 'shown'
export function remember(s: Shown) {
  try { sessionStorage.setItem(shownKey, JSON.stringify(s)) } catch {
    try { sessionStorage.setItem(shownKey, JSON.stringify({ ...s, undo: undefined })) } catch { /* versions are kept all the same */ }
  }
}

export function remembered(): Shown | undefined {
  try {
    const s = JSON.parse(sessionStorage.getItem(shownKey) ?? 'null')
    if (typeof s?.name === 'string' && typeof s.text === 'string') return s
  } catch { /* nothing */ }
  return undefined
}

/** When something was, for somebody who looks back: the time, and the day if it was another one. */
export function when(ms: number): string {
  const d = new Date(ms), time = d.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false })
  return d.toDateString() === new Date().toDateString() ? time : `${time} on ${d.toLocaleDateString([], { day: 'numeric', month: 'long' })}`
}
