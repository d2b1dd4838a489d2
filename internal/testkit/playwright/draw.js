'use strict'

// Opens a page in a Chromium as often as asked, and prints as JSON how long each time took in
// milliseconds: drawn, by the clock from the address to the second frame that has all of it, and
// worked, what the tab's main thread worked for it, which is the same on a busy machine. elements
// is how many the page has.
//
//   node -e … PLAYWRIGHT CHROMIUM PAGE TIMES

const [, playwright, executablePath, file, times] = process.argv
const { chromium } = require(playwright)

async function main() {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-proxy-server', '--disable-gpu'] })
  const seen = { drawn: [], worked: [], elements: 0 }
  for (let i = 0; i < Number(times); i++) {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    const tab = await page.context().newCDPSession(page)
    await tab.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(`file://${file}`)
    seen.drawn.push(await page.evaluate(`new Promise((done) => {
      document.body.offsetHeight
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
    })`))
    const { metrics } = await tab.send('Performance.getMetrics')
    seen.worked.push(1000 * metrics.find((m) => m.name === 'TaskDuration').value)
    seen.elements = await page.evaluate("document.querySelectorAll('*').length")
    await page.close()
  }
  console.log(JSON.stringify(seen))
  await browser.close()
}

main().catch((e) => {
  console.error(e.stack)
  process.exit(1)
})
