// The extension: a client of `rcheck-bdd lsp`, with each property of an open model as a test, and runs and simulations beside the text.
import { type ChildProcess, spawn } from 'node:child_process'
import * as vscode from 'vscode'
import { LanguageClient, type Range as LspRange } from 'vscode-languageclient/node'

interface Verdict { index: number; name: string; formula: string; verdict: 'holds' | 'violated' | 'unknown'; reason: string; trace?: unknown; explanation?: unknown; initial_state?: string; range: LspRange }
interface Lens { range: LspRange; command: { command: string; arguments: [string, number?] } }

const languages = ['rcheck', 'ispl']
let client: LanguageClient
const pages: ChildProcess[] = []
/** The violated properties of models, by their tests' ids and their numbers. */
const runs = new Map<string, Map<number, Verdict>>()

const program = () => vscode.workspace.getConfiguration('rcheck-bdd').get('path', 'rcheck-bdd')

export async function activate(context: vscode.ExtensionContext) {
  const tests = vscode.tests.createTestController('rcheck-bdd', 'R-CHECK properties')
  client = new LanguageClient('rcheck-bdd', 'R-CHECK', { command: program(), args: ['lsp'] }, {
    documentSelector: languages.map(language => ({ language })),
    initializationOptions: { verdicts: vscode.workspace.getConfiguration('rcheck-bdd').get('verdicts', true) },
    synchronize: { configurationSection: 'rcheck-bdd' },
    middleware: {
      // The lenses' commands: verdicts go where tests are, runs and simulations beside the text. Without a lens they are about the
      // model that is open.
      executeCommand: (command, args, next) => {
        const open = vscode.window.activeTextEditor?.document.uri
        const about = (args.length ? args : open ? [client.code2ProtocolConverter.asUri(open)] : []) as [string, number?]
        if (command === 'rcheck-bdd.check' && about.length) return run(tests, about)
        return command === 'rcheck-bdd.witness' && about[1] ? witness(about[0], about[1]) : next(command, args)
      },
    },
  })
  context.subscriptions.push(tests, vscode.commands.registerCommand('rcheck-bdd.openPage', openPage),
    vscode.commands.registerCommand('rcheck-bdd.simulate', simulate), vscode.commands.registerCommand('rcheck-bdd.showRun', showRun),
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
  if (!languages.includes(d.languageId) || !client?.isRunning()) return
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
    runs.set(file.id, new Map([...runs.get(file.id) ?? []].filter(([index]) => !left.has(String(index)))))
    const listener = client.onNotification('rcheck/verdict', ({ token, verdict: v }: { token: string; verdict: Verdict }) => {
      const item = left.get(String(v.index))
      if (token !== file.id || !item) return
      left.delete(item.id)
      if (v.trace || v.explanation) runs.get(file.id)!.set(v.index, v)
      if (v.verdict === 'holds') return run.passed(item)
      const message = new vscode.TestMessage(v.verdict === 'violated' ? `violated: ${v.formula}` : `unknown: ${v.reason}`)
      message.location = new vscode.Location(file.uri!, client.protocol2CodeConverter.asRange(v.range))
      if (v.verdict === 'violated') run.failed(item, message)
      else run.errored(item, message)
      if ((v.trace || v.explanation) && items.length === 1) void offer(file.uri!, v)
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

/** Offers to show the run behind a violated property. */
async function offer(d: vscode.Uri, v: Verdict) {
  if (await vscode.window.showInformationMessage(`${named(v)} is violated.`, 'Show the run')) await show(d, v)
}

const named = (v: Verdict) => v.name || `Property ${v.index}`

/** Shows the run of a verdict beside the text, in the views of the page: one self-contained document with a policy of its own. */
async function show(d: vscode.Uri, v: Verdict) {
  try {
    const uri = client.code2ProtocolConverter.asUri(d)
    const { range: _, trace, ...verdict } = v
    const { html } = await client.sendRequest<{ html: string }>('rcheck/page', { textDocument: { uri }, trace, property: v.index, ...v.explanation ? { verdict } : {} })
    panel(named(v), html)
  } catch (e) { void vscode.window.showErrorMessage(`The run cannot be shown: ${(e as Error).message}. If the text has changed, check it again.`) }
}

function panel(title: string, html: string): vscode.WebviewPanel {
  const p = vscode.window.createWebviewPanel('rcheck-bdd.run', title, vscode.ViewColumn.Beside, { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true })
  p.webview.html = html
  return p
}

/** Simulates the open model beside its text. The page asks for steps by messages, which go to the server. */
async function simulate() {
  const d = vscode.window.activeTextEditor?.document
  if (d?.languageId !== 'rcheck') return void vscode.window.showInformationMessage('Models in R-CHECK are simulated here; `rcheck-bdd simulate` walks through those in ISPL.')
  const textDocument = { uri: client.code2ProtocolConverter.asUri(d.uri) }
  try {
    const { html, session } = await client.sendRequest<{ html: string; session: number }>('rcheck/page', { textDocument })
    const sessions = new Set([session])
    const p = panel(`simulation of ${d.uri.path.split('/').pop()}`, html)
    p.webview.onDidReceiveMessage(async ({ id, method, params }: { id: number; method: string; params: object }) => {
      try {
        if (!/^rcheck\/(start|take|back|random|goto|trace)$/.test(method)) throw new Error(`${method} is no step of a simulation`)
        const result = await client.sendRequest<{ session?: number }>(method, { ...params, textDocument })
        if (result.session) sessions.add(result.session)
        void p.webview.postMessage({ id, result })
      } catch (e) { void p.webview.postMessage({ id, error: (e as Error).message }) }
    })
    p.onDidDispose(() => sessions.forEach(session => void client.sendNotification('rcheck/close', { session })))
  } catch (e) { void vscode.window.showErrorMessage(`The model cannot be simulated: ${(e as Error).message}`) }
}

/** Chooses among the runs that checks of the open model left. */
async function showRun() {
  const d = vscode.window.activeTextEditor?.document
  const found = d ? [...runs.get(d.uri.toString())?.values() ?? []] : []
  if (found.length === 0) return void vscode.window.showInformationMessage('No property of this model was found to be violated; check it first.')
  const chosen = found.length === 1 ? found[0] : (await vscode.window.showQuickPick(found.map(v => ({ label: named(v), detail: v.formula, v }))))?.v
  if (chosen) await show(d!.uri, chosen)
}

/** Looks for a run that satisfies a property, and shows it. */
async function witness(uri: string, number: number) {
  const listener = client.onNotification('rcheck/verdict', ({ token, verdict: v }: { token: string; verdict: Verdict }) => {
    if (token !== `witness ${uri}`) return
    if (v.trace || v.explanation) void show(client.protocol2CodeConverter.asUri(uri), v)
    else void vscode.window.showInformationMessage(v.verdict === 'violated' ? `${named(v)}: no run satisfies it.` : `${named(v)}: ${v.reason}`)
  })
  try { await client.sendRequest('rcheck/check', { textDocument: { uri }, token: `witness ${uri}`, properties: [number], witness: true }) } catch (e) {
    void vscode.window.showErrorMessage((e as Error).message)
  } finally { listener.dispose() }
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
