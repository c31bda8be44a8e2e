// Tests the page in a headless Chromium: `node test/page.mjs site FOLDER` on a static site, `node test/page.mjs serve PROGRAM` against the program.
// CHROMIUM names the browser (default: chromium), SCREENSHOTS a folder to keep pictures in.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { chromium } from 'playwright-core'

const [mode, what] = process.argv.slice(2)
assert(mode === 'site' || mode === 'serve', 'usage: node test/page.mjs site FOLDER | serve PROGRAM')
const ends = []
const state = mkdtempSync(join(tmpdir(), 'page-'))
ends.push(() => rmSync(state, { recursive: true }))
let program

async function address() {
  if (mode === 'site') {
    const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.gz': 'application/gzip' }
    const server = createServer((request, answer) => {
      try {
        const path = normalize(new URL(request.url, 'http://x').pathname)
        const file = join(what, path === '/' ? 'index.html' : path)
        const body = readFileSync(file)
        answer.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' }).end(body)
      } catch { answer.writeHead(404).end() }
    })
    await new Promise(done => server.listen(0, '127.0.0.1', done))
    ends.push(() => server.close())
    return `http://127.0.0.1:${server.address().port}/`
  }
  return start()
}

// Starts the program, and returns the address that it prints.
function start(...args) {
  program = spawn(what, ['serve', '--history', state, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const own = program
  ends.push(() => own.kill())
  return new Promise((done, fail) => {
    own.stdout.on('data', d => done(String(d).trim()))
    own.on('exit', code => fail(new Error(`the program ended: ${code}`)))
  })
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
ends.push(() => browser.close())
const context = await browser.newContext({ viewport: { width: 1500, height: 950 }, colorScheme: 'light', acceptDownloads: true })
const page = await context.newPage()
page.setDefaultTimeout(60_000)
const complaints = []
page.on('pageerror', e => complaints.push(String(e)))
page.on('console', m => { if (process.env.VERBOSE) console.log('console:', m.type(), m.text().slice(0, 120), JSON.stringify(m.location())); if (m.type() === 'error' || /content security policy/i.test(m.text())) complaints.push(m.text()) })
page.on('dialog', d => { complaints.push(`dialog ${d.message()}`); void d.dismiss() })

let last = performance.now()
function did(text) {
  const now = performance.now()
  console.log(`${text} (${((now - last) / 1000).toFixed(1)} s)`)
  last = now
}
const picture = name => process.env.SCREENSHOTS ? page.screenshot({ path: join(process.env.SCREENSHOTS, `${mode}-${name}.png`) }) : undefined
const button = name => page.locator(':not(.lenses) > button', { hasText: new RegExp(`^${name}$`) })
const ready = () => page.getByRole('button', { name: /^\d+ errors?$/ }).waitFor().then(() => page.waitForFunction(() => !document.querySelector('footer .quiet').textContent.includes('loading')))
const text = async () => (await page.locator('.cm-content').innerText()).slice(0, 600) // of what is in sight
const place = () => page.locator('.place').innerText()

async function example(title) {
  await page.getByLabel('examples').selectOption({ label: title })
  await ready()
}

async function replace(model) {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(model)
}

async function check(holds, violated) {
  await button('check all').click()
  await button('check all').waitFor()
  assert.equal(await page.locator('li.holds').count(), holds)
  assert.equal(await page.locator('li.violated').count(), violated)
}

// The editor is there, with its text, before the checker has come.
async function early(url) {
  let come
  const asked = new Promise(done => { come = done })
  await context.route('**/rcheck.wasm.gz', async route => { await asked; await route.continue() })
  const second = await context.newPage()
  await second.goto(url)
  await second.locator('.cm-content').getByText('agent').first().waitFor()
  await second.locator('footer').getByText('loading the checker').waitFor()
  await second.locator('.cm-content').click()
  await second.keyboard.type('// typed early\n')
  await second.locator('.cm-content').getByText('typed early').waitFor()
  come()
  await second.getByRole('button', { name: '0 errors' }).waitFor()
  await second.close()
  did('the editor is there before the checker')
}

// A page that the program writes shows its runs without a server, and a hostile model is text in it.
async function written() {
  const folder = mkdtempSync(join(tmpdir(), 'runs-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const model = join(folder, "<img src=x onerror='alert(1)'>.rcp"), html = join(folder, 'run.html')
  writeFileSync(model, `// </script><script>alert(2)</script><!-- <script>
enum channel { c }
message-structure: m : bool
agent A
    local: x : bool
    init: !x
    repeat: ( l: {true} *! (true)(m := x)[x := !x] )
system = A(a, true)
SPEC NAME o := AG EF AG a-x
SPEC NAME n := G (!a-x) // </style><img src=x onerror=alert(3)>
`)
  assert.equal(spawnSync(what, ['check', '-q', '--html', html, model]).status, 1)
  await page.goto('file://' + html)
  await page.locator('.values').waitFor()
  assert.equal(await page.locator('script').count(), 2)
  assert.equal(await page.locator('img').count(), 0)
  assert.match(await page.locator('.source').innerText(), /<\/script><script>alert\(2\)/)
  await page.locator('.found li', { hasText: 'AG' }).getByRole('button', { name: 'show why' }).click()
  await page.locator('.parts', { hasText: 'does not hold' }).first().waitFor() // a formula about states, in the same views
  await page.locator('.values').waitFor()
  await page.locator('.found li', { hasText: 'n' }).last().getByRole('button', { name: 'show why' }).click()
  assert.match(await page.locator('h2').innerText(), /^n: a run that violates it/)
  const before = await place()
  await page.locator('.run').focus()
  await page.keyboard.press('ArrowRight')
  assert.notEqual(await place(), before)
  assert.match(await page.locator('.source mark').innerText(), /^l: /)
  assert.equal(await page.locator('.automaton').count(), 0) // of agents that are always in one place
  assert.equal(await page.evaluate(() => fetch('data:text/plain,x').then(() => 'loaded', () => 'refused')), 'refused')
  complaints.splice(0, complaints.length, ...complaints.filter(c => !/data:text/.test(c))) // of what was refused
  await picture('written')
  did('a page with a run needs no server, and a hostile model is text in it')
}

// The page of a simulation in a webview of VS Code, whose extension passes its requests on to the language server.
async function simulated() {
  const server = spawn(what, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] })
  ends.push(() => server.kill())
  const waiting = new Map()
  let read = Buffer.alloc(0)
  server.stdout.on('data', d => {
    read = Buffer.concat([read, d])
    for (;;) {
      const head = read.indexOf('\r\n\r\n'), length = Number(/Content-Length: (\d+)/.exec(read.toString('latin1', 0, head))?.[1])
      if (head < 0 || read.length < head + 4 + length) return
      const m = JSON.parse(read.toString('utf8', head + 4, head + 4 + length))
      read = read.subarray(head + 4 + length)
      waiting.get(m.id)?.(m)
    }
  })
  const send = m => { const text = JSON.stringify({ jsonrpc: '2.0', ...m }); server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`) }
  let last = 0
  const ask = (method, params) => new Promise(done => { waiting.set(++last, done); send({ id: last, method, params }) })
  await ask('initialize', { processId: null, capabilities: {} })
  const textDocument = { uri: 'file:///p000.rcp' }
  const text = readFileSync(new URL('../../../../../../bench/models/paper/p000.rcp', import.meta.url), 'utf8')
  send({ method: 'textDocument/didOpen', params: { textDocument: { ...textDocument, languageId: 'rcheck', version: 1, text } } })
  const { html, session } = (await ask('rcheck/page', { textDocument })).result
  const view = await browser.newPage({ viewport: { width: 900, height: 900 } })
  await view.exposeFunction('extension', async ({ id, method, params }) => {
    const { result, error } = await ask(method, { ...params, textDocument })
    await view.evaluate(m => postMessage(m, '*'), { id, result, error: error?.message })
  })
  await view.addInitScript(() => { window.acquireVsCodeApi = () => ({ postMessage: m => { void window.extension(m) } }) })
  await view.route('http://webview/', route => route.fulfill({ contentType: 'text/html', body: html }))
  await view.goto('http://webview/')
  const at = n => view.waitForFunction(n => document.querySelector('.place')?.textContent === `state ${n} of ${n}`, n)
  await at(0)
  for (let i = 1; i <= 3; i++) {
    await view.locator('.steps ol button').first().click()
    await at(i)
  }
  await view.locator('.steps').getByRole('button', { name: 'back', exact: true }).click()
  await at(2)
  await view.getByLabel('condition to go to').fill('nobody-x')
  await view.getByRole('button', { name: 'go to', exact: true }).click()
  await view.locator('p.message').waitFor()
  assert.equal((await ask('rcheck/trace', { session })).result.steps.length, 3)
  if (process.env.SCREENSHOTS) await view.screenshot({ path: join(process.env.SCREENSHOTS, 'webview.png') })
  await view.close()
  did('a webview simulates through the language server')
}

// Without the token there is a hint. When the program has ended, the page says so and keeps what is typed; when it is back, each tab goes on.
async function left(url) {
  const { origin, port } = new URL(url), stranger = await (await browser.newContext()).newPage()
  await stranger.goto(origin)
  await stranger.getByText('The token is missing').waitFor()
  await page.goto(origin)
  await ready()
  await replace('// before\n')
  program.kill()
  await page.locator('.message.lost').getByText('does not answer').waitFor()
  assert(await button('check all').isDisabled() && await button('simulate').isDisabled())
  await page.keyboard.type('// while it is away\n')
  await page.getByRole('button', { name: 'try again' }).click()
  await page.getByText('tried once').waitFor()
  await picture('lost')
  const again = await start('--port', port), other = await context.newPage()
  await page.getByText('was started anew').waitFor()
  await other.goto(again)
  await other.locator('.cm-content').getByText('while it is away').waitFor()
  await page.locator('.message.lost').waitFor({ state: 'detached' })
  await ready()
  await page.locator('.cm-content').getByText('while it is away').waitFor()
  // The next one has another port: the text goes along.
  program.kill()
  await page.locator('.message.lost').waitFor()
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// and once more\n')
  // Meanwhile another server takes the port: the page asks it, and does not tell it the token.
  const heard = [], thief = createServer((request, answer) => { heard.push(request); answer.writeHead(404).end() })
  thief.on('upgrade', (request, socket) => { heard.push(request); socket.destroy() })
  await new Promise(done => thief.listen(Number(port), '127.0.0.1', done))
  ends.push(() => thief.close())
  await page.getByRole('button', { name: 'try again' }).click()
  const elsewhere = await start('--port', '0'), token = new URL(again).hash.slice('#token='.length)
  assert.notEqual(new URL(elsewhere).port, port)
  assert(heard.length > 0 && token.length > 20)
  assert(!heard.some(r => JSON.stringify([r.url, r.headers]).includes(token)), 'another server receives the token')
  await page.getByLabel('Paste the new address').fill(elsewhere)
  await button('go there').click()
  await page.waitForURL(`http://127.0.0.1:${new URL(elsewhere).port}/**`)
  await page.locator('.cm-content').getByText('and once more').waitFor()
  await ready()
  did('a page without its program says so, keeps what is typed, and goes on')
}

try {
  const url = await address()
  const opened = performance.now()
  page.on('request', r => { if (!['data:', 'blob:', 'file:'].includes(new URL(r.url()).protocol) && new URL(r.url()).origin !== new URL(url).origin) complaints.push(`loads ${r.url()}`) })
  await page.goto(url)
  await ready()
  await check(1, 1)
  console.log(`first verdicts ${((performance.now() - opened) / 1000).toFixed(1)} s after opening`)
  await picture('first')
  did('the page opens, and decides its first model')

  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('SPEC F lmap-lit;')
  await page.locator('.diagnostics').getByText('did you mean `lamp`').waitFor()
  await page.locator('.cm-lintRange-error').first().waitFor()
  await button('1 error').waitFor()
  assert(await button('check all').isDisabled())
  await picture('error')
  for (let i = 0; i < 'lmap-lit;'.length; i++) await page.keyboard.press('Backspace')
  await page.keyboard.type('lamp-l')
  // Not the list for the first letters, which may still be there.
  await page.locator('.cm-tooltip-autocomplete').filter({ hasText: 'light' }).filter({ hasText: 'lit' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.type('it;')
  await page.keyboard.press('Escape')
  await button('0 errors').waitFor()
  did('an error is marked and mended, names are completed')

  // The verdicts come while typing, beside the properties. That of a property that is edited is greyed until it is decided: one with an
  // error stays so.
  const hints = page.locator('.hint')
  await page.locator('.editor:not(.stale) .hint').nth(2).waitFor()
  assert.deepEqual((await hints.allInnerTexts()).map(t => t.slice(0, 1)).sort(), ['✓', '✓', '✗'])
  for (let i = 0; i < 'it;'.length; i++) await page.keyboard.press('Backspace')
  await page.locator('.editor:not(.stale) .hint.stale').waitFor()
  assert.equal(await page.locator('.hint:not(.stale)').count(), 2)
  await page.keyboard.type('it;')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => { // by one look, since the page changes meanwhile
    const hints = [...document.querySelector('.editor').shadowRoot.querySelectorAll('.hint')]
    return hints.length === 3 && hints.every(h => !h.classList.contains('stale'))
  })
  did('verdicts come while typing')

  await example('Resource allocation, as in the paper')
  const started = performance.now()
  const decided = page.waitForFunction(() => document.querySelectorAll('li.holds, li.violated').length === 8).then(() => performance.now() - started)
  await check(7, 1)
  console.log(`p000: all verdicts after ${(await decided / 1000).toFixed(2)} s, with warnings ${((performance.now() - started) / 1000).toFixed(2)} s`)
  assert.match(await page.locator('.properties').innerText(), /306 reachable states, 1 of them deadlocks/)
  await picture('properties')
  did('the system of the paper has its verdicts')

  await button('show why').click()
  await page.locator('.sequence').waitFor()
  const states = Number((await place()).match(/of (\d+)/)[1])
  assert(states > 3)
  assert.equal(await page.locator('.automaton').count(), 3)
  assert.equal(await page.locator('.network .agent').count(), 7)
  const seen = new Set()
  for (let i = 0; i <= states; i++) {
    assert.equal(await place(), `state ${i} of ${states}`)
    seen.add(await page.locator('.network').getAttribute('aria-label') + await page.locator('.automaton svg').first().getAttribute('aria-label'))
    if (i === 3) await picture('run')
    if (i > 0) assert(await page.locator('.values tbody tr').count() > 0)
    await page.keyboard.press('ArrowRight')
  }
  assert(seen.size > 3, 'the views follow the run')
  await page.keyboard.press('Home')
  assert.match(await page.locator('p.told').innerText(), /^still owed: the property itself/)
  assert.match(await page.locator('.causes').innerText(), /MSG = request/)
  await page.locator('.statuses summary').click()
  assert.equal(await page.locator('.statuses .strip').count(), 8)
  await page.keyboard.press('End')
  assert.match(await page.locator('p.told').innerText(), /^violated/)
  await page.keyboard.press('Home')
  await page.locator('.statuses summary').click()
  // The step that loses the property has the same number wherever it is told, that of the command line.
  await page.getByRole('button', { name: 'lost in step 3', exact: true }).click()
  assert.equal(await place(), `state 3 of ${states}`)
  assert.match(await page.locator('.causes button').last().innerText(), /^3: /)
  assert.match(await page.locator('.sequence .row.lost').getAttribute('aria-label'), /^step 3: /)
  assert.equal(await page.locator('.sequence .row.over').count(), states - 3 + (await page.locator('.sequence .loop').count() ? 1 : 0) - 1)
  const download = page.waitForEvent('download')
  await button('download').click()
  assert((JSON.parse(readFileSync(await (await download).path(), 'utf8'))).steps.length === states + 1)
  did('the counterexample is stepped through in all views')

  await button('simulate from here').click()
  await page.locator('.steps').waitFor()
  await button('simulate').click()
  await page.waitForFunction(() => document.querySelector('.place')?.textContent === 'state 0 of 0')
  for (let i = 1; i <= 10; i++) {
    if (i === 1) await page.keyboard.press('1')
    else await page.locator('.steps ol button').first().click()
    await page.waitForFunction(n => document.querySelector('.place').textContent === `state ${n} of ${n}`, i)
  }
  await picture('simulation')
  await button('back').click()
  await page.waitForFunction(() => document.querySelector('.place').textContent === 'state 9 of 9')
  await page.getByLabel('condition to go to').fill('client2-mLink != empty')
  await button('go to').click()
  await page.waitForFunction(() => !document.querySelector('.place').textContent.startsWith('state 9'))
  await page.getByLabel('condition to go to').fill('nobody-mLink != empty')
  await button('go to').click()
  await page.locator('.right .message').waitFor()
  did('ten steps are simulated, one is undone, a condition is reached')

  // Runs that violate a property with other commands.
  await example('Resource allocation, as in the paper')
  await replace(readFileSync(new URL('../../../../../../bench/models/commit.rcp', import.meta.url), 'utf8'))
  await ready()
  await button('check all').click()
  await page.locator('li.violated').first().waitFor()
  await button('check all').waitFor()
  const calms = page.locator('.properties > ul > li').filter({ has: page.getByRole('button', { name: 'calms_down', exact: true }) })
  await calms.getByRole('button', { name: 'look for other runs' }).click()
  await calms.getByRole('button', { name: 'show run 3' }).click()
  await page.locator('.sequence').waitFor()
  await example('Knowledge: a card game in ISPL')
  await replace(readFileSync(new URL('../../../../../../bench/models/ispl/robot.ispl', import.meta.url), 'utf8'))
  await ready()
  await button('check all').click()
  await page.locator('li.violated').first().waitFor()
  await button('check all').waitFor()
  const stops = page.locator('.properties > ul > li.violated').first()
  await stops.getByRole('button', { name: 'look for other runs' }).click()
  await stops.getByText('without Environment left', { exact: true }).waitFor()
  await stops.getByRole('button', { name: 'show run 2' }).click()
  await page.locator('.sequence .acts').first().waitFor()
  await example('Resource allocation, as in the paper')
  await check(7, 1)
  did('other runs that violate a property are found, also in ISPL')

  // Many random runs: counts for each property, what they lack, and a run that violates a property one click away.
  await button('random runs').click()
  await page.getByLabel('runs', { exact: true }).fill('300')
  await button('take random runs').click()
  await page.getByText(/^300 random runs: [\d,]+ steps, /).waitFor()
  assert.equal(await page.locator('.sampled > ul > li').count(), 8)
  await picture('random-runs')
  const violated = page.locator('.sampled li.violated')
  assert.equal(await violated.count(), 1)
  assert.match(await violated.innerText(), /[1-9]\d* violate it, 0 satisfy it, \d+ are open/)
  await violated.getByRole('button', { name: /^show run \d+$/ }).click()
  await page.locator('.sequence').waitFor()
  assert.match(await page.locator('h2').innerText(), /: a run that violates it$/)
  await button('random runs').click()
  await page.getByText(/^300 random runs: /).waitFor()
  await page.getByLabel('runs', { exact: true }).fill('20000')
  await button('take random runs').click()
  await page.locator('.running').getByText('of 20,000 runs').waitFor()
  await button('stop').click()
  await page.getByText(/^Stopped after \d+ of 20000 runs\.$/).waitFor()
  assert(await page.locator('.sampled > ul > li').count() === 8)
  did('random runs are compared with the properties, and can be stopped')

  // What agents cannot tell apart stands side by side in the views, and a simulation tells what a strategy does.
  await example('Knowledge, duties, strategies: a jammed radio')
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('SPEC NAME sure := AG (leader-told & robot[1]-busy -> K(leader, robot[1]-busy));\nSPEC NAME forced := can({leader, scheduler}, F robot[1]-busy);')
  await ready()
  await check(10, 9)
  const property = name => page.locator('.properties > ul > li').filter({ has: page.getByRole('button', { name, exact: true }) })
  await property('sure').getByRole('button', { name: 'show why' }).click()
  await page.locator('p.said.beside').getByText('leader cannot tell this state from the one in violet').waitFor()
  const differs = await page.locator('.values td.beside').count()
  assert(differs > 0)
  await picture('alternatives')
  await page.getByRole('button', { name: 'what leader cannot tell from it' }).click()
  assert.equal(await page.locator('.values td.beside').count(), differs)
  await button('properties').click()
  await property('forced').getByRole('button', { name: 'show why' }).click()
  await button('simulate with the answer').click()
  await page.locator('.steps li.does').first().waitFor()
  assert(await page.locator('.steps li.avoids').count() > 0)
  await picture('strategy')
  await page.locator('.steps li.does button').first().click()
  await page.waitForFunction(() => document.querySelector('.place').textContent === 'state 1 of 1')
  did('what agents cannot tell apart, and what a strategy does, are seen in the views')

  await context.grantPermissions(['clipboard-write'])
  await example('Multicast: channels learnt at run time')
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('// shared é⋆\n')
  await ready()
  await button('share').click()
  await page.locator('.right .message').waitFor()
  const shared = page.url(), before = await text()
  assert.match(shared, /#m=[\w-]+$/)
  await page.evaluate(() => { for (const k of Object.keys(localStorage)) if (k !== 'token') localStorage.removeItem(k); sessionStorage.clear() })
  await page.goto('about:blank')
  await page.goto(shared)
  await ready()
  assert.equal(await text(), before)
  await page.reload()
  await ready()
  assert.equal(await text(), before)
  did('a model is shared by its address, and is there after a reload')

  // What a hostile model says is text, wherever it is shown.
  await page.evaluate(() => history.replaceState(null, '', location.pathname))
  await replace(`// <img src=x onerror="alert(1)"> <script>alert(2)</script> [x](javascript:alert(3))
const N = 1;
agent A
    local: x : bool
    repeat: ( {x | N = 1} *! true [x := !x] )
system = A(a, true)
SPEC NAME n := F (a-x & "<b>");
`)
  await button('1 error').waitFor()
  await page.locator('.cm-content').getByText('const').first().hover()
  await page.locator('.cm-line', { hasText: 'const N' }).getByText('N', { exact: false }).first().hover()
  await page.waitForTimeout(600)
  assert.equal(await page.locator('img').count(), 0)
  assert.equal(await page.locator('a[href^=javascript]').count(), 0)
  did('a hostile model is text')

  await page.emulateMedia({ colorScheme: 'dark' })
  await example('Resource allocation, as in the paper')
  await check(7, 1)
  await button('show why').click()
  await page.locator('.sequence').waitFor()
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight')
  await picture('dark')

  // A check that takes long can be stopped, and the page goes on.
  await example('Resource allocation, of any size')
  const big = readFileSync(new URL('../../../../../../bench/models/allocation.rcp', import.meta.url), 'utf8')
  await replace(big.replace('const N = 3', 'const N = 14').replace('const M = 3', 'const M = 14'))
  await ready()
  await button('check all').click()
  await button('stop').waitFor()
  await button('stop').click()
  await page.getByText(/^Stopped: \d+ of \d+ properties are decided; not /).waitFor()
  did('a long check is stopped')
  await page.getByLabel('memory of a check, in MB').fill('1')
  await button('check all').click()
  await page.getByText('memory limit').first().waitFor()
  await button('check all').waitFor()
  await picture('memory')
  assert(await page.locator('li.unknown').count() > 0)
  await page.getByLabel('memory of a check, in MB').fill('')
  did('a check keeps to the limit on memory')

  // What only counts agents is offered for all its values.
  await replace(readFileSync(new URL('../../../../../../bench/models/sizes/lock.rcp', import.meta.url), 'utf8'))
  await ready()
  await check(6, 1)
  await button('check for all N').click()
  await page.getByText('for all N >= 1', { exact: true }).first().waitFor()
  await button('check all').waitFor()
  assert.equal(await page.locator('li.violated').count(), 1)
  await page.getByText('at N = 2 (holds at N = 1); write this value in the model to see a run').waitFor()
  await picture('sizes')
  did('properties are decided for all sizes')
  await example('Knowledge: a card game in ISPL')
  await button('check all').click()
  await button('check all').waitFor()
  assert(await page.locator('.properties > ul > li').count() > 0)
  await page.locator('li.violated').getByRole('button', { name: 'show why' }).click()
  await page.locator('.words summary').click()
  await page.locator('.why').first().waitFor()
  await picture('why')
  await button('properties').click()
  await page.locator('li.holds').getByRole('button', { name: 'show an example' }).click()
  await page.locator('.sequence .acts').first().waitFor()
  await page.keyboard.press('ArrowRight')
  assert.match(await page.locator('.protocols .lit').first().innerText(), /^to\d$/)
  assert(await page.locator('.values tbody tr').count() > 0)
  await picture('ispl')
  await button('simulate').click()
  for (let i = 1; i <= 3; i++) {
    await page.locator('.steps ol button').first().click()
    await page.waitForFunction(n => document.querySelector('.place').textContent === `state ${n} of ${n}`, i)
  }
  await button('10 at random').click()
  await page.waitForFunction(() => document.querySelector('.place').textContent === 'state 13 of 13')
  await button('back to state 3').click()
  await page.waitForFunction(() => document.querySelector('.place').textContent === 'state 3 of 3')
  await page.getByLabel('condition to go to').fill('Environment.round = 2')
  await button('go to').click()
  await page.waitForFunction(() => document.querySelector('.place').textContent === 'state 6 of 6')
  await button('random runs').click()
  await button('take random runs').click()
  await page.getByText(/^100 random runs: /).waitFor()
  assert.equal(await page.locator('.sampled > ul > li').count(), 4)
  await page.getByText(/actions and lines executed$/).waitFor()
  did('a model in ISPL is checked, shown and simulated')

  if (mode === 'serve') {
    await written()
    await simulated()
  } else await early(url)

  assert.deepEqual(complaints.filter(c => !/404|status of 4/.test(c)), [])
  if (mode === 'serve') await left(url)
  console.log('all is well')
} catch (e) {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${mode}-failed.png`) })
  console.error(e, complaints)
  process.exitCode = 1
} finally {
  for (const end of ends.reverse()) await end()
}
