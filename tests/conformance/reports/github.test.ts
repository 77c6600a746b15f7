import { describe, expect, test } from 'vitest'
import {
  longestJobSummary,
  type Report,
  renderAnnotations,
  renderJobSummary,
} from '../../../conformance/index.js'
import { reportOf, resultOf } from '../support/make.js'
import { reports } from './make-reports.js'

const named = Object.entries(reports)
const reportNamed = (name: string): Report => reports[name] ?? expect.fail(`no report is named ${name}`)
const broken = (count: number, message = 'no'): Report =>
  reportOf(
    Array.from({ length: count }, (_, index) => [
      resultOf({ id: `a/e${index}`, state: 'failed', findings: [{ message, occurrences: 1, evidence: [] }] }),
      resultOf({
        id: `a/w${index}`,
        state: 'failed',
        severity: 'warning',
        findings: [{ message, occurrences: 1, evidence: [] }],
      }),
    ]).flat(),
  )

describe('annotations', () => {
  test('tell each broken rule once, errors and warnings apart', () => {
    expect(renderAnnotations(reportNamed('failing')).split('\n')).toEqual([
      '::error title=versioning/error-body::the version error is due /error%0Aand 3 more%0AVersioning 4; service',
      '::error title=versioning/vary::Vary: X-API-Version is due, no Vary came%0AVersioning 4; 2026-08-01',
      '::warning title=terms/global-document::two came%0AVersioning 4; 2026-08-01',
      '::warning title=terms/items::200 is due, 502 came%0AVersioning 4; 2026-08-01; flaky: it passed when repeated',
      '',
    ])
  })

  test('tell that a run is incomplete', () => {
    expect(renderAnnotations(reportNamed('incomplete'))).toMatch(
      /^::error title=rampart::The run is incomplete: 2 of 3/,
    )
  })

  test('of a run that found nothing are none', () => {
    expect(renderAnnotations(reportNamed('passing'))).toBe('')
  })

  test.each(named)('of a %s run are one command a line', (_name, report) => {
    const lines = renderAnnotations(report).split('\n').slice(0, -1)
    for (const line of lines) expect(line).toMatch(/^::(error|warning) title=[^:,]*::[^\r\n]*$/)
  })

  test('escape what would end a command or a property', () => {
    const report = reportOf([
      resultOf({
        id: 'a,b:c%/d',
        state: 'failed',
        findings: [{ message: '100%\r\n::error::x', occurrences: 1, evidence: [] }],
      }),
    ])
    expect(renderAnnotations(report)).toBe(
      '::error title=a%2Cb%3Ac%25/d::100%25\uFFFD\uFFFD::error::x%0AVersioning 4; 2026-08-01\n',
    )
  })

  test('are at most ten of a kind, the last of which names the rest', () => {
    const lines = renderAnnotations(broken(12)).split('\n').slice(0, -1)
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10)
    expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(10)
    expect(lines[9]).toBe('::error title=rampart::3 more rules: a/e9, a/e10, a/e11')
    expect(renderAnnotations(broken(10))).not.toContain('more rule')
  })
})

describe('the job summary', () => {
  test('says what broke, where and how often', () => {
    const text = renderJobSummary(reportNamed('failing'))
    expect(text).toContain('❌ The contract is broken\\: 2 of 5 rules failed, 5 findings, with 2 warnings\\.')
    expect(text).toContain('| 2026-08-01 | 1 | 1 | 1 | 1 | 7 | 0 |')
    expect(text).toContain('Vary\\: X-API-Version is due, no Vary came (512 times)')
    expect(text).toContain('<br>and 1 more |')
  })

  test.each([
    ['passing', '✅ The contract holds'],
    ['skipped', '⚠️ Nothing is known of the contract'],
    ['incomplete', '⚠️ The run is incomplete'],
  ])('of a %s run begins with %s', (name, first) => {
    expect(renderJobSummary(reportNamed(name)).split('\n')[0]).toContain(`### ${first}`)
  })

  test('takes nothing that a service said for Markdown or HTML', () => {
    const hostile = '<img src=x onerror=alert(1)> | ![a](https://evil.example) @team https://evil.example `x`'
    const text = renderJobSummary(broken(1, hostile))
    expect(text).not.toMatch(/<(?!br>)/)
    expect(text).not.toMatch(/(?<!\\)[`@!]/)
    expect(text).not.toMatch(/https:/)
    for (const line of text.split('\n').filter((one) => one.startsWith('| failed'))) {
      expect(line.match(/(?<!\\)\|/g)).toHaveLength(6)
    }
  })

  test('fits what GitHub takes, and says what is missing', () => {
    const text = renderJobSummary(broken(5_000, 'é'.repeat(1_000)))
    expect(Buffer.byteLength(text)).toBeLessThan(longestJobSummary)
    expect(text).toMatch(/and \d+ more rules in the report/)
    expect(Buffer.byteLength(renderJobSummary(broken(100), 3_000))).toBeLessThan(3_000)
  })
})
