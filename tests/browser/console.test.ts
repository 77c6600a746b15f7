import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest'
import type { SandboxOptions } from '../../sandbox/index.js'
import { createCustomer } from '../sandbox/support/actors.js'
import { advance, attempted, idOf, register } from '../sandbox/webhooks/support/delivering.js'
import { status } from '../support/receiver.js'
import { launchBrowser } from './browser.js'
import {
  add,
  faultsOf,
  focusOf,
  layoutOf,
  noticeOf,
  type Opened,
  open as openPage,
  tabTo,
} from './support/console.js'

let browser: Browser | undefined
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const open = (
  skip: TestContext['skip'],
  options: BrowserContextOptions,
  settings: Partial<SandboxOptions> = {},
): Promise<Opened> => openPage(browser ?? skip('no browser found'), options, settings)

const wide = { viewport: { width: 1280, height: 900 } } as const
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true } as const

describe('the console', () => {
  test('has a page for everything that is done to a webhook, each without a fault', async ({ skip }) => {
    const opened = await open(skip, wide)
    const { page, sandbox, receiver, origin, problems } = opened
    const look = async (name: string): Promise<void> => expect(await faultsOf(page), name).toEqual([])
    await page.goto(`${origin}/console`)
    await look('empty log')
    await page.goto(`${origin}/console/webhooks/new`)
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByRole('alert').waitFor()
    await look('refused form')
    const secret = await add(opened)
    await look('secret')
    await page.reload()
    expect(await page.content()).not.toContain(secret)
    await look('secret, again')

    receiver.answer(status(500, '{"error":"<script>document.title = \\"run\\"</script>"}'))
    await page.getByRole('link', { name: 'To the webhook' }).click()
    await page.getByRole('button', { name: 'Ping Orders' }).click()
    await noticeOf(page).getByText('Ping failed').waitFor()
    await look('webhook')
    await createCustomer(sandbox)
    await noticeOf(page).getByRole('link', { name: 'See the attempt' }).click()
    await page.locator('#attempt').waitFor()
    expect(await page.title()).toBe('ping, failed - Delivery logs - rampart sandbox')
    expect(await page.locator('#excerpt').textContent()).toContain('  "error": "<script>')
    await look('attempt')
    receiver.answer(status(200))
    await page.locator('#retry').click()
    await noticeOf(page).getByText('Retry acknowledged').waitFor()
    await look('retried')

    await page.goto(`${origin}/console?outcome=failed&type=ping`)
    await look('filtered')
    await page.goto(`${origin}/console?text=nothing`)
    await look('nothing fits')
    await page.goto(`${origin}/console/webhooks`)
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByLabel('Type').selectOption('transaction_refunded')
    await page.getByRole('button', { name: 'Send' }).click()
    await noticeOf(page).getByText('transaction_refunded').waitFor()
    await look('an example of an event')
    await page.getByText('Delete this webhook').click()
    await page.getByRole('button', { name: /^Delete for good/ }).click()
    await noticeOf(page).getByText('was deleted').waitFor()
    await look('deleted')
    for (const path of [
      '/console/sign-in?refused',
      '/console/none',
      '/console/requests',
      '/console/guide?language=java',
    ]) {
      await page.goto(`${origin}${path}`)
      await look(path)
    }
    // The browser logs only the missing page.
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  })

  test('holds its layout from 360 to 1920 pixels, the list and an attempt', async ({ skip }) => {
    const { page, sandbox, receiver, origin } = await open(skip, wide)
    const hostile = `</bdi><img src=x onerror="document.title='run'"><script>document.title='run'</script>`
    receiver.answer((_arrival, response) =>
      response
        .writeHead(500, { 'x-long': 'h'.repeat(900) })
        .end(`${hostile} \u202Egnp.exe 👨‍👩‍👧 ${'w'.repeat(5_000)}\u001B[31m`),
    )
    const long = `${receiver.url}?${'x'.repeat(1_500)}`
    const { id } = await register(sandbox, long, { label: `${hostile.slice(0, 60)}${'m'.repeat(40)}` })
    await register(sandbox, receiver.url, { label: 'The ledger of the finance team, in production' })
    await createCustomer(sandbox)
    await sandbox.send('POST', `/controls/webhooks/${id}/ping`)
    const attempts = await attempted(sandbox, 3)
    const attempt = idOf(attempts[0])
    for (const path of [
      '/console',
      `/console?attempt=${attempt}`,
      '/console/requests',
      '/console/webhooks',
      `/console/webhooks/${id}`,
    ]) {
      await page.setViewportSize(wide.viewport)
      await page.goto(`${origin}${path}`)
      for (const width of [360, 480, 768, 960, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await layoutOf(page), `${path} at ${width}`).toEqual([])
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          `${path} at ${width}`,
        ).toBe(0)
        if (!path.includes('attempt')) continue
        // Beside each other, or the attempt in place of the list.
        expect(await page.locator('#log').isVisible(), `${width}`).toBe(width >= 960)
      }
    }
    expect(await page.locator('main img, main script').count()).toBe(0)
    await page.emulateMedia({ media: 'print' })
    await page.goto(`${origin}/console?attempt=${attempt}`)
    expect(await page.locator('#retry, #search select, .top').filter({ visible: true }).count()).toBe(0)
    expect(await page.locator('#raw-body, #body').first().isVisible()).toBe(true)
  })

  test('is used with the keyboard alone, from the first page to a retried delivery', async ({ skip }) => {
    const { page, sandbox, receiver, origin, problems } = await open(skip, wide)
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.goto(`${origin}/console`)
    await press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await press('Enter')
    await tabTo(page, 'Add a webhook', 6)
    await press('Enter')
    await page.waitForURL(/new$/)
    await tabTo(page, 'Add webhook', 40)
    await press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await focusOf(page)).toBe('notice')
    await press('Tab', 'Enter')
    await expect.poll(() => focusOf(page)).toBe('label')
    await page.keyboard.type('Keys')
    await press('Tab')
    await page.keyboard.type(receiver.url)
    await press('Enter')
    await page.locator('#secret').waitFor()
    await tabTo(page, 'I have kept it', 30)
    await press('Enter')
    await page.locator('#standing').waitFor()

    receiver.answer(status(500))
    for (let made = 0; made < 4; made += 1) await createCustomer(sandbox)
    await attempted(sandbox, 4)
    await page.goto(`${origin}/console`)
    const rows = page.locator('#attempts tr')
    await expect.poll(() => rows.count()).toBe(4)
    const ids = await rows.evaluateAll((all) => all.map(({ id }) => id.slice(2)))
    // The list is one tab stop, and the button of a row the next.
    await page.locator('#view-requests').focus()
    await press('Tab')
    expect(await focusOf(page)).toBe(`o-${ids[0]}`)
    await press('Tab')
    expect(await focusOf(page)).toBe(`r-${ids[0]}`)
    await press('Tab')
    expect((await focusOf(page)).startsWith('o-')).toBe(false)
    await press('Shift+Tab', 'Shift+Tab', 'ArrowDown', 'ArrowDown')
    expect(await focusOf(page)).toBe(`o-${ids[2]}`)
    await press('End')
    expect(await focusOf(page)).toBe(`o-${ids[3]}`)
    await press('Home', 'ArrowUp', 'ArrowDown', 'ArrowRight')
    expect(await focusOf(page)).toBe(`r-${ids[1]}`)
    await press('ArrowLeft', 'Enter')
    await expect.poll(() => focusOf(page)).toBe('attempt-title')
    expect(page.url()).toBe(`${origin}/console?attempt=${ids[1]}`)
    await press('Escape')
    await expect.poll(() => focusOf(page)).toBe(`o-${ids[1]}`)
    expect(page.url()).toBe(`${origin}/console`)
    await page.goBack()
    await expect.poll(() => focusOf(page)).toBe('attempt-title')

    receiver.answer(status(200))
    await press('Tab')
    expect(await focusOf(page)).toBe('retry')
    await press('Enter')
    await noticeOf(page).getByText('Retry acknowledged').waitFor()
    await expect.poll(() => focusOf(page)).toBe('attempt-title')
    expect(await page.locator('#announcements').textContent()).toMatch(/^Retry acknowledged with 200 in/)
    expect(problems).toEqual([])
  })

  test('goes back, reloads and is sent twice without asking whether to send it again', async ({ skip }) => {
    const opened = await open(skip, wide)
    const { page, sandbox, origin, problems } = opened
    const hooks = async (): Promise<number> =>
      (await sandbox.send('GET', '/controls/webhooks')).text.split('"topics"').length - 1
    await page.goto(`${origin}/console/webhooks/new`)
    await page.getByLabel('Label').fill('Kept')
    await page.getByLabel('Endpoint URL').fill('http://elsewhere.example/')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByRole('alert').waitFor()
    await page.reload()
    expect(await page.getByLabel('Label').inputValue()).toBe('Kept')
    expect(await page.locator('#url-problem').textContent()).toContain('must begin with https://')
    // The page navigates back while it is left again, so the end of that navigation is awaited.
    let release = (): void => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route(`${origin}/console/webhooks/new`, (route) => held.then(() => route.continue()))
    const late = page.waitForResponse(`${origin}/console/webhooks/new`)
    await page.goBack()
    await page.goForward()
    release()
    await (await late).finished()
    await page.evaluate(() => new Promise((done) => setTimeout(done, 0)))
    await page.unrouteAll()
    expect(await page.getByLabel('Endpoint URL').inputValue()).toBe('http://elsewhere.example/')

    const secret = await add(opened)
    expect(secret).toMatch(/^sandbox_[\da-f]{64}$/)
    await page.getByRole('link', { name: 'I have kept it' }).click()
    await page.locator('#standing').waitFor()
    await page.goBack()
    await page.getByText('shown once').first().waitFor()
    expect(await page.content()).not.toContain(secret)
    await page.goBack()
    await page.getByRole('heading', { name: 'Add a webhook' }).waitFor()
    expect(await hooks()).toBe(1)

    await page.goto(`${origin}/console/webhooks/new`)
    await page.getByLabel('Label').fill('Twice')
    await page.getByLabel('Endpoint URL').fill(opened.receiver.url)
    await page.getByRole('button', { name: 'Add webhook' }).dblclick({ force: true })
    await page.locator('#secret').waitFor()
    expect(await page.locator('#secret').textContent()).toMatch(/^sandbox_/)
    expect(await hooks()).toBe(2)

    // A token of a process that ended: the page brings itself up to date and sends the form.
    await page.goto(`${origin}/console/webhooks`)
    const stale = () =>
      page.locator('#act input').evaluate((field) => field.setAttribute('value', 'from before'))
    await stale()
    await page.getByRole('button', { name: 'Disable Twice' }).click()
    await noticeOf(page).getByText('is disabled').waitFor()
    await page.reload()
    expect(await noticeOf(page).count()).toBe(0)
    expect(problems.filter((problem) => !/40[03]/.test(problem))).toEqual([])
  })

  test('keeps the search in its address, and goes back through it', async ({ skip }) => {
    const { page, sandbox, receiver, origin, problems } = await open(skip, wide)
    const { id } = await register(sandbox, receiver.url)
    await createCustomer(sandbox)
    await sandbox.send('POST', `/controls/webhooks/${id}/ping`)
    await attempted(sandbox, 2)
    await page.goto(`${origin}/console`)
    const rows = page.locator('#log [id^="a-"]')
    await page.getByLabel('Kind').selectOption('ping')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => page.url()).toBe(`${origin}/console?type=ping`)
    await expect.poll(() => page.locator('#announcements').textContent()).toBe('1 attempt')
    expect(await rows.count()).toBe(1)
    await page.getByRole('link', { name: 'Remove the filter Kind: ping' }).click()
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('searchbox').fill('customer_created')
    await page.keyboard.press('Enter')
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByLabel('Outcome').selectOption('failed')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => rows.count()).toBe(0)
    await page.goBack()
    await expect.poll(() => page.url()).toBe(`${origin}/console?text=customer_created`)
    await expect.poll(() => rows.count()).toBe(1)
    await page.goBack()
    await expect.poll(() => rows.count()).toBe(2)
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
    expect(problems).toEqual([])
  })

  test('shows attempts as they are made, leaves the focus alone, and can be paused', async ({ skip }) => {
    const { page, sandbox, receiver, origin, problems } = await open(skip, wide)
    const { id } = await register(sandbox, receiver.url)
    const rows = page.locator('#attempts tr')
    const ping = () => sandbox.send('POST', `/controls/webhooks/${id}/ping`)
    await page.goto(`${origin}/console`)
    await page.getByText('Live', { exact: true }).waitFor()
    await ping()
    await rows.first().waitFor()
    await rows.first().getByRole('link').focus()
    const first = await focusOf(page)
    await createCustomer(sandbox)
    await rows.nth(1).waitFor()
    expect(await rows.first().locator('.kind').textContent()).toContain('customer_created')
    expect(await focusOf(page)).toBe(first)
    await page.getByText(/new attempts?$/).waitFor()

    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused', { exact: true }).first().waitFor()
    await ping()
    expect(await rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Resume' }).click()
    await rows.nth(2).waitFor()

    for (let made = 0; made < 60; made += 1) await ping()
    await page.getByRole('link', { name: 'Older' }).waitFor()
    await expect.poll(() => rows.count()).toBe(50)
    // A row with the focus stays although newer rows push it off the page; the next page has it too.
    await rows.last().getByRole('link').focus()
    const last = await focusOf(page)
    await ping()
    await expect.poll(() => rows.count()).toBe(51)
    expect(await focusOf(page)).toBe(last)
    await page.getByRole('link', { name: 'Older' }).click()
    await expect.poll(() => rows.count()).toBe(14)
    expect(page.url()).toMatch(/before=/)
    await page.goto(`${origin}/console/webhooks`)
    await page.getByText('kinds of event').click()
    receiver.answer(status(503))
    await createCustomer(sandbox)
    await page.getByText('Waiting to try again').waitFor()
    expect(await page.locator('#webhooks details').getAttribute('open')).toBe('')
    receiver.answer(status(200))
    await advance(sandbox, 60)
    await page.getByText('Enabled', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  test('needs no script', async ({ skip }) => {
    const opened = await open(skip, { ...phone, javaScriptEnabled: false })
    const { page, receiver, problems } = opened
    expect(await add(opened)).toMatch(/^sandbox_/)
    await page.getByRole('link', { name: 'I have kept it' }).click()
    receiver.answer(status(500))
    await page.getByRole('button', { name: 'Ping Orders' }).click()
    expect(await noticeOf(page).textContent()).toContain('Ping failed')
    await noticeOf(page).getByRole('link').click()
    receiver.answer(status(200))
    await page.getByRole('button', { name: 'Retry ping to Orders' }).last().click()
    expect(await noticeOf(page).textContent()).toContain('Retry acknowledged')
    await page.getByRole('link', { name: 'Close the attempt' }).click()
    await page.getByLabel('Outcome').selectOption('failed')
    await page.getByRole('button', { name: 'Search' }).click()
    expect(page.url()).toMatch(/\/console\?outcome=failed$/)
    expect(await page.locator('#attempts tr').count()).toBe(1)
    await page.getByRole('link', { name: 'Managed webhooks' }).click()
    await page.getByRole('button', { name: 'Disable Orders' }).click()
    expect(await noticeOf(page).textContent()).toContain('is disabled')
    expect(await page.locator('button:visible', { hasText: /Copy|Pause|Choose/ }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('copies the secret, the body byte for byte, and a command without the secret', async ({ skip }) => {
    const opened = await open(skip, { ...wide, permissions: ['clipboard-read', 'clipboard-write'] })
    const { page, receiver } = opened
    const copied = async (name: string, fits: RegExp): Promise<string> => {
      await page.getByRole('button', { name, exact: true }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(fits)
      return page.evaluate(() => navigator.clipboard.readText())
    }
    const secret = await add(opened)
    expect(await copied('Copy secret', /^sandbox_/)).toBe(secret)
    await page.getByRole('link', { name: 'I have kept it' }).click()
    await page.getByRole('button', { name: 'Ping Orders' }).click()
    await noticeOf(page).getByRole('link').click()
    await page.getByText('Raw, as it was signed').click()
    expect(await copied('Copy raw body', /^\{/)).toBe(receiver.arrivals[0]?.body)
    expect(await copied('Copy as curl', /^curl /)).not.toContain(secret)
  })

  test('signs in and out in place, with the tabs of a session', async ({ skip }) => {
    const { page, origin, problems } = await open(skip, wide, { apiKeys: ['a-key'] })
    const tabs = page.getByRole('navigation', { name: 'Console' })
    const signIn = async (key: string): Promise<void> => {
      await page.getByLabel('API key').fill(key)
      await page.keyboard.press('Enter')
    }
    await page.goto(`${origin}/console/webhooks`)
    await signIn('wrong')
    await page.getByRole('alert').waitFor()
    expect([await focusOf(page), await page.getByLabel('API key').inputValue()]).toEqual(['key', ''])
    expect(await tabs.count()).toBe(0)
    await signIn('a-key')
    await tabs.waitFor()
    expect(page.url()).toBe(`${origin}/console`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    expect(await tabs.count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('takes no form of a page elsewhere', async ({ skip }) => {
    const { page, sandbox, receiver, origin } = await open(skip, wide)
    const { id } = await register(sandbox, receiver.url)
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
