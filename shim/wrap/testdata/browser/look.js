'use strict'

// Opens code-server's page, runs one command from the palette, waits until a
// notification begins as it should, and keeps a screenshot.
//
//   node look.js PLAYWRIGHT CHROMIUM URL COMMAND TEXT PICTURE

const [, , playwright, executablePath, url, command, text, picture] = process.argv
const { chromium } = require(playwright)

async function main() {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-proxy-server'] })
  const page = await browser.newPage({ viewport: { width: 1100, height: 640 } })
  await page.goto(url, { waitUntil: 'commit', timeout: 1200000 })
  await page.waitForSelector('.monaco-workbench', { timeout: 1200000 })
  const found = page.locator('.notification-list-item-message', { hasText: text })
  // The extension becomes active some time after the page is there.
  for (let i = 0; i < 6 && await found.count() === 0; i++) {
    await page.keyboard.press('Escape')
    await page.keyboard.press('F1')
    await page.waitForSelector('.quick-input-widget input', { state: 'visible', timeout: 120000 })
    await page.keyboard.type(command, { delay: 60 })
    await page.waitForTimeout(1500)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(4000)
  }
  await page.screenshot({ path: picture })
  const said = await found.count() === 0 ? '' : await found.first().innerText()
  console.log(JSON.stringify({ said, status: await page.locator('.statusbar').innerText() }))
  await browser.close()
}

main().catch(e => {
  console.error(e.stack)
  process.exit(1)
})
