import { accessSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { onTestFinished, type TestContext } from 'vitest'

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const installed = (): string | undefined =>
  candidates.find((path) => {
    try {
      accessSync(path)
      return true
    } catch {
      return false
    }
  })

/**
 * A real browser, closed after the test. Without one the test is skipped and says so; where
 * RAMPART_REQUIRE_BROWSER is set, as in CI, it fails instead.
 */
export async function openBrowser(skip: TestContext['skip']): Promise<Browser> {
  const executablePath = installed()
  if (executablePath === undefined) {
    const missing = `no browser found (looked for ${candidates.join(', ')}); install Debian's package chromium`
    if (process.env['RAMPART_REQUIRE_BROWSER']) throw new Error(missing)
    return skip(missing)
  }
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  onTestFinished(() => browser.close())
  return browser
}
