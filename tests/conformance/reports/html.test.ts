import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { renderHtml, verdictSentence } from '../../../conformance/index.js'
import { valueAt } from '../../../conformance/reports/html/items.js'
import { sentenceHtml } from '../../../reporting/html/escape.js'
import { exchangeOf, reportOf, resultOf } from '../support/make.js'
import { reports } from './make-reports.js'

const named = Object.entries(reports)
const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const between = (text: string, start: string, end: string): string =>
  text.slice(text.indexOf(start) + start.length, text.indexOf(end, text.indexOf(start)))

describe('report.html', () => {
  test.each(named)(
    'of a %s run allows its own style and script by their digests, and nothing else',
    (_name, report) => {
      const page = renderHtml(report)
      const style = between(page, '<style>', '</style>')
      const script = between(page, '<script type="module">', '</script>')
      expect(between(page, 'Content-Security-Policy" content="', '">')).toBe(
        `default-src 'none'; style-src ${digest(style)}; script-src ${digest(script)}; base-uri 'none'; form-action 'none'`,
      )
      expect(page.match(/<script/g)).toHaveLength(2)
      expect(page).not.toMatch(/ src=|url\(|@import/)
      expect(page).not.toMatch(/ href="[^#]/)
    },
  )

  test.each(named)('of a %s run holds what was sent as data that reads back', (_name, report) => {
    const json = between(renderHtml(report), '<script type="application/json" id="report">', '</script>')
    expect(json).not.toContain('<')
    expect((JSON.parse(json) as { items: unknown[] }).items).toHaveLength(report.results.length)
  })

  test.each(named)('of a %s run says the verdict and the overview without a script', (_name, report) => {
    const [body = ''] = renderHtml(report).split('<script')
    const areas = new Set(report.results.map(({ id }) => id.split('/')[0]))
    expect(body).toContain(`<span>${sentenceHtml(verdictSentence(report))}</span>`)
    for (const { id, version } of report.results) {
      const area = areas.size > 1 ? id.split('/')[0] : 'Versioning%204'
      expect(body).toContain(`area=${area}&amp;version=${version === '*' ? 'service' : version}`)
    }
    expect(body.match(/<section id="[a-z-]+\/[a-z-]+@/g) ?? []).toHaveLength(
      report.results.filter(({ state }) => ['failed', 'flaky', 'inconclusive'].includes(state)).length,
    )
  })

  test('has the words that go with one', () => {
    const [, report] = named[0] ?? expect.fail('no report')
    const page = renderHtml({ ...report, results: report.results.slice(0, 1) })
    expect(page).toContain('<small>1 result</small>')
    expect(page).not.toMatch(/\b1 (results|requests|rules|findings)\b/)
  })

  test('shows the exchanges of what passed, each once', () => {
    const exchange = { ...exchangeOf({ body: '{"seen":true}' }), id: 'a-1' }
    const passed = { exchanges: ['a-1', 'a-2'] }
    const shown = {
      ...reportOf([resultOf(passed), resultOf({ ...passed, id: 'versioning/echo' })]),
      evidence: [exchange],
    }
    const json = between(renderHtml(shown), '<script type="application/json" id="report">', '</script>')
    const { items, exchanges } = JSON.parse(json) as {
      items: { sections: { exchanges: number[] }[] }[]
      exchanges: { responseBody: string }[]
    }
    expect(exchanges.map(({ responseBody }) => responseBody)).toEqual(['{"seen":true}'])
    expect(items.map(({ sections }) => sections.map((one) => one.exchanges))).toEqual([[[0]], [[0]]])
  })

  test('escapes the address in its title', () => {
    const [, report] = named[0] ?? expect.fail('no report')
    const page = renderHtml({ ...report, target: { ...report.target, baseUrl: `http://x/<b>"'&` } })
    expect(page).toContain('<title>Contract of http://x/&lt;b&gt;&quot;&#39;&amp;</title>')
  })
})

describe('the value at a pointer', () => {
  const body = JSON.stringify({ 'a/b': [{ 'c~d': null, long: 'x'.repeat(1_000) }] })

  test.each([
    ['/a~1b/0/c~0d', 'null'],
    ['/a~1b/1', undefined],
    ['/toString', undefined],
    ['#/paths/~1x', undefined],
    [undefined, undefined],
    ['/a~1b/0/long', `"${'x'.repeat(499)}…`],
  ])('%s is %s', (pointer, value) => {
    expect(valueAt(exchangeOf({ body }), pointer)).toBe(value)
  })

  test('of a body that is no JSON there is none', () => {
    expect(valueAt(exchangeOf({ body: 'x' }), '/a')).toBeUndefined()
  })
})
