// Random sequences of edits, reloads, links, restarts and ports, in one or more tabs of a headless Chromium: whatever was typed must be in the
// history of the page, or in the editor of a tab, in the end. `node test/kept.mjs PROGRAM [SEQUENCES [SEED]]`; a failure prints the seed of
// its sequence and what was done.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { chromium } from 'playwright-core'

const [program, sequences = '3', first = '1'] = process.argv.slice(2)
assert(program, 'usage: node test/kept.mjs PROGRAM [SEQUENCES [SEED]]')
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
// The first port of this process: others may run at the same time.
const actions = 18, doubt = 20_000, home = 20_000 + process.pid % 300 * 100

function random(seed) { // mulberry32
  return () => {
    seed = seed + 0x6d2b79f5 | 0
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed)
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32
  }
}

const link = text => 'm=' + deflateRawSync(JSON.stringify({ name: 'sent.rcp', text })).toString('base64url')

/** The whole text of an editor: only a part of it stands in the document. */
const textOf = tab => tab.evaluate(() => {
  const content = document.querySelector('.editor').shadowRoot.querySelector('.cm-content')
  return (content.cmTile?.root?.view ?? content.cmTile?.view ?? content.cmView?.view).state.doc.toString()
})

async function sequence(seed) {
  const next = random(seed), below = n => Math.floor(next() * n), pick = list => list[below(list.length)]
  const folder = mkdtempSync(join(tmpdir(), 'kept-')), model = join(folder, 'model.rcp'), log = [], typed = [], complaints = []
  writeFileSync(model, '// the file\n')
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
  await context.addInitScript(() => { navigator.clipboard.writeText = () => Promise.resolve() })
  let servers = [], tabs = [], ports = new Set(), links = 0
  const start = (port, file) => new Promise(done => { // undefined if somebody else has the port
    const child = spawn(program, ['serve', '--history', join(folder, 'history'), '--port', String(port), ...file], { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.on('data', d => done({ child, address: String(d).trim() }))
    child.on('exit', () => done(undefined))
  })
  const serve = async port => {
    const file = next() < 0.5 ? [model] : []
    let started
    for (let i = 0; i < 60 && !(started = await start(port, file)); i++) await new Promise(done => setTimeout(done, 500))
    assert(started, `port ${port} is taken`)
    const { child, address } = started
    const server = { child, address, port: Number(new URL(address).port) }
    ports.add(server.port)
    servers.push(server)
    return server
  }
  const free = () => [0, 1, 2].map(k => home + k).find(p => !servers.some(s => s.port === p))
  const kill = server => new Promise(done => {
    servers = servers.filter(s => s !== server)
    server.child.on('exit', done)
    server.child.kill('SIGKILL')
  })
  const ready = tab => tab.locator('.cm-content[contenteditable=true]').waitFor({ timeout: doubt })
  const visit = async (address, tab) => {
    if (!tab) {
      tab = await context.newPage()
      tab.setDefaultTimeout(doubt)
      tab.on('pageerror', e => complaints.push(String(e)))
      tab.on('console', m => { if (/content security policy/i.test(m.text())) complaints.push(m.text()) })
      tabs.push(tab)
    }
    await tab.goto(address)
    await ready(tab)
    return tab
  }
  const alive = tab => servers.some(s => tab.url().startsWith(new URL(s.address).origin + '/'))
  const type = async tab => {
    const marker = `k${seed}x${typed.length}x${'abcdefgh'.slice(below(8))}`
    await tab.locator('.cm-content').click({ position: { x: 5, y: 5 } })
    await tab.keyboard.press(pick(['Control+Home', 'Control+End', 'End', 'ArrowDown']))
    if (next() < 0.3) await tab.keyboard.press('Control+a')
    if (next() < 0.5) await tab.keyboard.type(`\n// ${marker}\n`)
    else await tab.keyboard.insertText(`\n// ${marker}\n`)
    typed.push(marker)
    return marker
  }
  const did = {
    type, again: type, more: type, other: type, further: type, moreover: type,
    reload: async tab => { if (alive(tab)) { await tab.reload(); await ready(tab) } },
    example: async tab => { await tab.getByLabel('examples').selectOption({ index: 1 + below(4) }) },
    link: async tab => { await tab.evaluate(h => { location.hash = h }, link(`// link ${++links}\n`)) },
    share: async tab => { await tab.getByRole('button', { name: 'share', exact: true }).click() },
    open: async tab => { await tab.getByLabel('open a file').setInputFiles({ name: `open${below(2)}.rcp`, mimeType: 'text/plain', buffer: Buffer.from('// opened\n') }) },
    undo: async tab => {
      await tab.locator('.cm-content').click({ position: { x: 5, y: 5 } })
      for (let i = below(4); i >= 0; i--) await tab.keyboard.press(pick(['Control+z', 'Control+z', 'Control+y']))
    },
    history: async tab => {
      await tab.getByRole('button', { name: 'history', exact: true }).click()
      const back = tab.getByRole('button', { name: /^bring back / })
      await tab.waitForTimeout(100)
      const n = await back.count()
      if (n > 0) { const b = back.nth(below(n)); if (await b.isEnabled()) await b.click() }
    },
    disk: async () => { writeFileSync(model, `// the file, changed ${below(1000)}\n`) },
    tab: async () => { if (servers.length) await visit(pick(servers).address) },
    same: async tab => { if (servers.length) await visit(pick(servers).address, tab) },
    close: async tab => {
      if (tabs.length < 2) return
      await tab.close({ runBeforeUnload: false })
      tabs = tabs.filter(t => t !== tab)
    },
    kill: async () => { if (servers.length) await kill(pick(servers)) },
    restart: async tab => { // on the port of the tab, where the tab goes on once the new address is opened
      const port = Number(new URL(tab.url()).port)
      if (alive(tab)) await kill(servers.find(s => s.port === port))
      await visit((await serve(port)).address)
    },
    elsewhere: async tab => { // on another port, to which the tab takes its text along
      if (alive(tab)) await kill(servers.find(s => s.port === Number(new URL(tab.url()).port)))
      const { address } = await serve(home + 10 + below(80))
      await tab.locator('.message.lost').waitFor()
      if (next() < 0.5) await type(tab)
      await tab.getByLabel('Paste the new address').fill(address)
      await tab.getByRole('button', { name: 'go there' }).click()
      await tab.waitForURL(`${new URL(address).origin}/**`)
      await ready(tab)
    },
    second: async () => { if (servers.length < 2) await visit((await serve(free())).address) },
  }
  try {
    await visit((await serve(free())).address)
    for (let i = 0; i < actions; i++) {
      const what = pick(Object.keys(did)), tab = pick(tabs)
      log.push(`${what} in ${tab.url().slice(0, 60)}`)
      const said = await did[what](tab)
      if (typeof said === 'string') log.push(`  ${said}`)
      if (next() < 0.3) await tabs[0].waitForTimeout(below(400))
    }
    // What the tabs show, and then what a page says that was kept: the last one after each port had a program again.
    let found = ''
    for (const tab of tabs) found += await textOf(tab) + '\n'
    for (const tab of tabs) await tab.close({ runBeforeUnload: false })
    tabs = []
    let tab
    for (const port of ports) {
      const server = servers.find(s => s.port === port) ?? await serve(port)
      tab = await visit(server.address)
      await tab.waitForFunction(() => Object.keys(localStorage).every(k => { const v = k.startsWith('version:') && JSON.parse(localStorage[k]); return !v || v.saved === v.changed }))
    }
    await tab.getByRole('button', { name: 'history', exact: true }).click()
    await tab.getByText('What was typed before').waitFor()
    await tab.waitForFunction(() => document.querySelectorAll('.versions li').length > 0 || document.body.innerText.includes('Nothing was typed'))
    const versions = await tab.evaluate(async () => {
      for (const d of document.querySelectorAll('.versions details')) d.open = true
      const full = () => [...document.querySelectorAll('.versions pre')].every(p => p.textContent)
      for (let i = 0; i < 200 && !full(); i++) await new Promise(done => setTimeout(done, 50))
      return [...document.querySelectorAll('.versions pre')].map(p => p.textContent).join('\n')
    })
    const lost = typed.filter(m => !versions.includes(m)), nowhere = lost.filter(m => !found.includes(m))
    assert.deepEqual(nowhere, [], 'typed, and gone')
    assert.deepEqual(lost, [], 'typed, and not in the history')
    assert.deepEqual(complaints, [])
    return typed.reduce((n, m) => n + m.length + 5, 0)
  } catch (e) {
    console.error(`seed ${seed} fails:\n${log.join('\n')}`)
    if (process.env.SCREENSHOTS && tabs[0]) await tabs[0].screenshot({ path: join(process.env.SCREENSHOTS, `kept-${seed}.png`) })
    throw e
  } finally {
    await context.close()
    for (const s of servers) await kill(s)
    rmSync(folder, { recursive: true })
  }
}

let characters = 0, failed = 0
for (let i = 0; i < Number(sequences); i++) {
  try { characters += await sequence(Number(first) + i) } catch (e) { console.error(e); failed++ }
}
await browser.close()
if (failed) process.exitCode = 1
console.log(`${sequences} sequences, ${characters} typed characters: ${failed ? `${failed} sequences fail` : 'none is lost'}`)
