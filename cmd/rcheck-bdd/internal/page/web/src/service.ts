// Connections to the service: a worker with the checker in WebAssembly, or the program that serves the page. Both take the messages of
// the Language Server Protocol, as JSON.

export interface Connection {
  send(message: string): void
  receive: (message: string) => void
  /** Ends the connection and whatever the service does for it. */
  close(): void
  /** Is called when the other side ends it, and when it is open. */
  ended: (why: Ended) => void
  open?: () => void
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
  const connection: Connection = { send: m => w.postMessage(m), receive: () => {}, ended: () => {}, close: () => w.terminate() }
  w.onmessage = e => connection.receive(e.data as string)
  module().then(m => w.postMessage(m), e => connection.receive(JSON.stringify({
    jsonrpc: '2.0', method: 'window/showMessage', params: { type: 1, message: String(e) },
  })))
  return connection
}

// The token of the program stands in the address that the program prints. It is kept for this origin, and never sent: each side shows
// the other that it knows it.
let token = ''
try { token = localStorage.getItem('token') ?? '' } catch { /* no store */ }

/** Takes the token out of the address; reports whether there was one. */
export function takeToken(): boolean {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!given) return false
  token = given
  try { localStorage.setItem('token', given) } catch { /* no store */ }
  return true
}

/** Calls back when another page of this origin was opened with a new token. */
export const onToken = (f: () => void) => addEventListener('storage', e => {
  if (e.key === 'token' && e.newValue && e.newValue !== token) {
    token = e.newValue
    f()
  }
})

async function proof(side: string, nonce: string): Promise<string> {
  const bytes = (s: string) => new TextEncoder().encode(s)
  const key = await crypto.subtle.importKey('raw', bytes(token), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const sum = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(`${side} ${nonce}`)))
  return [...sum].map(b => b.toString(16).padStart(2, '0')).join('')
}

/** Why a connection ended: the program does not answer, it does not know our token, or too many pages are open. */
export type Ended = 'gone' | 'token' | 'full'
const closeStranger = 4403, closeFull = 4429

/** A connection to the program by a web socket. What is sent before it is open waits. */
function socket(path: 'service' | 'page'): Connection {
  const connection: Connection = { receive: () => {}, ended: () => {}, send: m => { waiting.push(m) }, close: () => { ended = true; ws.close() } }
  const waiting: string[] = []
  let ended = false
  const end = (why: Ended) => {
    if (ended) return
    ended = true
    ws.close()
    connection.ended(why)
  }
  const ws = new WebSocket(`ws://${location.host}/socket/${path}`)
  const nonce = crypto.randomUUID()
  ws.onopen = () => token ? ws.send(JSON.stringify({ nonce })) : end('token')
  ws.onclose = e => end(e.code === closeStranger ? 'token' : e.code === closeFull ? 'full' : 'gone')
  ws.onmessage = async e => {
    const hello = JSON.parse(e.data)
    if (typeof hello.nonce !== 'string' || hello.proof !== await proof('server', nonce)) return end('token')
    ws.onmessage = e => connection.receive(e.data as string)
    const answer = JSON.stringify({ proof: await proof('client', hello.nonce) })
    if (ended) return
    ws.send(answer)
    connection.send = m => { if (ws.readyState === WebSocket.OPEN) ws.send(m) }
    waiting.splice(0).forEach(m => ws.send(m))
    connection.open?.()
  }
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

export const connect = (): Connection => inBrowser ? worker() : socket('service')

/** Requests and notifications over a connection, as JSON-RPC. */
export class Calls {
  private waiting = new Map<number, { resolve: (v: any) => void; reject: (e: Error) => void }>()
  private last = 0
  constructor(readonly connection: Connection, told: (method: string, params: any) => void) {
    connection.receive = text => {
      const m = JSON.parse(text)
      if (m.method) return told(m.method, m.params)
      const call = this.waiting.get(m.id)
      this.waiting.delete(m.id)
      if (m.error) call?.reject(Object.assign(new Error(m.error.message), { code: m.error.code, data: m.error.data }))
      else call?.resolve(m.result)
    }
  }

  call<T>(method: string, params: unknown): Promise<T> {
    const id = ++this.last
    this.connection.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }))
  }

  notify(method: string, params: unknown) {
    this.connection.send(JSON.stringify({ jsonrpc: '2.0', method, params }))
  }

  end(why: string) {
    this.connection.close()
    for (const c of this.waiting.values()) c.reject(new Error(why))
    this.waiting.clear()
  }
}

/** The file that the program was given; the hash tells its contents apart. Without a path it cannot be written. */
export interface Given { name: string; text: string; hash: string; path?: string; fault?: string }

/** What the page asks the program that serves it, beside the service. In a static site there is no such program. */
export class Host {
  private calls: Calls | undefined
  changed: (g: Given) => void = () => {}
  lost: (why: Ended) => void = () => {}
  found: () => void = () => {}

  connect() {
    if (inBrowser) return
    this.calls?.end('connected anew')
    const connection = socket('page')
    connection.ended = why => { this.calls?.end('the program that serves this page has ended'); this.lost(why) }
    connection.open = () => this.found()
    this.calls = new Calls(connection, (method, params) => { if (method === 'page/changed') this.changed(params) })
  }

  ask<T>(method: string, params: object = {}): Promise<T> {
    return this.calls ? this.calls.call<T>(method, params) : Promise.reject(new Error('no program serves this page'))
  }
}

/** A client of the service for one long question at a time, such as a check. */
export class Checker {
  private calls: Calls | undefined
  onNotification: (method: string, params: any) => void = () => {}

  private open(): Calls {
    if (this.calls) return this.calls
    const connection = connect(), calls = new Calls(connection, (method, params) => this.onNotification(method, params))
    connection.ended = () => { if (this.calls === calls) this.stop('the program that serves this page has ended') }
    void calls.call('initialize', { processId: null, capabilities: {} }).catch(() => {}) // it was ended
    calls.notify('initialized', {})
    return this.calls = calls
  }

  /**
   * Loads the service, so that the first check need not wait for it. The browser compiles what is called, and what is called often
   * once more: a small check makes the first one of the user several times as fast.
   */
  prepare() {
    if (this.calls) return
    this.open()
    if (inBrowser) void this.ask('rcheck/check', 'warm.rcp', warm, { token: 'warm' }).catch(() => {})
  }

  async ask<T>(method: string, uri: string, text: string, question: object): Promise<T> {
    const calls = this.open()
    const textDocument = { uri, version: 1, languageId: uri.endsWith('.ispl') ? 'ispl' : 'rcheck', text }
    calls.notify('textDocument/didOpen', { textDocument })
    try {
      return await calls.call<T>(method, { textDocument: { uri }, token: 'page', ...question })
    } finally {
      if (this.calls === calls) calls.notify('textDocument/didClose', { textDocument: { uri } })
    }
  }

  /** Ends what is going on at once. */
  stop(why = 'stopped') {
    const { calls } = this
    this.calls = undefined
    calls?.end(why)
  }
}
