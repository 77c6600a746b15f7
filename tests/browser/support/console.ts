import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { SandboxOptions } from '../../../sandbox/index.js'
import type { Sandbox } from '../../sandbox/support/sandbox.js'
import { openDelivering } from '../../sandbox/webhooks/support/delivering.js'
import { openReceiver, type Receiver } from '../../support/receiver.js'

/** A page of the console in a browser, with a receiver that its sandbox can deliver to. */
export interface Opened {
  readonly page: Page
  readonly sandbox: Sandbox
  readonly receiver: Receiver
  readonly origin: string
  /** Errors, what the policy refused, and requests that left the sandbox. */
  readonly problems: string[]
}

export const open = async (
  browser: Browser,
  options: BrowserContextOptions = {},
  settings: Partial<SandboxOptions> = {},
): Promise<Opened> => {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const receiver = await openReceiver()
  const sandbox = await openDelivering(settings)
  const origin = await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => problems.push(message.text()))
  page.on('request', (request) => request.url().startsWith(origin) || problems.push(request.url()))
  return { page, sandbox, receiver, origin, problems }
}

/** Adds a webhook as somebody does; resolves to the secret that was shown. */
export const add = async ({ page, origin, receiver }: Opened, label = 'Orders'): Promise<string> => {
  await page.goto(`${origin}/console/webhooks`)
  await page.getByRole('link', { name: 'Add a webhook' }).click()
  await page.getByLabel('Label').fill(label)
  await page.getByLabel('Endpoint URL').fill(receiver.url)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  return (await page.locator('#secret').textContent()) ?? ''
}

export const noticeOf = (page: Page) => page.locator('#notice')

/** The id of what has the focus. */
export const focusOf = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.id ?? '')

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Contrast takes axe-core most of its time, and does not depend on the width. */
const scopes = {
  all: {},
  contrast: { runOnly: ['color-contrast'] },
  'all but contrast': { rules: { 'color-contrast': { enabled: false } } },
}

/** The findings of axe-core, and whether the page scrolls sideways. */
const findings = (page: Page, scope: keyof typeof scopes): Promise<readonly string[]> =>
  page.evaluate(async (options) => {
    interface Axe {
      readonly run: (options: object) => Promise<{
        violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
      }>
    }
    const { axe } = globalThis as unknown as { axe: Axe }
    const { violations } = await axe.run({ resultTypes: ['violations'], ...options })
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary ?? ''}`),
    )
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways')
    return faults
  }, scopes[scope])

/** The faults of a page at these widths, in light and in dark. */
export const faultsOf = async (page: Page, widths = [360, 1280]): Promise<readonly string[]> => {
  // Without its style a page is as wide as its longest word.
  await page.waitForLoadState('load')
  await page.evaluate(axe)
  const faults: string[] = []
  await page.emulateMedia({ colorScheme: 'light' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const found = await findings(page, width === widths.at(-1) ? 'all' : 'all but contrast')
    faults.push(...found.map((fault) => `${width}: ${fault}`))
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  faults.push(...(await findings(page, 'contrast')).map((fault) => `dark: ${fault}`))
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}

/** Cells of the list that overlap, are cut off by their row, or are too narrow to read. */
export const layoutOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const narrowest: Record<string, number> = { kind: 40, outcome: 50, to: 32, at: 50 }
    for (const row of document.querySelectorAll('#log tbody tr')) {
      if (!row.checkVisibility()) continue
      const cells = [...row.children].filter((one) => one.checkVisibility() && one.textContent?.trim())
      const boxes = cells.map((one) => [one.className, one.getBoundingClientRect()] as const)
      const outer = row.getBoundingClientRect()
      for (const [index, [name, box]] of boxes.entries()) {
        if (box.width < (narrowest[name] ?? 0)) faults.push(`${name} is ${box.width} wide`)
        if (box.left < outer.left - 1 || box.right > outer.right + 1) faults.push(`${name} leaves its row`)
        for (const [other, two] of boxes.slice(index + 1))
          if (
            box.left < two.right - 1 &&
            two.left < box.right - 1 &&
            box.top < two.bottom - 1 &&
            two.top < box.bottom - 1
          )
            faults.push(`${name} lies on ${other}`)
      }
      const link = row.querySelector('[data-row]')
      if (link && link.getClientRects().length > 1) faults.push(`${link.textContent} is broken into lines`)
    }
    const [list, panel] = ['#log', '#attempt'].map((one) =>
      document.querySelector(one)?.getBoundingClientRect(),
    )
    const isBeside = list !== undefined && panel !== undefined && list.width > 0
    if (isBeside && list.right > panel.left) faults.push('the attempt lies on the list')
    if (panel && panel.width < 300) faults.push(`the attempt is ${panel.width} wide`)
    return faults
  })

/** Presses Tab until a visible element has the focus; rejects after too many times. */
export const tabTo = async (page: Page, wanted: string, most = 20): Promise<void> => {
  for (let times = 0; times < most; times += 1) {
    await page.keyboard.press('Tab')
    const [id, isSeen] = await page.evaluate(() => {
      const { activeElement: at } = document
      const shapes = [at, at?.closest('tr')].flatMap((one) => (one ? [getComputedStyle(one)] : []))
      const box = at?.getBoundingClientRect()
      const isIn = box !== undefined && box.width > 0 && box.bottom > 0 && box.top < innerHeight
      return [
        at?.id || at?.textContent || '',
        isIn && shapes.some((one) => one.outlineStyle !== 'none'),
      ] as const
    })
    expect(isSeen, `the focus is seen on ${id}`).toBe(true)
    if (id === wanted) return
  }
  throw new Error(`${wanted} is not reached`)
}
