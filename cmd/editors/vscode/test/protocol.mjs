// Asks the language server everything that it offers, by the protocol library of VS Code, about every model of the repository:
// `node test/protocol.mjs PROGRAM`.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { models, start } from './server.mjs'

const server = await start(process.argv[2])
const offered = server.hello.capabilities
for (const c of ['hoverProvider', 'definitionProvider', 'referencesProvider', 'documentHighlightProvider', 'documentSymbolProvider', 'documentFormattingProvider',
  'foldingRangeProvider', 'renameProvider', 'completionProvider', 'codeActionProvider', 'codeLensProvider', 'semanticTokensProvider', 'signatureHelpProvider', 'inlayHintProvider', 'workspaceSymbolProvider']) assert(offered[c], c)
let answers = 0, files = 0
for (const file of models()) {
  const text = readFileSync(file, 'utf8'), uri = 'file://' + file, textDocument = { uri }
  const diagnostics = await server.open(uri, file.endsWith('.ispl') ? 'ispl' : 'rcheck', text)
  const lines = text.split(/\r\n|\n|\r/)
  const inside = r => r.start.line <= r.end.line && r.end.line < lines.length
  for (const d of diagnostics) assert(inside(d.range) && d.message && d.code, file)
  files++
  const line = lines.findIndex(l => /repeat|init:|Vars/.test(l))
  const position = { line: Math.max(0, line), character: 6 }
  const whole = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } }
  for (const method of ['hover', 'definition', 'references', 'documentHighlight', 'documentSymbol', 'foldingRange', 'codeLens', 'completion', 'semanticTokens/full', 'codeAction']) {
    const answer = await server.request(`textDocument/${method}`, { textDocument, position, range: whole, context: { includeDeclaration: true, diagnostics } })
    if (method === 'documentSymbol' && diagnostics.length === 0) assert(answer.length > 0 && answer.every(s => inside(s.range)), file)
    answers++
  }
  if (!diagnostics.some(d => d.severity === 1)) {
    const edits = await server.request('textDocument/formatting', { textDocument, options: { tabSize: 4, insertSpaces: true } })
    assert(edits.every(e => inside(e.range)))
    answers++
  }
  await server.connection.sendNotification('textDocument/didClose', { textDocument })
}
// The run behind a violated property as the page that the extension shows in a webview.
{
  const file = models().find(f => f.endsWith('paper/p000.rcp')), uri = 'file://' + file, textDocument = { uri }
  await server.open(uri, 'rcheck', readFileSync(file, 'utf8'))
  const verdicts = []
  server.connection.onNotification('rcheck/verdict', x => verdicts.push(x.verdict))
  await server.request('rcheck/check', { textDocument, token: 't', properties: [8] })
  assert.equal(verdicts[0].verdict, 'violated')
  const { html } = await server.request('rcheck/page', { textDocument, trace: verdicts[0].trace, property: 8 })
  assert(html.startsWith('<!doctype html>') && html.includes('Content-Security-Policy') && html.includes('"verdict":"violated"'))
  const simulation = await server.request('rcheck/page', { textDocument })
  assert(simulation.html.includes('"choices":[{'))
  const { trace, range, ...verdict } = verdicts[0]
  verdict.explanation = { formula: 'EF x', holds: false, state: { a: { x: '0' } } }
  assert((await server.request('rcheck/page', { textDocument, verdict })).html.includes('"explanation":{"formula":"EF x"'))
}
// Completion knows its place, calls tell what they take, and verdicts come by themselves.
{
  const head = 'const N = 1 + 1;\nagent A\n    local: flag : bool\n    repeat: ( {flag} *! true [] )\nsystem = A(a, true)\nSPEC NAME p := G flagged\n'.replace('flagged', 'a-flag')
  const uri = 'file:///typed.rcp', textDocument = { uri }
  await server.open(uri, 'rcheck', head)
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }
  const hints = async () => (await server.request('textDocument/inlayHint', { textDocument, range })).map(h => h.label)
  while (!(await hints()).includes('✗ violated')) await new Promise(done => setTimeout(done, 20))
  assert((await hints()).includes('= 2'))
  await server.connection.sendNotification('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: head + 'SPEC K(' }] })
  const position = { line: 6, character: 7 }
  const items = await server.request('textDocument/completion', { textDocument, position })
  assert.equal(items.sort((x, y) => x.sortText < y.sortText ? -1 : 1)[0].label, 'a')
  assert.equal((await server.request('textDocument/signatureHelp', { textDocument, position })).signatures[0].label, 'K(agent, formula)')
  assert.equal((await server.request('workspace/symbol', { query: 'flg' }))[0].name, 'flag')
}
// At the sixty places that the tests of the workbench have, the right kind of thing stands first in the list of VS Code.
let right = 0
{
  const { rcheck, ispl, places } = JSON.parse(readFileSync(new URL('../../../rcheck-bdd/internal/workbench/testdata/places.json', import.meta.url), 'utf8'))
  for (const [n, { at, typed, first }] of places.entries()) {
    const joint = at.startsWith('ispl '), [head, tail] = (joint ? ispl : rcheck).join('\n').split(`‹${at.replace('ispl ', '')}›`)
    const bare = text => text.replace(/‹[^›]*›/g, ''), before = bare(head) + typed, lines = before.split('\n')
    const uri = `file:///place${n}.${joint ? 'ispl' : 'rcp'}`, textDocument = { uri }
    await server.connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: joint ? 'ispl' : 'rcheck', version: 1, text: before + bare(tail) } })
    const items = await server.request('textDocument/completion', { textDocument, position: { line: lines.length - 1, character: lines.at(-1).length }, context: { triggerKind: 1 } })
    const [offered] = items.sort((x, y) => x.sortText < y.sortText ? -1 : 1)
    if (first.includes(offered?.label)) right++
    else console.log(`${at}: ${typed}‸ offers ${offered?.label} first, not one of ${first}`)
    await server.connection.sendNotification('textDocument/didClose', { textDocument })
  }
  assert(places.length === 60 && right >= 55, `${right} of ${places.length} places`)
}
assert(files > 30)
console.log(`${files} models, ${answers} answers, the right kind first at ${right} of 60 places`)
assert.equal(await server.stop(), 0)
