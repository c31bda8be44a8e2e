// The verdicts while typing. The service checks the text in the background once nobody has typed for a while, as it does for editors, over a
// connection of its own: in a browser a check keeps its worker from answering the editor.
import { Calls, connect } from './service'

/** A verdict, and the place behind its property. It is empty if nothing is known, and stale if it is one of an older text. */
export interface Beside { verdict: '' | 'holds' | 'violated' | 'unknown'; reason?: string; stale: boolean; position: { line: number; character: number } }

export class Typing {
  private calls: Calls | undefined
  private uri = ''
  private version = 0

  /** `tell` takes what is known of the properties of the text that was shown last. */
  constructor(private tell: (list: Beside[]) => void) {}

  /** Has the service check a text. */
  show(uri: string, text: string) {
    const calls = this.calls ?? this.open(), version = ++this.version
    if (this.uri === uri) return calls.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] })
    if (this.uri) calls.notify('textDocument/didClose', { textDocument: { uri: this.uri } })
    this.uri = uri
    calls.notify('textDocument/didOpen', { textDocument: { uri, version, languageId: uri.endsWith('.ispl') ? 'ispl' : 'rcheck', text } })
  }

  private open(): Calls {
    const connection = connect(), calls = new Calls(connection, (method, p) => {
      if (method === 'rcheck/verdicts' && p.uri === this.uri && p.version === this.version) this.tell(p.verdicts)
    })
    connection.ended = () => { if (this.calls === calls) { this.calls = undefined; this.uri = '' } }
    void calls.call('initialize', { processId: null, capabilities: {}, initializationOptions: { verdicts: true, told: true } }).catch(() => {})
    calls.notify('initialized', {})
    return this.calls = calls
  }
}
