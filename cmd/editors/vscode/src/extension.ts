// The extension: a client of `rcheck-bdd lsp`, with each property of an open model as a test, and the page of `rcheck-bdd serve` for runs.
import { type ChildProcess, spawn } from 'node:child_process'
import * as vscode from 'vscode'
import { LanguageClient, type Range as LspRange } from 'vscode-languageclient/node'

interface Verdict { index: number; name: string; formula: string; verdict: 'holds' | 'violated' | 'unknown'; reason: string; range: LspRange }
interface Lens { range: LspRange; command: { command: string; arguments: [string, number?] } }

const languages = ['rcheck', 'ispl']
let client: LanguageClient
const pages: ChildProcess[] = []

const program = () => vscode.workspace.getConfiguration('rcheck-bdd').get('path', 'rcheck-bdd')

export async function activate(context: vscode.ExtensionContext) {
  const tests = vscode.tests.createTestController('rcheck-bdd', 'R-CHECK properties')
  client = new LanguageClient('rcheck-bdd', 'R-CHECK', { command: program(), args: ['lsp'] }, {
    documentSelector: languages.map(language => ({ language })),
    middleware: {
      // The lenses' commands: verdicts go where tests are, simulations to the page.
      executeCommand: (command, args, next) => command === 'rcheck-bdd.check' ? run(tests, args as [string, number?]) : next(command, args),
    },
  })
  context.subscriptions.push(tests, vscode.commands.registerCommand('rcheck-bdd.openPage', openPage),
    vscode.commands.registerCommand('rcheck-bdd.simulate', openPage),
    vscode.workspace.onDidOpenTextDocument(d => list(tests, d)), vscode.workspace.onDidChangeTextDocument(e => list(tests, e.document)),
    vscode.workspace.onDidCloseTextDocument(d => tests.items.delete(d.uri.toString())))
  tests.createRunProfile('Check', vscode.TestRunProfileKind.Run, (request, token) => check(tests, request, token), true)
  await client.start()
  for (const d of vscode.workspace.textDocuments) await list(tests, d)
}

export async function deactivate() {
  for (const p of pages) p.kill()
  await client?.stop()
}

/** Lists the properties of a model as tests. */
async function list(tests: vscode.TestController, d: vscode.TextDocument) {
  if (d.languageId !== 'rcheck' || !client?.isRunning()) return
  const uri = client.code2ProtocolConverter.asUri(d.uri)
  const lenses = await client.sendRequest<Lens[]>('textDocument/codeLens', { textDocument: { uri } })
  const file = tests.items.get(d.uri.toString()) ?? tests.createTestItem(d.uri.toString(), d.uri.path.split('/').pop()!, d.uri)
  tests.items.add(file)
  file.children.replace(lenses.flatMap(l => {
    const number = l.command.arguments[1]
    if (l.command.command !== 'rcheck-bdd.check' || !number) return []
    const line = d.lineAt(l.range.start.line)
    const name = /NAME\s+(\w+)/.exec(line.text)?.[1] ?? `property ${number}`
    const item = tests.createTestItem(String(number), name, d.uri)
    item.range = line.range
    return [item]
  }))
}

/** Runs the tests of a lens. */
async function run(tests: vscode.TestController, [uri, number]: [string, number?]) {
  const file = tests.items.get(client.protocol2CodeConverter.asUri(uri).toString())
  const item = number && file?.children.get(String(number)) || file
  if (item) await check(tests, new vscode.TestRunRequest([item]), new vscode.CancellationTokenSource().token)
}

/** Checks the properties that a request is about, file by file. */
async function check(tests: vscode.TestController, request: vscode.TestRunRequest, token: vscode.CancellationToken) {
  const run = tests.createTestRun(request)
  const wanted = new Map<vscode.TestItem, vscode.TestItem[]>()
  const add = (i: vscode.TestItem) => {
    if (i.parent) wanted.set(i.parent, [...wanted.get(i.parent) ?? [], i])
    else i.children.forEach(add)
  }
  if (request.include) request.include.forEach(add)
  else tests.items.forEach(add)
  for (const [file, items] of wanted) {
    const left = new Map(items.map(i => [i.id, i]))
    items.forEach(i => run.started(i))
    const listener = client.onNotification('rcheck/verdict', ({ token, verdict: v }: { token: string; verdict: Verdict }) => {
      const item = left.get(String(v.index))
      if (token !== file.id || !item) return
      left.delete(item.id)
      if (v.verdict === 'holds') return run.passed(item)
      const message = new vscode.TestMessage(v.verdict === 'violated' ? `violated: ${v.formula}` : `unknown: ${v.reason}`)
      message.location = new vscode.Location(file.uri!, client.protocol2CodeConverter.asRange(v.range))
      if (v.verdict === 'violated') run.failed(item, message)
      else run.errored(item, message)
    })
    try {
      const uri = client.code2ProtocolConverter.asUri(file.uri!)
      await client.sendRequest('rcheck/check', { textDocument: { uri }, token: file.id, properties: items.map(i => Number(i.id)) }, token)
    } catch (e) {
      left.forEach(i => token.isCancellationRequested ? run.skipped(i) : run.errored(i, new vscode.TestMessage(String((e as Error).message))))
    } finally { listener.dispose() }
  }
  run.end()
}

/** Opens the model in the page: runs in linked views, simulation. The page has the text as it was saved last. */
async function openPage() {
  const d = vscode.window.activeTextEditor?.document
  if (!d || !languages.includes(d.languageId)) return
  await d.save()
  const page = spawn(program(), ['serve', d.uri.fsPath], { stdio: ['ignore', 'pipe', 'pipe'] })
  pages.push(page)
  page.on('error', e => vscode.window.showErrorMessage(`rcheck-bdd cannot be started: ${e.message}; the setting rcheck-bdd.path says where it is`))
  page.stderr.on('data', text => vscode.window.showErrorMessage(String(text)))
  page.stdout.once('data', address => vscode.env.openExternal(vscode.Uri.parse(String(address).trim())))
}
