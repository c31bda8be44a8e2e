// A client of `rcheck-bdd lsp` with the libraries of VS Code.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const rpc = require('vscode-languageserver-protocol/node')

export const top = fileURLToPath(new URL('../../../../', import.meta.url))

/** The models of the repository. */
export function models() {
  const out = []
  const folders = ['bench/models', 'rcheck', 'mc/testdata', 'cmd/rcheck-bdd/testdata']
  const walk = folder => readdirSync(folder, { withFileTypes: true }).forEach(e => {
    const path = join(folder, e.name)
    if (e.isDirectory()) walk(path)
    else if (/\.(rcp|ispl)$/.test(e.name)) out.push(path)
  })
  folders.forEach(f => walk(join(top, f)))
  return out.sort()
}

export async function start(program) {
  const child = spawn(program, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const connection = rpc.createProtocolConnection(new rpc.StreamMessageReader(child.stdout), new rpc.StreamMessageWriter(child.stdin))
  const waiting = new Map()
  connection.onNotification('textDocument/publishDiagnostics', p => { waiting.get(p.uri)?.(p.diagnostics); waiting.delete(p.uri) })
  connection.listen()
  const hello = await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} })
  await connection.sendNotification('initialized', {})
  const ended = new Promise(done => child.on('exit', done))
  return {
    hello, connection,
    request: (method, params) => connection.sendRequest(method, params),
    /** Opens a document; the result are its diagnostics. */
    open(uri, languageId, text) {
      const diagnostics = new Promise(done => waiting.set(uri, done))
      return connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } }).then(() => diagnostics)
    },
    async stop() {
      await connection.sendRequest('shutdown')
      await connection.sendNotification('exit')
      return ended
    },
  }
}
