// Runs the TextMate grammars over every model of the repository and compares what they call comments, numbers and names with what the
// language server does: `node test/grammar.mjs PROGRAM`.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { models, start, top } from './server.mjs'

const require = createRequire(import.meta.url)
const oniguruma = require('vscode-oniguruma'), textmate = require('vscode-textmate')
await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer)
const registry = new textmate.Registry({
  onigLib: Promise.resolve({ createOnigScanner: p => new oniguruma.OnigScanner(p), createOnigString: s => new oniguruma.OnigString(s) }),
  loadGrammar: async scope => textmate.parseRawGrammar(readFileSync(new URL(`../syntaxes/${scope.replace('source.', '')}.tmLanguage.json`, import.meta.url), 'utf8'), 'x.json'),
})

/** The innermost scope of each character of a text, line by line. */
async function scopes(scope, text) {
  const grammar = await registry.loadGrammar(scope)
  let state = textmate.INITIAL
  return text.split(/\r\n|\n|\r/).map(line => {
    const r = grammar.tokenizeLine(line, state)
    state = r.ruleStack
    const out = []
    for (const t of r.tokens) for (let i = t.startIndex; i < t.endIndex; i++) out[i] = t.scopes[t.scopes.length - 1]
    return out
  })
}

const server = await start(process.argv[2])
const legend = server.hello.capabilities.semanticTokensProvider.legend.tokenTypes
let compared = 0, files = 0, keywords = 0, named = 0
for (const file of models()) {
  const text = readFileSync(file, 'utf8')
  files++
  if (file.endsWith('.ispl')) {
    const lines = await scopes('source.ispl', text)
    assert(lines.flat().some(s => s === 'keyword.declaration.ispl'), file)
    text.split('\n').forEach((line, n) => {
      const at = line.indexOf('--')
      if (at >= 0) assert.match(lines[n][at], /^comment/, `${file}:${n + 1}`)
    })
    continue
  }
  const lines = await scopes('source.rcheck', text)
  const uri = 'file://' + file
  const bad = (await server.open(uri, 'rcheck', text)).some(d => d.severity === 1)
  const { data } = await server.request('textDocument/semanticTokens/full', { textDocument: { uri } })
  let line = 0, column = 0
  for (let i = 0; i < data.length; i += 5) {
    if (data[i] > 0) { line += data[i]; column = 0 }
    column += data[i + 1]
    const kind = legend[data[i + 3]]
    const where = `${file.slice(top.length)}:${line + 1}:${column + 1} ${kind}`
    for (let k = column; k < column + data[i + 2]; k++) {
      const scope = lines[line][k]
      assert.equal(/^comment/.test(scope), kind === 'comment', `${where}: ${scope}`)
      assert.equal(/^constant.numeric/.test(scope), kind === 'number', `${where}: ${scope}`)
    }
    const scope = lines[line][column]
    if (kind === 'keyword') { keywords++; if (!bad) assert.notEqual(scope, 'source.rcheck', where) }
    else if (kind !== 'comment' && kind !== 'number') {
      // Words of the language can be names, which a grammar cannot know; those that begin declarations hardly are.
      if (/^keyword.declaration/.test(scope)) named++
    }
    compared++
  }
}
assert(files > 30 && compared > 5000)
assert(named <= 25, `${named} names are called keywords`)
console.log(`${files} models, ${compared} tokens compared, ${keywords} keywords; ${named} names look like keywords`)
await server.stop()
