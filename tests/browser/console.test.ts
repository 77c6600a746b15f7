import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import type { Sandbox } from '../sandbox/support/sandbox.js'
import { createCustomer } from '../sandbox/support/actors.js'
import { advance, openDelivering, register } from '../sandbox/webhooks/support/delivering.js'
import { openReceiver, type Receiver, status } from '../sandbox/webhooks/support/receiver.js'
import { launchBrowser } from './browser.js'

let browser: Browser | undefined
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

interface Opened {
  readonly page: Page
  readonly sandbox: Sandbox
  readonly receiver: Receiver
  readonly origin: string
  /** Errors, what the policy refused, and requests that left the sandbox. */
  readonly problems: string[]
}

const open = async (skip: TestContext['skip'], options: BrowserContextOptions = {}): Promise<Opened> => {
  const context = await (browser ?? skip('no browser found')).newContext(options)
  onTestFinished(() => context.close())
  const receiver = await openReceiver()
  const sandbox = await openDelivering()
  const origin = await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => problems.push(message.text()))
  page.on('request', (request) => request.url().startsWith(origin) || problems.push(request.url()))
  return { page, sandbox, receiver, origin, problems }
}

const sizes = {
  wide: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
} as const

/** Adds a webhook as somebody does; resolves to the secret that was shown. */
const add = async ({ page, origin, receiver }: Opened, label = 'Orders'): Promise<string> => {
  await page.goto(`${origin}/console/webhooks`)
  await page.getByRole('link', { name: 'Add a webhook' }).click()
  await page.getByLabel('Label').fill(label)
  await page.getByLabel('Endpoint URL').fill(receiver.url)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  return (await page.locator('#secret').textContent()) ?? ''
}

const notice = (page: Page) => page.locator('#notice')

/** What is wrong with a page for those who do not see it, or see it on a phone. */
const faultsOf = async (page: Page): Promise<readonly string[]> => {
  // Without its style a page is as wide as its longest word.
  await page.waitForLoadState('load')
  return page.evaluate(() => {
    const faults: string[] = []
    const seen = new Set<string>()
    for (const { id } of document.querySelectorAll('[id]')) {
      if (seen.has(id)) faults.push(`id ${id} twice`)
      seen.add(id)
    }
    const isVisible = (element: Element): boolean => element.checkVisibility()
    const nameOf = (element: Element): string => {
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement
          ? element.labels?.[0]
          : undefined
      const by = document.getElementById(element.getAttribute('aria-labelledby') ?? '')
      return (
        element.getAttribute('aria-label') ??
        by?.textContent ??
        label?.textContent ??
        element.textContent ??
        ''
      ).trim()
    }
    for (const control of document.querySelectorAll(
      'a, button, select, input:not([type=hidden]), pre, nav, section, summary',
    ))
      if (isVisible(control) && nameOf(control) === '')
        faults.push(`no name: ${control.outerHTML.slice(0, 80)}`)
    const names = new Map<string, string>()
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main form button')) {
      const [name, action] = [nameOf(link), link.closest('form')?.action ?? '']
      if ((names.get(name) ?? action) !== action && !document.querySelector('.log'))
        faults.push(`two of ${name}`)
      names.set(name, action)
    }
    for (const element of document.querySelectorAll('[aria-describedby], [aria-labelledby]'))
      for (const id of `${element.getAttribute('aria-describedby') ?? ''} ${element.getAttribute('aria-labelledby') ?? ''}`.split(
        /\s+/,
      ))
        if (id !== '' && !document.getElementById(id)) faults.push(`nothing is ${id}`)
    let level = 0
    for (const heading of document.querySelectorAll('h1, h2, h3')) {
      const next = Number(heading.tagName.slice(1))
      if (next > level + 1) faults.push(`h${next} after h${level}`)
      level = next
    }
    if (document.querySelectorAll('h1').length !== 1) faults.push('not one h1')
    if (!document.title || document.documentElement.lang !== 'en') faults.push('no title or language')
    if (document.documentElement.scrollWidth > innerWidth) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (one) => one.getBoundingClientRect().right > innerWidth,
      )
      faults.push(`too wide: ${wide.map(({ outerHTML }) => outerHTML.slice(0, 80)).join(' / ')}`)
    }
    return faults
  })
}

/** The least contrast of text on the page, as WCAG 2 computes it. */
const contrastOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number)
    const light = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
        const part = value / 255
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const behind = (element: Element | null): string => {
      for (let one = element; one; one = one.parentElement) {
        const { backgroundColor } = getComputedStyle(one)
        if ((channels(backgroundColor)[3] ?? 1) === 1) return backgroundColor
      }
      return 'rgb(255, 255, 255)'
    }
    const ratios = [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && !element.matches(':disabled, script'))
      .filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
      )
      .map((element) => {
        const [one, other] = [light(getComputedStyle(element).color), light(behind(element))]
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
      })
    return Math.min(...ratios)
  })

describe.each([
  ['wide', 'light'],
  ['wide', 'dark'],
  ['phone', 'light'],
  ['phone', 'dark'],
] as const)('the console, %s and %s', (size, colorScheme) => {
  test('registers, pings, fails, retries, disables', async ({ skip }) => {
    const opened = await open(skip, { ...sizes[size], colorScheme })
    const { page, sandbox, receiver, origin, problems } = opened
    const look = async (name: string): Promise<void> => {
      expect(await faultsOf(page), name).toEqual([])
      expect(await contrastOf(page), name).toBeGreaterThanOrEqual(4.5)
    }
    await page.goto(`${origin}/console`)
    await look('empty log')
    await page.goto(`${origin}/console/webhooks/new`)
    await look('form')
    const secret = await add(opened)
    expect(secret).toMatch(/^sandbox_[\da-f]{64}$/)
    await look('secret')
    await page.getByRole('link', { name: 'I have kept it' }).click()
    expect(await page.content()).not.toContain(secret)
    await page.goBack()
    expect(await page.content()).not.toContain(secret)
    await page.goto(`${origin}/console/webhooks`)
    await look('webhooks')

    await page.getByRole('button', { name: 'Ping Orders' }).click()
    await notice(page).waitFor()
    expect(await notice(page).textContent()).toMatch(/^Ping acknowledged with 200 in \d+ ms\./)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('notice')
    await look('pinged')

    receiver.answer(status(500, '<script>document.title = "run"</script>'))
    await page.getByRole('button', { name: 'Ping Orders' }).click()
    await notice(page).getByText('Ping failed').waitFor()
    await createCustomer(sandbox)
    await notice(page).getByRole('link', { name: 'See the attempt' }).click()
    await page.locator('#attempt').waitFor()
    expect(await page.locator('#excerpt').textContent()).toBe('<script>document.title = "run"</script>')
    expect(await page.title()).toBe('ping, failed - Delivery logs - rampart sandbox')
    await look('attempt')

    await page.locator('#attempt').getByRole('button', { name: 'Retry ping to Orders' }).click()
    await notice(page).getByText('Retry failed').waitFor()
    receiver.answer(status(200))
    await page.locator('#attempt').getByRole('button', { name: 'Retry ping to Orders' }).click()
    await notice(page).getByText('Retry acknowledged').waitFor()
    expect(
      await page
        .locator('#attempt')
        .getByRole('button', { name: /^Retry/ })
        .count(),
    ).toBe(0)
    await look('retried')

    await page.getByRole('link', { name: 'Managed webhooks' }).click()
    await page.getByRole('button', { name: 'Disable Orders' }).click()
    await notice(page).getByText('is disabled').waitFor()
    expect(await page.getByRole('button', { name: 'Ping Orders' }).count()).toBe(0)
    await look('disabled')
    const before = receiver.arrivals.length
    await createCustomer(sandbox)
    await advance(sandbox, 3600)
    expect(receiver.arrivals).toHaveLength(before)
    await page.getByRole('button', { name: 'Enable Orders' }).click()
    await notice(page).getByText('is enabled').waitFor()

    for (const language of ['fetch', 'python', 'go', 'java', 'ruby', 'php']) {
      await page.goto(`${origin}/console/guide?language=${language}`)
      await look(`guide, ${language}`)
    }
    expect(problems).toEqual([])
  })
})

describe('the console', () => {
  test('is used with the keyboard alone', async ({ skip }) => {
    const { page, origin, receiver, problems } = await open(skip, sizes.wide)
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const { activeElement } = document
        const shape = activeElement ? getComputedStyle(activeElement) : undefined
        const row = activeElement?.closest('tr')
        const isSeen =
          shape?.outlineStyle !== 'none' || (row && getComputedStyle(row).outlineStyle !== 'none')
        return isSeen ? activeElement?.id || activeElement?.textContent || '' : 'unseen'
      })
    const tabTo = async (name: string): Promise<void> => {
      for (let times = 0; times < 40; times += 1) {
        await page.keyboard.press('Tab')
        const at = await focused()
        expect(at).not.toBe('unseen')
        if (at === name) return
      }
      throw new Error(`${name} is not reached`)
    }
    await page.goto(`${origin}/console/webhooks`)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await tabTo('Add a webhook')
    await page.keyboard.press('Enter')
    await page.waitForURL(/new$/)
    await tabTo('Add webhook')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await focused()).toBe('notice')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await focused()).toBe('label')
    await page.keyboard.type('Keys')
    await page.keyboard.press('Tab')
    await page.keyboard.type(receiver.url)
    await tabTo('topic-NewAutoramp')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.locator('#secret').waitFor()
    await tabTo('I have kept it')
    await page.keyboard.press('Enter')
    await page.locator('.card').waitFor()
    const ping = await page.getByRole('button', { name: 'Ping Keys' }).getAttribute('id')
    await tabTo(ping ?? '')
    await page.keyboard.press('Enter')
    await notice(page).waitFor()
    expect(await focused()).toBe('notice')
    await tabTo('See the attempt')
    await page.keyboard.press('Enter')
    await page.locator('#attempt').waitFor()
    await tabTo('headers')
    await tabTo('body')
    // The refused form is the one thing that the browser tells of.
    expect(problems.filter((problem) => !problem.includes('400 (Bad Request)'))).toEqual([])
  })

  test('shows attempts as they are made, leaves the focus alone, and can be paused', async ({ skip }) => {
    const opened = await open(skip, sizes.wide)
    const { page, sandbox, receiver, origin, problems } = opened
    const { id } = await register(sandbox, receiver.url)
    const rows = page.locator('#attempts tr')
    const ping = () => sandbox.send('POST', `/controls/webhooks/${id}/ping`)
    await page.goto(`${origin}/console`)
    await page.getByText('Live', { exact: true }).waitFor()
    await ping()
    await rows.first().waitFor()
    await rows.first().getByRole('link').focus()
    const first = await rows.first().getAttribute('id')
    await createCustomer(sandbox)
    await rows.nth(1).waitFor()
    expect(await rows.first().locator('.kind').textContent()).toBe('customer_created')
    expect(await page.evaluate(() => document.activeElement?.closest('tr')?.id)).toBe(first)
    await page.getByText(/new attempts?$/).waitFor()

    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused', { exact: true }).first().waitFor()
    await ping()
    expect(await rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Resume' }).click()
    await rows.nth(2).waitFor()

    for (let made = 0; made < 60; made += 1) await ping()
    await page.getByRole('link', { name: 'Older attempts' }).waitFor()
    await expect.poll(() => rows.count()).toBe(50)
    await page.reload()
    await page.getByRole('link', { name: 'Older attempts' }).click()
    await page.waitForURL(/before=/)
    expect(await rows.count()).toBe(13)
    expect(problems).toEqual([])
  })

  test('tells how deliveries stand as it changes', async ({ skip }) => {
    const opened = await open(skip, sizes.wide)
    const { page, sandbox, receiver, origin } = opened
    receiver.answer(status(503))
    await register(sandbox, receiver.url)
    await page.goto(`${origin}/console/webhooks`)
    await page.getByText('13 kinds of event').click()
    await createCustomer(sandbox)
    await page.getByText('Waiting to try again').waitFor()
    expect(await page.getByText('CustomerFiatAbilities').isVisible()).toBe(true)
    receiver.answer(status(200))
    await advance(sandbox, 60)
    await page.getByText('Enabled', { exact: true }).waitFor()
  })

  test('needs no script', async ({ skip }) => {
    const opened = await open(skip, { ...sizes.phone, javaScriptEnabled: false })
    const { page, receiver, problems } = opened
    expect(await add(opened)).toMatch(/^sandbox_/)
    await page.getByRole('link', { name: 'I have kept it' }).click()
    receiver.answer(status(500))
    await page.getByRole('button', { name: 'Ping Orders' }).click()
    expect(await notice(page).textContent()).toContain('Ping failed')
    await notice(page).getByRole('link').click()
    receiver.answer(status(200))
    await page.getByRole('button', { name: 'Retry ping to Orders' }).last().click()
    expect(await notice(page).textContent()).toContain('Retry acknowledged')
    await page.getByRole('link', { name: 'Back to all attempts' }).click()
    await page.getByLabel('Outcome').selectOption('failed')
    await page.getByRole('button', { name: 'Filter' }).click()
    expect(await page.locator('#attempts tr').count()).toBe(1)
    await page.getByRole('link', { name: 'Managed webhooks' }).click()
    await page.getByRole('button', { name: 'Disable Orders' }).click()
    expect(await notice(page).textContent()).toContain('is disabled')
    expect(await page.locator('button:visible', { hasText: /Copy|Pause|Choose/ }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  test.for([1280, 1100, 1030])('keeps the log beside an attempt, at %i pixels', async (width, { skip }) => {
    const opened = await open(skip, { viewport: { width, height: 900 } })
    const { page, sandbox, receiver, origin } = opened
    await add(opened, 'A label that is longer than the column')
    receiver.answer(status(500))
    await createCustomer(sandbox)
    await receiver.received(1)
    await page.goto(`${origin}/console`)
    await page.getByRole('button', { name: /^Retry customer_created/ }).click()
    await page.locator('#attempt').waitFor()
    const edges = await page.evaluate(() => {
      const rightOf = (selector: string): number =>
        Math.max(
          ...[...document.querySelectorAll(selector)]
            .filter((one) => one.checkVisibility())
            .map((one) => one.getBoundingClientRect().right),
        )
      return { list: rightOf('.list'), within: rightOf('.list table, .list button, .list td') }
    })
    expect(edges.within).toBeLessThanOrEqual(edges.list)
  })

  test('copies the secret', async ({ skip }) => {
    const opened = await open(skip, { ...sizes.wide, permissions: ['clipboard-read', 'clipboard-write'] })
    const secret = await add(opened)
    await opened.page.getByRole('button', { name: 'Copy secret' }).click()
    await opened.page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await opened.page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  })

  test('shows what means harm, runs nothing of it, and fits a phone', async ({ skip }) => {
    const opened = await open(skip, sizes.phone)
    const { page, sandbox, receiver, origin, problems } = opened
    const hostile = `</bdi><img src=x onerror="document.title='run'"><script>document.title='run'</script> \u202Egnp.exe ${'w'.repeat(5_000)}`
    receiver.answer(status(500, `${hostile}\u001B[31m`))
    const { id } = await register(sandbox, `${receiver.url}?${'x'.repeat(1_500)}`, { label: hostile })
    await sandbox.send('POST', `/controls/webhooks/${id}/ping`)
    for (const path of [
      '/console',
      '/console/webhooks',
      `/console/webhooks/${id}`,
      `/console?webhook=${id}`,
    ]) {
      await page.goto(`${origin}${path}`)
      if (path === '/console')
        await page
          .locator('#attempts a')
          .click()
          .then(() => page.locator('#attempt').waitFor())
      expect(await faultsOf(page), path).toEqual([])
      expect(await page.title(), path).toContain('rampart sandbox')
      expect(await page.locator('main img, main script').count(), path).toBe(0)
    }
    expect(problems).toEqual([])
  })

  test('takes no form of a page elsewhere', async ({ skip }) => {
    const opened = await open(skip, sizes.wide)
    const { page, sandbox, origin } = opened
    const { id } = await register(sandbox, opened.receiver.url)
    await page.goto(origin.replace('127.0.0.1', 'localhost'))
    await page.setContent(
      `<form method="post" action="${origin}/console/webhooks/${id}/state"><input name="enabled" value="false"><button>Go</button></form>`,
    )
    await page.getByRole('button').click()
    await page.getByText('by a page of another origin').waitFor()
    const list = await sandbox.send('GET', '/controls/webhooks')
    expect(list.text).toContain('"enabled":true')
  })
})
