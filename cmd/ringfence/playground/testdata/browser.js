'use strict'

// Uses the playground's page as a person does, and prints what it saw as JSON.
//
//   node browser.js PLAYWRIGHT CHROMIUM URL OUT [--axe AXE] [--try] [--theme dark] ARCHIVE…
//
// Each archive is scanned in turn: OUT-1.json is what the page saves, OUT-1.png what it
// shows of the report, OUT-whole.png the page from its top after the last one. --axe looks at the page with axe-core; --try begins the first archive, cancels it,
// and asks page and thread to send something away.

const { readFileSync, writeFileSync } = require('node:fs')
const [, , playwright, executablePath, url, out, ...rest] = process.argv
const { chromium } = require(playwright)

const options = { axe: null, try: false, theme: 'light' }
while (rest[0]?.startsWith('--')) {
  const name = rest.shift().slice(2)
  options[name] = name === 'try' ? true : rest.shift()
}

// send tries to send something away; a policy that forbids it leaves "blocked".
const send = `fetch(location.href.startsWith('blob:') ? new URL('/gone', location.origin) : '/gone').then(() => 'sent', () => 'blocked')`

async function main() {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-proxy-server', '--disable-gpu'] })
  const page = await browser.newPage({ viewport: { width: 1100, height: 1000 }, colorScheme: options.theme })
  const seen = { before: [], after: [], errors: [], runs: [], violations: null, page: '', thread: '', cancelled: '' }
  let ready = false
  page.context().on('request', (r) => {
    const to = r.url()
    if (!to.startsWith('blob:') && !to.startsWith('about:') && !to.startsWith('data:')) (ready ? seen.after : seen.before).push(to)
  })
  page.on('pageerror', (e) => seen.errors.push(String(e)))
  const state = () => page.evaluate('document.body.dataset.state')
  const until = (...wanted) => page.waitForFunction(
    (list) => list.includes(document.body.dataset.state), wanted, { timeout: 1080000, polling: 100 })
  const since = Date.now()
  await page.goto(url)
  await until('ready', 'failed')
  seen.ready = (Date.now() - since) / 1000
  ready = true
  await page.screenshot({ path: `${out}-0.png` })
  const look = async () => {
    if (!options.axe) return
    await page.evaluate(readFileSync(options.axe, 'utf8'))
    const found = await page.evaluate("axe.run(document, { resultTypes: ['violations'], iframes: false })")
    seen.violations = [...(seen.violations ?? []), ...found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).slice(0, 3)}`)]
  }
  await look()
  if (options.try) {
    const threads = page.waitForEvent('worker')
    await page.setInputFiles('#file', rest[0])
    seen.thread = await (await threads).evaluate(send)
    seen.page = await page.evaluate(send)
    await page.click('#cancel')
    seen.cancelled = await state()
    ready = true
  }
  for (const [i, archive] of rest.entries()) {
    const begun = Date.now()
    await page.setInputFiles('#file', archive)
    await until('done', 'failed')
    const run = { seconds: (Date.now() - begun) / 1000, state: await state(), said: await page.textContent('#say'), shown: '' }
    seen.runs.push(run)
    if (run.state !== 'done') continue
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#json')])
    await download.saveAs(`${out}-${i + 1}.json`)
    const frame = page.frames().find((f) => f !== page.mainFrame())
    // Chromium draws no frame that nobody sees.
    await page.evaluate("document.getElementById('report').scrollIntoView()")
    await frame.waitForSelector('h1', { state: 'attached' })
    // The report's own style counts in the frame: both policies allow it.
    run.shown = await frame.evaluate("document.querySelector('h1').innerText + ' ' + getComputedStyle(document.body).fontFamily")
    await page.screenshot({ path: `${out}-${i + 1}.png` })
    await page.evaluate('scrollTo(0, 0)')
    await look()
  }
  await page.screenshot({ path: `${out}-whole.png` })
  console.log(JSON.stringify(seen))
  await browser.close()
}

main().catch((e) => {
  console.error(e.stack)
  process.exit(1)
})
