import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import { type Report, renderHtml } from '../../conformance/index.js'
import { releaseOf, renderChangelog, renderDiffHtml } from '../../diff/index.js'
import { changeOf, reportOf as diffOf } from '../diff/make.js'
import { exchangeOf, reportOf, resultOf } from '../conformance/support/make.js'
import { launchBrowser } from './browser.js'
import { faultsOf } from './support/console.js'
import { temporaryFolder } from '../support/folder.js'

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

const results = [
  resultOf({ version: '*', id: 'versioning/error-body', state: 'passed', exchanges: ['seen'] }),
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
]
const report: Report = {
  ...reportOf(results),
  evidence: [{ ...exchangeOf({ body: '{"error":"no such version"}' }), id: 'seen' }],
  comparison: {
    startedAt: '2026-08-31T12:00:00.000Z',
    new: ['versioning/vary@2026-08-01'],
    fixed: ['versioning/error-body@service'],
    stays: ['terms/items@2026-08-01'],
  },
}

let browser: Browser | undefined
/** One page for all tests that need no other, because opening pages takes most of the time. */
let usual: Page | undefined
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

const openPage = async (
  skip: TestContext['skip'],
  html: string,
  { fragment = '', ...options }: BrowserContextOptions & { readonly fragment?: string } = {},
): Promise<Opened> => {
  const isUsual = Object.keys(options).length === 0
  const page = (isUsual ? usual : undefined) ?? (await (browser ?? skip('no browser found')).newPage(options))
  if (isUsual) usual = page
  else onTestFinished(() => page.close())
  page.removeAllListeners()
  await page.goto('about:blank')
  const file = join(temporaryFolder(), 'report.html')
  await writeFile(file, html)
  const url = pathToFileURL(file).href
  const requests: string[] = []
  const problems: string[] = []
  page.on('request', (request) => request.url().startsWith(url) || requests.push(request.url()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(`${url}${fragment}`)
  return { page, requests, problems }
}

const open = (
  skip: TestContext['skip'],
  shown: Report = report,
  options: Parameters<typeof openPage>[2] = {},
): Promise<Opened> => openPage(skip, renderHtml(shown), options)

const shownIds = (page: Page): Promise<string[]> =>
  page.locator('details.item:visible summary b').allTextContents()
const openIds = (page: Page): Promise<string[]> =>
  page.locator('details.item[open] > summary b').allTextContents()
const focusedId = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.querySelector('b')?.textContent ?? undefined)
const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const fragmentOf = (page: Page): string => new URL(page.url()).hash

describe('report.html', () => {
  test('shows the verdict, an overview, and first what is not as promised', async ({ skip }) => {
    const { page, requests, problems } = await open(skip)
    expect(await page.locator('.verdict').innerText()).toMatch(
      /The contract is broken: 1 of 5 rules failed, 1 finding, with 2 warnings\.$/,
    )
    const rows = await page.locator('.overview tbody tr').allInnerTexts()
    expect(rows.map((row) => row.split(/\s+/))).toEqual([
      ['versioning', '✓1', '✕1'],
      ['terms', '·', '!1/2'],
      ['quote', '·', '–1'],
    ])
    expect(await shownIds(page)).toEqual(['versioning/vary', 'terms/items', 'terms/country-required'])
    expect(await page.locator('#results h2').allTextContents()).toEqual([
      'versioning 1 of 2 results, 1 to look at',
      'terms 2 results, 2 to look at',
    ])
    expect(await page.locator('#shown').textContent()).toBe('3 of 6 results shown')
    expect([requests, problems]).toEqual([[], []])
  })

  test('leads from each cell and number to what it counts, and back', async ({ skip }) => {
    const { page } = await open(skip)
    await page.getByLabel('versioning, service: 1 passed').click()
    expect(await shownIds(page)).toEqual(['versioning/error-body'])
    expect(fragmentOf(page)).toBe('#?state=*&area=versioning&version=service')
    await page.getByRole('link', { name: '1 new: fail now' }).click()
    expect(await shownIds(page)).toEqual(['versioning/vary'])
    await page.getByRole('link', { name: '1 fixed' }).click()
    expect(await shownIds(page)).toEqual(['versioning/error-body'])
    await page.goBack()
    await page.goBack()
    expect(await shownIds(page)).toEqual(['versioning/error-body'])
    expect(await page.locator('#choice-version').inputValue()).toBe('service')
    await page.goBack()
    expect(await shownIds(page)).toHaveLength(3)
    await page.goForward()
    expect(await shownIds(page)).toEqual(['versioning/error-body'])
  })

  test('filters by state, version and area, and says so in its address', async ({ skip }) => {
    const { page } = await open(skip)
    await page.getByRole('checkbox', { name: 'flaky' }).uncheck()
    await page.getByRole('checkbox', { name: 'skipped' }).check()
    expect(await shownIds(page)).toEqual(['versioning/vary', 'terms/items', 'quote/fees'])
    await page.getByLabel('Area').selectOption('quote')
    expect(await shownIds(page)).toEqual(['quote/fees'])
    expect(fragmentOf(page)).toBe('#?state=failed,warning,skipped&area=quote')
    await page.reload()
    expect(await shownIds(page)).toEqual(['quote/fees'])
    expect(await page.getByRole('checkbox', { name: 'flaky' }).isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Clear' }).click()
    expect(await shownIds(page)).toHaveLength(3)
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
    }
    await page.getByLabel('Search').fill('100% & #1?=vary')
    // The browser loads the address that its page has reported, and reports arrive later.
    await expect.poll(() => fragmentOf(page)).toContain('vary')
    await page.reload()
    expect(await page.getByLabel('Search').inputValue()).toBe('100% & #1?=vary')
  })

  test('says what the filters hide of a search that finds nothing else, and shows it', async ({ skip }) => {
    const { page } = await open(skip)
    const hidden = page.getByText('The filters hide 1 result with these words.')
    await page.getByLabel('Search').fill('nothing like it')
    expect(await hidden.count()).toBe(0)
    await page.getByLabel('Search').fill('error-body')
    expect(await hidden.count()).toBe(1)
    expect(await shownIds(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove the filters' }).click()
    expect(await shownIds(page)).toEqual(['versioning/error-body'])
    expect(await hidden.count()).toBe(0)
    expect(fragmentOf(page)).toBe('#?state=*&q=error-body')
  })

  test('has what failed above what is a warning, and options in one piece', async ({ skip }) => {
    const messages = Array.from({ length: 4 }, (_, index) => `${'x'.repeat(4 * index + 12)} --max-creations`)
    const warnings = messages.map((message) => ({ code: 'creations-capped', message }) as const)
    const [passed, , warned] = results
    const failed = resultOf({ id: 'zebra/late', state: 'failed', reason: 'r', findings: [finding('late')] })
    const shown = { ...reportOf([passed, warned, failed].flatMap((one) => one ?? [])), warnings }
    const { page } = await open(skip, shown, { viewport: { width: 360, height: 800 } })
    expect(await page.locator('.card > h2').allInnerTexts()).toEqual([
      'Not as promised',
      'Warnings of the run',
      expect.stringContaining('Overview'),
    ])
    expect(await shownIds(page)).toEqual(['zebra/late', 'terms/items'])
    const options = await page.locator('.option').all()
    expect(options).toHaveLength(messages.length)
    for (const option of options) {
      expect(await option.evaluate((node) => node.getClientRects().length)).toBe(1)
    }
  })

  test('opens the result that its address names, whatever the filter says', async ({ skip }) => {
    const fragment = '#versioning/error-body@service?state=failed&q=nothing'
    const { page } = await open(skip, report, { fragment })
    expect(await shownIds(page)).toEqual(['versioning/error-body'])
    expect(await openIds(page)).toEqual(['versioning/error-body'])
    expect(await focusedId(page)).toBe('versioning/error-body')
    expect(await page.locator('.messages pre').last().textContent()).toContain('"error": "no such version"')
  })

  test('names in its address what is opened, and copies a link to it', async ({ skip }) => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page } = await open(skip, report, { permissions })
    await page.locator('summary', { hasText: 'no Vary came' }).click()
    expect(fragmentOf(page)).toBe('#versioning/vary@2026-08-01')
    await page.getByRole('button', { name: 'Copy link' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    await page.goto('about:blank')
    await page.goto(copied)
    expect(await openIds(page)).toEqual(['versioning/vary'])
    expect(await focusedId(page)).toBe('versioning/vary')
    await page.keyboard.press('Escape')
    expect(await openIds(page)).toEqual([])
    expect(fragmentOf(page)).toBe('')
    await page.goBack()
    expect(await openIds(page)).toEqual(['versioning/vary'])
  })

  test('puts an exchange beside what was promised, with a line that sends it again', async ({ skip }) => {
    const { page } = await open(skip)
    await page.locator('summary', { hasText: 'no Vary came' }).click()
    const found = page.locator('.part:visible')
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
    const rows = shown.map(([body], index) =>
      resultOf({ id: `a/r${index}`, state: 'failed', findings: [finding('no', body)] }),
    )
    const { page } = await open(skip, reportOf(rows))
    for (const summary of await page.locator('.item > summary').all()) await summary.click()
    const bodies = await page.locator('.messages div:nth-child(2) pre').allTextContents()
    expect(bodies).toEqual(shown.map(([, text]) => `200\ncontent-type: application/json\n\n${text}`))
  })

  test('can be used with the keyboard alone', async ({ skip }) => {
    const { page } = await open(skip)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the results')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focusedId(page)).toBe('versioning/vary')
    await page.keyboard.press('Enter')
    expect(await openIds(page)).toEqual(['versioning/vary'])
    for (const step of ['A', 'BUTTON', 'PRE']) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe(step)
    }
    await page.keyboard.press('Escape')
    expect(await focusedId(page)).toBe('versioning/vary')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await focusedId(page)).toBe('terms/items')
    await page.keyboard.press('/')
    await page.keyboard.type('jk/')
    expect(await page.getByLabel('Search').inputValue()).toBe('jk/')
    await page.keyboard.press('Escape')
    expect(await shownIds(page)).toHaveLength(3)
  })

  test('never runs what a service sent, and shows it as it is', async ({ skip }) => {
    const { page, requests, problems } = await open(skip, report, { fragment: '#?state=*' })
    for (const summary of await page.locator('.item > summary').all()) await summary.click()
    expect(await page.title()).toBe('Contract of https://api.example/api')
    expect(await page.locator('#results img, #results script').count()).toBe(0)
    const shown = await page.locator('#results').innerText()
    expect(shown).toContain('</script><script>document.title = "run"</script>')
    expect(shown).toContain('\\u202eabc \\u0000')
    expect(shown).toContain('served: 0.1 (4 times)')
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
    expect(await background(dark.page)).toBe('rgb(246, 247, 249)')
    const light = await open(skip, report, { colorScheme: 'light' })
    expect(await background(light.page)).toBe('rgb(246, 247, 249)')
    await light.page.getByText('Dark or light').click()
    expect(await background(light.page)).toBe('rgb(20, 23, 27)')
  })

  test('without a script has the verdict, the overview and what is not as promised', async ({ skip }) => {
    const { page } = await open(skip, report, { javaScriptEnabled: false })
    expect(await page.locator('.verdict').innerText()).toContain('The contract is broken')
    await page.getByLabel('terms, 2026-08-01').click()
    const found = page.locator('#results section section')
    expect(await found.locator('h3').allInnerTexts()).toEqual([
      '✕ failed versioning/vary',
      '! warning terms/items',
      '! flaky terms/country-required',
    ])
    expect(await page.locator('#results').innerText()).toContain('two lists came')
    expect(await page.locator('form').isVisible()).toBe(false)
  })

  test('of a thousand results with large bodies stays usable', async ({ skip }) => {
    const body = JSON.stringify({ text: '<&"'.repeat(5_000) })
    const large = reportOf(
      Array.from({ length: 1_000 }, (_, index) =>
        resultOf({
          id: `area-${index % 12}/rule-${index}`,
          state: 'failed',
          findings: [finding(`finding ${index}`, body)],
        }),
      ),
    )
    expect(renderHtml(large).length).toBeLessThan(10_000_000)
    const { page, problems } = await open(skip, large)
    await page.getByLabel('Search').fill('rule-504')
    expect(await shownIds(page)).toEqual(['area-0/rule-504'])
    await page.locator('.item > summary:visible').click()
    expect(await page.locator('.messages:visible').innerText()).toMatch(/… \(\d+ more characters\)/)
    expect(problems).toEqual([])
  })
})

const change = (index: number) =>
  changeOf(index % 2 === 0 ? 'response-property-removed' : 'request-property-added', {
    sentence: `Property \`p${index}\` ${hostile} was changed`,
    uses: [{ operation: `get /pets/{id}/toys-${index % 3}`, within: hostile }],
    before: { type: 'string', note: hostile },
  })
const changes = Array.from({ length: 12 }, (_, index) => change(index))

const petsOf = (type: string) => ({
  openapi: '3.1.0',
  components: { schemas: { Pet: { properties: { name: { type, pattern: hostile + type } } } } },
})
const documents = {
  from: { document: petsOf('string'), href: './specs/2026-07-01.json' },
  to: { document: petsOf('integer'), href: './specs/2026-08-01.json' },
}

/** Data of a comparison is compressed: a moment after the page is there, its rows are. */
const unpacked = async (page: Page): Promise<void> => {
  if ((await page.locator('[data-packed]').count()) > 0) await page.locator('details.item').first().waitFor()
}

const long = `https://api.example/${'x'.repeat(2_000)}`
const wide: Report = {
  ...reportOf([
    resultOf({
      id: `versioning/${'long-'.repeat(40)}name`,
      state: 'failed',
      statement: 'y'.repeat(3_000),
      findings: [{ ...finding('z'.repeat(3_000), 'b'.repeat(16_000)), pointer: `/${'p'.repeat(3_000)}` }],
    }),
    ...results,
  ]),
  target: { baseUrl: long, specUrl: long },
}

/** The page as a browser without script shows it, in a browser with script, because axe is a script. */
const plain = (html: string): string => html.replaceAll(/<script[^]*?<\/script>|<\/?noscript>/g, '')

describe.each([
  ['report.html', renderHtml(report)],
  ['report.html of long texts without a script', plain(renderHtml(wide))],
  ['a comparison without a script', plain(renderDiffHtml(diffOf(changes), documents))],
  ['report.html of long texts', renderHtml(wide)],
  ['a comparison', renderDiffHtml(diffOf(changes), documents)],
  ['a changelog', renderChangelog('Changelog', [releaseOf(diffOf(changes), documents)], 'html')],
])('%s', (_name, html) => {
  test('fits every width, and owes nothing to assistive technology', async ({ skip }) => {
    const { page } = await openPage(skip, html, { bypassCSP: true })
    await unpacked(page)
    const [first, ...others] = await page.locator('.item > summary').all()
    await first?.click()
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      for (const control of await page.locator('input, select, button').all()) {
        const box = await control.boundingBox()
        if (box) expect(box.x + box.width).toBeLessThanOrEqual(width)
      }
    }
    for (const summary of others) await summary.click()
    expect(await faultsOf(page, [1280])).toEqual([])
  })
})

describe('a comparison', () => {
  const html = renderDiffHtml(diffOf(changes), documents)

  test('lists changes by what a client has to do, each with an address', async ({ skip }) => {
    const { page, requests, problems } = await openPage(skip, html)
    await unpacked(page)
    expect(await page.locator('#results h2').allTextContents()).toEqual([
      'May have to change 6 changes, 6 to look at',
      'Nothing to do 6 changes',
    ])
    expect(await page.locator('.overview tbody th').allInnerTexts()).toEqual([
      '/toys-0',
      '/toys-1',
      '/toys-2',
    ])
    await page.locator('.item > summary').first().click()
    expect(fragmentOf(page)).toMatch(/^#[a-z-]+@[0-9a-f]{16}$/)
    await page.reload()
    await unpacked(page)
    expect(await openIds(page)).toHaveLength(1)
    expect(await page.locator('#results img, #results script').count()).toBe(0)
    expect([requests, problems]).toEqual([[], []])
  })

  test('shows fragments side by side, and leads to the line in either document', async ({ skip }) => {
    const { page } = await openPage(skip, html, { viewport: { width: 1400, height: 900 } })
    await unpacked(page)
    await page.locator('.item > summary').first().click()
    const rows = page.locator('.excerpt:visible tbody tr')
    expect(await rows.nth(2).locator('td').allInnerTexts()).toEqual([
      '-     type: string',
      '+     type: integer',
    ])
    const [before, after] = await page.locator('.excerpt:visible tbody tr:nth-child(3) td').all()
    expect((await before?.boundingBox())?.y).toBe((await after?.boundingBox())?.y)
    const links = page.locator('.part:visible dd a')
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      './specs/2026-07-01.json#L10',
      './specs/2026-08-01.json#L12',
    ])
    await page.setViewportSize({ width: 360, height: 900 })
    expect((await before?.boundingBox())?.x).toBe((await after?.boundingBox())?.x)
  })

  test('without a script has the same, as much as there is room for', async ({ skip }) => {
    const { page } = await openPage(skip, html, { javaScriptEnabled: false })
    expect(await page.locator('#results h2').allInnerTexts()).toEqual([
      'May have to change 6 changes',
      'Nothing to do 6 changes',
    ])
    expect(await page.locator('#results h3').count()).toBe(12)
    expect(await page.locator('#results pre').count()).toBe(12)
    expect(await page.title()).not.toBe('run')
  })
})
