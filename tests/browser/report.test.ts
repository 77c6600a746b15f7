import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import { type Report, renderHtml } from '../../conformance/index.js'
import { exchangeOf, reportOf, resultOf } from '../conformance/support/make.js'
import { temporaryFolder } from '../e2e/cli.js'
import { launchBrowser } from './browser.js'

const hostile = [
  '</script><script>document.title = "run"</script>',
  '<img src=x onerror="document.title = \'run\'">',
  '<!--<script>',
  '${document.title = "run"}',
  'javascript:alert(1) \u2028 \u202Eabc \u0000',
].join('\n')

const finding = (message: string, body = '{"id":1.10,"items":[]}') => ({
  message,
  occurrences: 2,
  pointer: '/id',
  evidence: [exchangeOf({ body, asked: [['x-api-key', '[redacted]']], sent: body })],
})

const report = reportOf([
  resultOf({ version: '*', id: 'versioning/error-body', state: 'passed' }),
  resultOf({ state: 'failed', findings: [finding('no Vary came')] }),
  resultOf({
    id: 'terms/items',
    state: 'failed',
    severity: 'warning',
    findings: [finding('two lists came')],
  }),
  resultOf({
    id: 'terms/country-required',
    state: 'flaky',
    findings: [{ ...finding(hostile, hostile), pointer: hostile }],
  }),
  resultOf({ id: 'quote/fees', state: 'skipped', reason: hostile, statement: hostile }),
  resultOf({
    id: 'quote/arithmetic',
    state: 'not-promised',
    notes: [{ message: 'served: 0.1', occurrences: 4 }],
  }),
])

let browser: Browser | undefined
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

interface Opened {
  readonly page: Page
  /** Everything that the page asked for besides itself. */
  readonly requests: string[]
  /** Errors and what the policy refused. */
  readonly problems: string[]
}

const open = async (
  skip: TestContext['skip'],
  shown: Report = report,
  options: BrowserContextOptions = {},
): Promise<Opened> => {
  const context = await (browser ?? skip('no browser found')).newContext(options)
  onTestFinished(() => context.close())
  const file = join(await temporaryFolder(), 'report.html')
  await writeFile(file, renderHtml(shown))
  const url = pathToFileURL(file).href
  const page = await context.newPage()
  const requests: string[] = []
  const problems: string[] = []
  page.on('request', (request) => request.url() === url || requests.push(request.url()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(url)
  return { page, requests, problems }
}

const shownIds = (page: Page): Promise<string[]> =>
  page.locator('details.result:visible summary b').allTextContents()
const focusedId = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.querySelector('b')?.textContent ?? undefined)
const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)

describe('report.html', () => {
  test('shows first what is not as promised, by version and area, and asks for nothing', async ({ skip }) => {
    const { page, requests, problems } = await open(skip)
    expect(await shownIds(page)).toEqual(['versioning/vary', 'terms/items', 'terms/country-required'])
    expect(await page.locator('h2:visible').allTextContents()).toEqual([
      '2026-08-01 5 results, 3 not as promised',
    ])
    expect(await page.locator('h3:visible').allTextContents()).toEqual(['versioning', 'terms'])
    expect(await page.locator('#shown').textContent()).toBe('3 of 6 shown')
    expect(await page.locator('.verdict').textContent()).toBe(
      'The contract is broken: 1 of 5 rules failed, 1 finding, with 2 warnings.',
    )
    expect([requests, problems]).toEqual([[], []])
  })

  test('filters by state, version and area', async ({ skip }) => {
    const { page } = await open(skip)
    await page.getByLabel('flaky').uncheck()
    await page.getByLabel('skipped').check()
    expect(await shownIds(page)).toEqual(['versioning/vary', 'terms/items', 'quote/fees'])
    await page.locator('#area').selectOption('quote')
    expect(await shownIds(page)).toEqual(['quote/fees'])
    await page.locator('#area').selectOption('')
    await page.getByLabel('passed').check()
    await page.locator('#version').selectOption('service')
    expect(await shownIds(page)).toEqual(['versioning/error-body'])
  })

  const searches: readonly (readonly [string, readonly string[]])[] = [
    ['vary', ['versioning/vary']],
    ['TWO lists', ['terms/items']],
    ['country=deu items', ['terms/items']],
    ['nothing like it', []],
  ]

  test('finds words, all of them, in whatever letter case', async ({ skip }) => {
    const { page } = await open(skip)
    for (const [words, ids] of searches) {
      await page.getByLabel('Search').fill(words)
      expect(await shownIds(page)).toEqual(ids)
      expect(await page.locator('#shown').textContent()).toBe(`${ids.length} of 6 shown`)
    }
  })

  test('puts an exchange beside what was promised, with a line that sends it again', async ({ skip }) => {
    const { page } = await open(skip)
    await page.locator('summary', { hasText: 'no Vary came' }).click()
    const found = page.locator('.finding:visible')
    expect(await found.locator('dd').allTextContents()).toEqual([
      'Every answer varies.',
      'Versioning 4',
      'no Vary came',
      '/id',
      '1.1',
      '2 times',
      'getTerms',
    ])
    const [request, response] = await found.locator('.messages pre').allTextContents()
    expect(request).toContain(
      'GET https://api.example/api/terms-and-conditions?country=DEU\nx-api-key: [redacted]',
    )
    expect(response).toBe('200\ncontent-type: application/json\n\n{\n  "id": 1.10,\n  "items": []\n}')
    expect(await found.locator('.curl').textContent()).toContain(`-H 'x-api-key: '"$RAMPART_API_KEY"`)
    const [left, right] = await Promise.all(
      [found.locator('dl'), found.locator('.exchange')].map((side) => side.boundingBox()),
    )
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  })

  test('shows bodies as they came, in lines where they are JSON', async ({ skip }) => {
    const shown: readonly (readonly [string, string])[] = [
      [
        '{"a":1.10,"b":[],"c":[1e2,{"d":"x, {y} \\" : z"}]}',
        '{\n  "a": 1.10,\n  "b": [],\n  "c": [\n    1e2,\n    {\n      "d": "x, {y} \\" : z"\n    }\n  ]\n}',
      ],
      ['{"a":1… (12 more characters)', '{\n  "a": 1… (12 more characters)'],
      ['{"a":"one two… (12 more characters)', '{\n  "a": "one two… (12 more characters)'],
      ['plain, text  {', 'plain, text  {'],
      ['"a, b"', '"a, b"'],
    ]
    const results = shown.map(([body], index) =>
      resultOf({ id: `a/r${index}`, state: 'failed', findings: [finding('no', body)] }),
    )
    const { page } = await open(skip, reportOf(results))
    for (const summary of await page.locator('summary').all()) await summary.click()
    const bodies = await page.locator('.messages div:nth-child(2) pre').allTextContents()
    expect(bodies).toEqual(shown.map(([, text]) => `200\ncontent-type: application/json\n\n${text}`))
  })

  test('tells notes where nothing is promised', async ({ skip }) => {
    const { page } = await open(skip)
    await page.getByLabel('not promised').check()
    await page.locator('summary', { hasText: 'quote/arithmetic' }).click()
    expect(await page.locator('.detail:visible li').allTextContents()).toEqual(['served: 0.1 (4 times)'])
  })

  test('can be used with the keyboard alone', async ({ skip }) => {
    const { page } = await open(skip)
    await page.keyboard.press('j')
    expect(await focusedId(page)).toBe('versioning/vary')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await focusedId(page)).toBe('terms/country-required')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    expect(await focusedId(page)).toBe('terms/items')
    expect(await page.locator('.detail:visible').count()).toBe(1)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('PRE')
    await page.keyboard.press('/')
    await page.keyboard.type('jk/')
    expect(await page.getByLabel('Search').inputValue()).toBe('jk/')
    await page.keyboard.press('Escape')
    expect(await shownIds(page)).toHaveLength(3)
  })

  test('never runs what a service sent, and shows it as it is', async ({ skip }) => {
    const { page, requests, problems } = await open(skip)
    await page.getByLabel('skipped').check()
    for (const summary of await page.locator('summary').all())
      if (await summary.isVisible()) await summary.click()
    expect(await page.title()).toBe('Contract of https://api.example/api')
    expect(await page.locator('main img, main script, main a').count()).toBe(0)
    const shown = await page.locator('main').innerText()
    expect(shown).toContain('</script><script>document.title = "run"</script>')
    expect(shown).toContain('\\u202eabc \\u0000')
    expect([requests, problems]).toEqual([[], []])
  })

  test('has a policy under which no other script runs and nothing is loaded', async ({ skip }) => {
    const { page, requests } = await open(skip)
    const directives = [
      'connect-src',
      'frame-src',
      'img-src',
      'script-src-attr',
      'script-src-elem',
      'style-src-elem',
    ]
    const refused = await page.evaluate(async (count) => {
      const seen = new Set<string>()
      const all = new Promise<void>((done) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (seen.add(effectiveDirective).size === count) done()
        })
      })
      const add = (name: string, changes: object): void => {
        document.body.append(Object.assign(document.createElement(name), changes))
      }
      add('script', { textContent: 'document.title = "run"' })
      add('img', { src: 'https://elsewhere.example/x.png' })
      add('style', { textContent: 'body { color: red }' })
      add('iframe', { src: 'https://elsewhere.example/' })
      add('div', { innerHTML: '<b onclick="document.title = 1"></b>' })
      await fetch('https://elsewhere.example/').catch(() => undefined)
      await all
      return [...seen]
    }, directives.length)
    expect(refused.toSorted()).toEqual(directives)
    expect(await page.title()).not.toBe('run')
    expect(requests.filter((url) => !url.startsWith('https://elsewhere.example'))).toEqual([])
  })

  test('is dark or light as the reader wishes', async ({ skip }) => {
    const dark = await open(skip, report, { colorScheme: 'dark' })
    expect(await background(dark.page)).toBe('rgb(20, 23, 27)')
    await dark.page.getByText('Dark or light').click()
    expect(await background(dark.page)).toBe('rgb(255, 255, 255)')
    const light = await open(skip, report, { colorScheme: 'light' })
    expect(await background(light.page)).toBe('rgb(255, 255, 255)')
    await light.page.getByText('Dark or light').click()
    expect(await background(light.page)).toBe('rgb(20, 23, 27)')
  })

  test('fits a phone', async ({ skip }) => {
    const long = `https://api.example/${'x'.repeat(2_000)}`
    const wide = reportOf([
      resultOf({
        id: `versioning/${'long-'.repeat(40)}name`,
        state: 'failed',
        statement: 'y'.repeat(3_000),
        findings: [{ ...finding('z'.repeat(3_000), 'b'.repeat(16_000)), pointer: `/${'p'.repeat(3_000)}` }],
      }),
    ])
    const { page } = await open(
      skip,
      { ...wide, target: { baseUrl: long, specUrl: long } },
      { viewport: { width: 390, height: 844 } },
    )
    await page.locator('summary').click()
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths).toEqual([390, 390])
    for (const control of await page.locator('input, select, button').all()) {
      const box = await control.boundingBox()
      if (box) expect(box.x + box.width).toBeLessThanOrEqual(390)
    }
  })

  test('of thousands of results with large bodies stays usable', async ({ skip }) => {
    const body = JSON.stringify({ text: '<&"'.repeat(5_000) })
    const large = reportOf(
      Array.from({ length: 3_000 }, (_, index) =>
        resultOf({
          id: `area-${index % 12}/rule-${index}`,
          state: 'failed',
          findings: [finding(`finding ${index}`, body)],
        }),
      ),
    )
    expect(renderHtml(large).length).toBeLessThan(30_000_000)
    const { page, problems } = await open(skip, large)
    await page.getByLabel('Search').fill('rule-1500')
    expect(await shownIds(page)).toEqual(['area-0/rule-1500'])
    await page.locator('summary:visible').click()
    expect(await page.locator('.messages:visible').innerText()).toMatch(/… \(\d+ more characters\)/)
    expect(problems).toEqual([])
  })
})
