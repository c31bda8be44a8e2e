// Whole sessions in a headless Chromium: `node test/session.mjs PROGRAM`. By the keyboard alone; undo and history across reloads, links,
// opened files, examples and ports; two tabs with one file; two servers with one history.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const [program] = process.argv.slice(2)
assert(program, 'usage: node test/session.mjs PROGRAM')
const folder = mkdtempSync(join(tmpdir(), 'session-')), ends = [() => rmSync(folder, { recursive: true })], complaints = []

/** Starts the program. */
async function serve(...args) {
  const child = spawn(program, ['serve', '--history', join(folder, 'history'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  ends.push(() => child.kill())
  const address = await new Promise((done, fail) => {
    child.stdout.on('data', d => done(String(d).trim()))
    child.on('exit', code => fail(new Error(`the program ended: ${code}`)))
  })
  return { address, stop: () => new Promise(done => { child.on('exit', done); child.kill() }) }
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
ends.push(() => browser.close())

async function open(context, address) {
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', e => complaints.push(String(e)))
  page.on('console', m => { if ((m.type() === 'error' || /content security policy/i.test(m.text())) && !/ERR_CONNECTION/.test(m.text())) complaints.push(m.text()) })
  await page.goto(address)
  await ready(page)
  return page
}

const ready = page => page.locator('.cm-content[contenteditable=true]').waitFor()
const textOf = page => page.evaluate(() => {
  const content = document.querySelector('.editor').shadowRoot.querySelector('.cm-content')
  return (content.cmTile?.root?.view ?? content.cmTile?.view ?? content.cmView?.view).state.doc.toString()
})
const shows = (page, part) => page.waitForFunction(part => {
  const content = document.querySelector('.editor').shadowRoot.querySelector('.cm-content')
  return (content.cmTile?.root?.view ?? content.cmTile?.view ?? content.cmView?.view).state.doc.toString().includes(part)
}, part)
const enter = async (page, text) => {
  await page.locator('.cm-content').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText(text)
}
const undo = async page => { await page.locator('.cm-content').click({ position: { x: 5, y: 5 } }); await page.keyboard.press('Control+z') }

/** What has the focus: its name, and whether that can be seen. */
const focus = page => page.evaluate(() => {
  let e = document.activeElement
  while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement
  const style = getComputedStyle(e), box = e.getBoundingClientRect()
  const label = e.labels?.[0]?.innerText ?? ''
  return {
    name: (e.getAttribute('aria-label') || e.innerText?.trim() || label).split('\n')[0], tag: e.tagName,
    seen: e === document.body || e.classList.contains('cm-content') || style.outlineStyle !== 'none' && box.width > 0,
  }
})

/** Presses Tab until something has the focus; what is passed must show that it has it. */
async function tab(page, name, key = 'Tab') {
  const passed = []
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press(key)
    const at = await focus(page)
    assert(at.seen, `the focus on ${at.tag} ${at.name} cannot be seen`)
    if (name instanceof RegExp ? name.test(at.name) : at.name === name) return passed
    passed.push(at.name)
  }
  assert.fail(`no Tab leads to ${name}: ${passed.join(', ')}`)
}

async function byKeyboard() {
  const { address } = await serve('--port', '0')
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } }), page = await open(context, address), key = k => page.keyboard.press(k)
  const at = n => page.waitForFunction(n => document.querySelector('.place')?.textContent === `state ${n}`, n)
  await tab(page, 'examples')
  await page.keyboard.type('First')
  await key('Enter')
  const passed = await tab(page, 'the model')
  for (const name of ['save', 'history', 'share', 'lay out', 'help']) assert(passed.includes(name), `Tab passes ${name} by`)
  await key('Control+End')
  await page.keyboard.type('SPEC NAME dark := G !lamp-l')
  for (let i = 0; !(await textOf(page)).includes('!lamp-li'); i++) { // a list that has just come takes no Enter
    assert(i < 20, 'nothing is completed')
    if (i > 0) await key('Control+z'), await key('Control+Space')
    await page.locator('.cm-tooltip-autocomplete').filter({ hasText: 'lit' }).waitFor()
    await page.waitForTimeout(150)
    await key('Enter')
  }
  await page.keyboard.type(';')
  await key('Escape') // of the list, if it is there
  await page.waitForFunction(() => [...document.querySelectorAll('nav button.go')].some(b => !b.disabled))
  await key('Control+Enter')
  await page.locator('.properties > ul > li').nth(2).waitFor()
  await page.locator('nav button.go').waitFor()
  await key('Escape')
  await tab(page, 'show why')
  await key('Enter')
  await page.locator('.sequence').waitFor()
  assert.match((await focus(page)).name, /a run that violates it/)
  await key('Home')
  await page.waitForFunction(() => /^state 0 of [1-9]/.test(document.querySelector('.place').textContent))
  const last = Number(/\d+$/.exec(await page.locator('.place').innerText())[0])
  await key('ArrowRight')
  await at(`1 of ${last}`)
  await key('End')
  await at(`${last} of ${last}`)
  await tab(page, 'simulate', 'Shift+Tab')
  await key('Enter')
  await page.locator('.steps ol button').first().waitFor()
  await page.waitForFunction(() => document.activeElement?.classList.contains('run'))
  await key('1')
  await at('1 of 1')
  await key('1')
  await at('2 of 2')
  await key('Backspace')
  await at('1 of 1')
  await tab(page, 'condition to go to')
  await page.keyboard.type('lamp-lit')
  await key('Enter')
  await page.waitForFunction(() => document.querySelector('.place')?.textContent !== 'state 1 of 1' || document.querySelector('.right .message'))
  await tab(page, 'help', 'Shift+Tab')
  await key('Enter')
  await page.locator('.help').waitFor()
  await tab(page, 'history', 'Shift+Tab')
  await key('Enter')
  await page.locator('.versions li').first().waitFor()
  await tab(page, 'the model')
  await key('Control+a')
  await key('Delete')
  await key('Escape')
  await tab(page, /^bring back first.rcp/)
  await key('Enter')
  await shows(page, 'SPEC NAME dark')
  // Help says how Tab leaves the editor, and Shift-Tab leaves it, too.
  await tab(page, 'the model', 'Shift+Tab')
  await key('Escape')
  await key('Shift+Tab')
  assert.notEqual((await focus(page)).name, 'the model')
  await context.close()
  console.log('a whole session by the keyboard alone')
}

async function undone() {
  const server = await serve('--port', '0'), context = await browser.newContext()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await open(context, server.address)
  await enter(page, '// mine 1\n')
  await page.getByLabel('examples').selectOption({ label: 'Broadcast: to whoever is interested' })
  await page.getByText(/^Your text of .* is kept/).waitFor()
  assert(!(await textOf(page)).includes('mine 1'))
  await undo(page)
  await shows(page, '// mine 1') // across an example
  await page.reload()
  await ready(page)
  assert.match(await textOf(page), /mine 1/)
  await undo(page) // across a reload
  await page.waitForFunction(() => !document.querySelector('.editor').shadowRoot.querySelector('.cm-content').innerText.includes('mine 1'))
  await page.keyboard.press('Control+y')
  await shows(page, '// mine 1')
  await page.getByLabel('open a file').setInputFiles({ name: 'other.rcp', mimeType: 'text/plain', buffer: Buffer.from('// opened\n') })
  await shows(page, '// opened')
  await undo(page)
  await shows(page, '// mine 1') // across a file that was opened
  await page.getByRole('button', { name: 'share', exact: true }).click()
  await page.waitForFunction(() => location.hash.startsWith('#m='))
  const link = new URL(page.url()).hash
  await enter(page, '// mine 2\n')
  await page.evaluate(h => { location.hash = h }, link)
  await page.waitForFunction(() => !document.querySelector('.editor').shadowRoot.querySelector('.cm-content').innerText.includes('mine 2'))
  await undo(page)
  await shows(page, '// mine 2') // across a link
  const kept = await textOf(page)
  await server.stop()
  await page.locator('.message.lost').waitFor()
  await enter(page, '// mine 3, with no program\n')
  const again = await serve('--port', '0')
  await page.getByLabel('Paste the new address').fill(again.address)
  await page.getByRole('button', { name: 'go there' }).click()
  await page.waitForURL(`${new URL(again.address).origin}/**`)
  await ready(page)
  await shows(page, '// mine 3, with no program') // on another port
  await page.waitForFunction(() => Object.keys(localStorage).filter(k => k.startsWith('version:')).length >= 0)
  await page.getByRole('button', { name: 'history', exact: true }).click()
  await page.locator('.versions li').first().waitFor()
  await page.locator('.versions li').nth(1).getByText('look at it').click()
  await page.waitForFunction(() => document.querySelectorAll('.versions pre')[1].textContent.length > 0)
  assert((await textOf(page)).endsWith(kept.slice(kept.indexOf('// mine 1'))))
  await context.close()
  console.log('undo and history go across examples, reloads, files, links and ports')
}

async function twoTabs() {
  const file = join(folder, 'shared.rcp')
  writeFileSync(file, '// the file\n')
  const { address } = await serve('--port', '0', file), context = await browser.newContext()
  const one = await open(context, address), two = await open(context, address)
  await enter(one, '// in tab one\n')
  await enter(two, '// in tab two\n')
  assert(!(await textOf(one)).includes('tab two'))
  await one.reload()
  await ready(one)
  await shows(one, '// in tab one') // each tab has its own text
  assert(!(await textOf(one)).includes('tab two'))
  await one.getByRole('button', { name: 'write to shared.rcp' }).click()
  await one.getByText('Written to').waitFor()
  assert.equal(readFileSync(file, 'utf8'), '// in tab one\n// the file\n')
  // The other one does not write over it unasked.
  await two.getByText('has changed on disk, and your text is another one').waitFor()
  await two.locator('.cm-content').click()
  await two.keyboard.press('Control+s')
  await two.waitForTimeout(300)
  assert.equal(readFileSync(file, 'utf8'), '// in tab one\n// the file\n')
  await two.getByRole('button', { name: 'write mine over it' }).click()
  await one.getByText('has changed on disk, and is shown as it is now').waitFor()
  assert.equal(readFileSync(file, 'utf8'), '// in tab two\n// the file\n')
  await undo(one)
  await shows(one, '// in tab one') // what was shown before
  for (const page of [one, two]) {
    await page.getByRole('button', { name: 'history', exact: true }).click()
    await page.waitForFunction(() => document.querySelectorAll('.versions li').length >= 2)
  }
  await context.close()
  console.log('two tabs keep their texts, and neither writes over the other unasked')
}

async function twoServers() {
  const files = ['a.rcp', 'b.rcp'].map(f => join(folder, f))
  files.forEach((f, i) => writeFileSync(f, `// file ${i}\n`))
  const [first, second] = [await serve('--port', '0', files[0]), await serve('--port', '0', files[1])]
  const context = await browser.newContext()
  const one = await open(context, first.address), two = await open(context, second.address)
  await shows(one, '// file 0'), await shows(two, '// file 1')
  await enter(one, '// typed at the first\n')
  await one.waitForFunction(() => Object.keys(localStorage).every(k => { const v = k.startsWith('version:') && JSON.parse(localStorage[k]); return !v || v.saved === v.changed }))
  await two.getByRole('button', { name: 'history', exact: true }).click()
  await two.locator('.versions li', { hasText: 'a.rcp' }).getByRole('button', { name: /^bring back/ }).first().click()
  await shows(two, '// typed at the first') // one history
  await undo(two)
  await shows(two, '// file 1')
  // A text of one file is never written to that of the other server.
  await two.keyboard.press('Control+y')
  await shows(two, '// typed at the first')
  await two.keyboard.press('Control+s')
  await two.waitForTimeout(300)
  assert.equal(readFileSync(files[1], 'utf8'), '// file 1\n')
  await first.stop()
  await one.locator('.message.lost').waitFor()
  assert.equal(await two.locator('.message.lost').count(), 0) // the other one goes on
  await two.getByLabel('examples').selectOption('given')
  await shows(two, '// file 1')
  await context.close()
  console.log('two servers have one history, and each its own file')
}

// Formulas are watched along a counterexample and a simulation, in both languages.
async function watched() {
  const { address } = await serve('--port', '0'), context = await browser.newContext({ viewport: { width: 1280, height: 900 } }), page = await open(context, address)
  const kinds = row => page.locator('.watch tbody tr').nth(row).locator('.strip rect:not(.now)').evaluateAll(all => all.map(r => [r.getAttribute('class').split(' ')[0], Number(r.getAttribute('width'))]))
  const watch = async (text, row) => { await page.getByLabel('formula to watch').fill(text); await page.keyboard.press('Enter'); await page.locator('.watch tbody tr').nth(row).waitFor() }
  const spread = list => list.flatMap(([kind, n]) => Array(n).fill(kind))
  const check = async () => { await page.locator('nav button.go').click(); await page.locator('.properties > ul > li').getByRole('button', { name: 'show why' }).first().click(); await page.locator('.watch').waitFor() }
  await page.getByLabel('examples').selectOption({ label: 'First steps: a lamp and a switch' })
  await page.waitForFunction(() => [...document.querySelectorAll('nav button.go')].some(b => !b.disabled))
  await check()
  await page.locator('.watch summary').click()
  await watch('lamp-lit', 0)
  await watch('F lamp-lit', 1)
  await watch('lamp-lid', 2)
  await page.locator('.watch td.bad').getByText('lamp').waitFor()
  await page.getByRole('button', { name: 'watch lamp-lid no more' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.watch tbody tr').length === 2)
  // The value of the lamp in each state says the same.
  const lit = spread(await kinds(0)), seen = []
  await page.getByText('all, not only what changed').click()
  await page.locator('.run').focus()
  for (let i = 0; i < lit.length; i++) {
    await page.keyboard.press(i === 0 ? 'Home' : 'ArrowRight')
    await page.waitForFunction(i => document.querySelector('.place').textContent.startsWith(`state ${i} `), i)
    seen.push(await page.locator('.view .values tr', { hasText: 'lit' }).getByText('true', { exact: true }).count() ? 'good' : 'bad')
  }
  assert.deepEqual(lit, seen)
  assert(lit.includes('good') && lit.includes('bad'))
  assert(spread(await kinds(1)).every(k => k === 'good'), 'the lamp is lit again and again')
  await page.getByRole('button', { name: 'simulate', exact: true }).first().click()
  await page.locator('.steps ol button').first().waitFor()
  await page.keyboard.press('1')
  await page.waitForFunction(() => document.querySelectorAll('.watch tbody tr').length === 2 && document.querySelector('.place').textContent === 'state 1 of 1')
  await page.waitForFunction(() => [...document.querySelectorAll('.watch tbody tr')].every(r => /true here|false here|depends on what follows/.test(r.textContent)))
  await page.getByLabel('examples').selectOption({ label: 'Knowledge: a card game in ISPL' })
  await page.waitForFunction(() => [...document.querySelectorAll('nav button.go')].some(b => !b.disabled))
  await page.getByRole('button', { name: 'simulate', exact: true }).first().click()
  await page.locator('.steps ol button').first().waitFor()
  await page.locator('.watch td.bad').nth(1).waitFor() // those of the lamp have no meaning here
  await watch('Environment.round = 1', 2)
  await page.locator('.watch tbody tr').nth(2).getByText(/(true|false) here/).waitFor()
  await context.close()
  console.log('formulas are watched along runs')
}

try {
  for (const part of [byKeyboard, watched, undone, twoTabs, twoServers]) await part()
  assert.deepEqual(complaints, [])
} catch (e) {
  console.error(e, complaints)
  if (process.env.SCREENSHOTS) for (const [i, p] of browser.contexts().flatMap(c => c.pages()).entries()) await p.screenshot({ path: join(process.env.SCREENSHOTS, `session-failed-${i}.png`) })
  process.exitCode = 1
} finally {
  for (const end of ends.reverse()) await end()
}
