// Takes pictures of the page for somebody to look at: `node test/pictures.mjs PROGRAM FOLDER [WORD]`. Three widths, light and dark, 3, 11 and
// 30 agents: verdicts, a counterexample, a simulation, random runs; then strategies, errors, history and help. With WORD only those whose names have it.
// Whatever the width, nothing is cut off: the page is never wider than its window. No error in the console.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const [program, folder, word = ''] = process.argv.slice(2)
assert(folder, 'usage: node test/pictures.mjs PROGRAM FOLDER [WORD]')
const state = mkdtempSync(join(tmpdir(), 'pictures-'))
const server = spawn(program, ['serve', '--history', state], { stdio: ['ignore', 'pipe', 'inherit'] })
const address = await new Promise(done => server.stdout.on('data', d => done(String(d).trim())))
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
const gossip = readFileSync(new URL('../../../../../../bench/models/gossip.rcp', import.meta.url), 'utf8')
const complaints = []
let taken = 0

try {
  for (const width of (process.env.WIDTHS ?? '1400 1280 390').split(' ').map(Number)) for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport: { width, height: width < 500 ? 844 : 900 }, colorScheme })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    page.on('pageerror', e => complaints.push(String(e)))
    page.on('console', m => { if (m.type() === 'error' || /content security policy/i.test(m.text())) complaints.push(m.text()) })
    const picture = async name => {
      const cut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert(cut <= 0, `${name} at ${width}: ${cut} pixels are cut off`)
      const full = `${width}-${colorScheme}-${name}`
      if (!full.includes(word)) return
      await page.screenshot({ path: join(folder, `${full}.png`), fullPage: width < 500 })
      taken++
    }
    const button = name => page.locator(':not(.lenses) > button').filter({ hasText: new RegExp(`^${name}$`) }) // not those of the editor
    const checked = async () => { await page.waitForFunction(() => [...document.querySelectorAll('nav button.go')].some(b => !b.disabled)); await button('check all').click(); await page.waitForFunction(() => document.querySelectorAll('.properties li').length > 0); await button('check all').waitFor() }
    const replace = async text => { await page.locator('.cm-content').click({ position: { x: 5, y: 5 } }); await page.keyboard.press('Control+a'); await page.keyboard.insertText(text); await page.keyboard.press('Control+Home') }
    await page.goto(address)
    await page.locator('.cm-content[contenteditable=true]').waitFor()
    await picture('start')
    for (const n of [3, 11, 30]) {
      await replace(gossip.replace('const N = 4', `const N = ${n}`).replace(/\nSPEC NAME (?!never|bored|hears |spreads|in_town).*/g, ''))
      await checked()
      await picture(`${n}-verdicts`)
      await page.locator('li.violated').getByRole('button', { name: 'show why' }).first().click()
      await page.locator('.sequence').waitFor()
      for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight')
      await picture(`${n}-run`)
      await button('simulate').click()
      await page.locator('.steps ol button').first().waitFor()
      await button('10 at random').click()
      await page.waitForFunction(() => document.querySelector('.place').textContent === 'state 10 of 10')
      await picture(`${n}-simulation`)
      await button('random runs').click()
      await page.getByLabel('runs', { exact: true }).fill('20')
      await button('take random runs').click()
      await page.locator('.sampled > ul > li').first().waitFor()
      await button('check all').waitFor()
      await picture(`${n}-random-runs`)
    }
    await page.getByLabel('examples').selectOption({ label: 'Knowledge, duties, strategies: a jammed radio' })
    await checked()
    await picture('strategies')
    const property = name => page.locator('.properties > ul > li').filter({ has: page.getByRole('button', { name, exact: true }) })
    await property('knows_it').getByRole('button', { name: 'show why' }).click()
    await page.locator('.sequence, .why').first().waitFor()
    await picture('knowledge')
    await button('properties').click()
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('SPEC NAME forced := can({leader, scheduler}, F robot[1]-busy);')
    await checked()
    await property('forced').getByRole('button', { name: /^show/ }).click()
    await page.locator('.rules').waitFor()
    await picture('strategy')
    await button('properties').click()
    await replace('const N = ;\nagent A\n    repeat: ( {x} *! true [] )\nsystem = B(a, true)\nSPEC G a-x;\n')
    await page.locator('.diagnostics li').first().waitFor()
    await picture('errors')
    await button('history').click()
    await page.locator('.versions li').first().waitFor()
    await picture('history')
    await button('help').click()
    await picture('help')
    await context.close()
  }
  assert.deepEqual(complaints, [])
  console.log(`${taken} pictures, nothing cut off, no error in the console`)
} finally {
  await browser.close()
  server.kill()
  rmSync(state, { recursive: true })
}
