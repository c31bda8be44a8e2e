// The verdicts while typing: a check in the background once typing pauses, which takes so long at most. Each is a check of its own on
// the text as it is then, so that its verdicts are those of a check that is asked for.
import { Checker, inBrowser } from './service'
import type { Verdict } from './types'

/** How long typing pauses before the check, in milliseconds, and what it may take, in seconds and MB. */
export const pause = 300, most = 2, megabytes = 512

export class Typing {
  private checker = new Checker()
  private timer = 0
  private running = false
  private again = false

  /** `now` is the text and its name; `tell` takes the verdicts on it. */
  constructor(private now: () => { uri: string; text: string } | undefined, private tell: (v: Verdict) => void) {}

  changed() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.check(), pause)
    // A worker would have to be made anew: it ends within its time.
    if (this.running && !inBrowser) this.checker.stop()
  }

  stop() {
    clearTimeout(this.timer)
    this.again = false
    if (this.running) this.checker.stop()
  }

  private async check(): Promise<void> {
    if (this.running) { this.again = true; return }
    const model = this.now()
    if (!model) return
    this.running = true
    this.checker.onNotification = (method, params) => {
      if (method !== 'rcheck/verdict' || params.token !== 'typing') return
      const is = this.now()
      if (is?.text === model.text && is.uri === model.uri) this.tell(params.verdict)
    }
    try { await this.checker.check(model.uri, model.text, { seconds: most, megabytes, token: 'typing' }) } catch { /* no model, or typing goes on */ }
    this.running = false
    if (this.again) { this.again = false; await this.check() }
  }
}
