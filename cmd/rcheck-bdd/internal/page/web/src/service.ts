// Connections to the service: a worker with the checker in WebAssembly, or the program that serves the page. Both take the messages of
// the Language Server Protocol, as JSON.

export interface Connection {
  send(message: string): void
  receive: (message: string) => void
  /** Ends the connection and whatever the service does for it. */
  close(): void
}

export const inBrowser = document.querySelector('meta[name=service]')?.getAttribute('content') === 'wasm'

let compiled: Promise<WebAssembly.Module> | undefined

/** The checker, compiled once. It comes compressed, whatever the server can do. */
function module(): Promise<WebAssembly.Module> {
  return compiled ??= fetch('rcheck.wasm.gz').then(answer => {
    if (!answer.ok || !answer.body) throw new Error(`the checker cannot be loaded: ${answer.status}`)
    const body = answer.body.pipeThrough(new DecompressionStream('gzip'))
    return WebAssembly.compileStreaming(new Response(body, { headers: { 'Content-Type': 'application/wasm' } }))
  })
}

function worker(): Connection {
  const w = new Worker('worker.js')
  const connection: Connection = { send: m => w.postMessage(m), receive: () => {}, close: () => w.terminate() }
  w.onmessage = e => connection.receive(e.data as string)
  module().then(m => w.postMessage(m), e => connection.receive(JSON.stringify({
    jsonrpc: '2.0', method: 'window/showMessage', params: { type: 1, message: String(e) },
  })))
  return connection
}

/** Whom to tell that the program which serves the page does not answer any more. */
export const service = { lost: () => {} }

/** Whether the program answers: `yes`, `no`, or it is a new one, which has another token. */
export async function answers(): Promise<'yes' | 'no' | 'new'> {
  try { return (await fetch('model')).status === 403 ? 'new' : 'yes' } catch { return 'no' }
}

function http(): Connection {
  const id = crypto.randomUUID()
  const events = new EventSource(`events?c=${id}`)
  let waiting: string[] = []
  let busy = true // until the service knows the connection
  async function flush() {
    while (waiting.length > 0) {
      const messages = waiting
      waiting = []
      const answer = await fetch(`rpc?c=${id}`, { method: 'POST', body: `[${messages.join(',')}]`, headers: { 'Content-Type': 'application/json' } }).catch(() => undefined)
      if (!answer || answer.status === 403) return lose()
    }
    busy = false
  }
  const lose = () => {
    events.close()
    service.lost()
  }
  const connection: Connection = {
    receive: () => {}, close: () => events.close(),
    send(m) {
      waiting.push(m)
      if (!busy) {
        busy = true
        void flush()
      }
    },
  }
  events.addEventListener('open', () => void flush())
  events.onmessage = e => connection.receive(e.data as string)
  events.onerror = lose
  return connection
}

// Has something of each: channels, data, guards, a property that holds and one that is violated.
const warm = `enum channel { c }
message-structure: m : bool
agent A
    local: x : 0..2
    receive-guard: chan = c
    repeat: ( s: {x < 2} c! (true)(m := x = 0)[x := x + 1] + r: {m} c? [x := 0] ; b: {true} *! true [] )
system = A(a, true) || A(b, true)
SPEC G (a-s -> F b-x = 0) | G F a-b
SPEC G a-x < 2`

export const connect = (): Connection => inBrowser ? worker() : http()

/** A client of the service for one check at a time. */
export class Checker {
  private connection: Connection | undefined
  private calls = new Map<number, { resolve: (v: any) => void; reject: (e: Error) => void }>()
  private last = 0
  onNotification: (method: string, params: any) => void = () => {}

  private call<T>(method: string, params: unknown): Promise<T> {
    const id = ++this.last
    this.connection!.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return new Promise((resolve, reject) => this.calls.set(id, { resolve, reject }))
  }

  private notify(method: string, params: unknown) {
    this.connection!.send(JSON.stringify({ jsonrpc: '2.0', method, params }))
  }

  private open() {
    if (this.connection) return
    this.connection = connect()
    this.connection.receive = text => {
      const m = JSON.parse(text)
      if (m.method) return this.onNotification(m.method, m.params)
      const call = this.calls.get(m.id)
      this.calls.delete(m.id)
      if (m.error) call?.reject(new Error(m.error.message))
      else call?.resolve(m.result)
    }
    void this.call('initialize', { processId: null, capabilities: {} })
    this.notify('initialized', {})
  }

  /**
   * Loads the service, so that the first check need not wait for it. The browser compiles what is called, and what is called often
   * once more: a small check makes the first one of the user several times as fast.
   */
  prepare() {
    if (this.connection) return
    this.open()
    if (inBrowser) void this.check('warm.rcp', warm, { token: 'warm' }).catch(() => {})
  }

  async check<T>(uri: string, text: string, question: object): Promise<T> {
    this.open()
    const textDocument = { uri, version: 1, languageId: uri.endsWith('.ispl') ? 'ispl' : 'rcheck', text }
    this.notify('textDocument/didOpen', { textDocument })
    try {
      return await this.call<T>('rcheck/check', { textDocument: { uri }, token: 'page', ...question })
    } finally {
      if (this.connection) this.notify('textDocument/didClose', { textDocument: { uri } })
    }
  }

  /** Ends what is going on at once. */
  stop(why = 'stopped') {
    this.connection?.close()
    this.connection = undefined
    for (const c of this.calls.values()) c.reject(new Error(why))
    this.calls.clear()
  }
}
