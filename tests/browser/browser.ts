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

const missing = `no browser found (looked for ${candidates.join(', ')}); install Debian's package chromium`

/**
 * A real browser, to be closed by the caller. Undefined without one; where RAMPART_REQUIRE_BROWSER is set, as in
 * CI, that is an error instead.
 */
export async function launchBrowser(): Promise<Browser | undefined> {
  const executablePath = installed()
  if (executablePath === undefined) {
    if (process.env['RAMPART_REQUIRE_BROWSER']) throw new Error(missing)
    return undefined
  }
  return chromium.launch({
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
}

/** A real browser, closed after the test. Without one the test is skipped and says so. */
export async function openBrowser(skip: TestContext['skip']): Promise<Browser> {
  const browser = (await launchBrowser()) ?? skip(missing)
  onTestFinished(() => browser.close())
  return browser
}
