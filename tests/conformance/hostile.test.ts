import { afterAll, describe, expect, test } from 'vitest'
import { type Report, renderJson, renderJunit, renderText } from '../../conformance/index.js'
import type { Answer } from '../payment/services/call.js'
import { apiKey, type Asked, type Wrong } from '../payment/services/behave.js'
import { startService } from '../payment/services/service.js'
import { CodeFolder } from './support/code.js'
import { examine, planFor } from './support/examine.js'
import { readXml } from './reports/xml.js'
import { isWhole, rowsOf } from '../support/whole.js'

const code = new CodeFolder()
afterAll(() => code.remove())

const run = async (wrong: Wrong, key = apiKey): Promise<Report> => {
  const service = await startService({ customer: 'wrapped' }, wrong)
  try {
    return await examine(
      await planFor(service, code, {
        timeoutMs: 1_000,
        versions: isWhole ? ['2025-03-13', '2026-08-01'] : ['2026-08-01'],
      }),
      key,
    )
  } finally {
    await service.close()
  }
}

const onApi = (change: (answer: Answer, about: Asked) => Answer): Wrong => ({
  answer: (answer, about) => (about.isSpec ? answer : change(answer, about)),
})

const body = (text: string, type = 'application/json'): Wrong =>
  onApi((answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': type }, body: text }))

const paint = { bold: String, dim: String, red: String, green: String, yellow: String }

const requireWhole = (report: Report): void => {
  expect(report.results.length).toBeGreaterThan(100)
  expect(report.results.filter(({ state, reason }) => state === 'skipped' && (reason ?? '') === '')).toEqual(
    [],
  )
  readXml(renderJunit(report))
  expect(renderText(report, paint)).toContain('Contract of')
}

describe('whatever a service sends, the run ends with a whole report', () => {
  let count = 0

  const bodies: readonly (readonly [string, Wrong])[] = [
    ['null', body('null')],
    ['a list of lists', body('[[[[]]]]')],
    ['objects of nulls', body('{"id":null,"status":null,"fee":null,"items":null}')],
    [
      'lists where objects are due',
      body('{"id":[1],"fee":[],"amount_in":[],"currencies":{},"fiat_deposit":"x"}'),
    ],
    ['nothing', body('')],
    ['deep nesting', body(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)],
    ['names of prototypes', body('{"__proto__":{"id":1},"constructor":{"id":"c"},"toString":1}')],
    ['half a document', body('{"id":"')],
    ['control characters', body('{"message":"\\u0000\\u001b[2J"} \u0000\u001B')],
    ['a page', body('<!doctype html>', 'text/html')],
    ['a media type that is none', body('{}', ';;;')],
    ['every status in turn', onApi((answer) => ({ ...answer, status: 200 + ((count++ * 7) % 399) }))],
    [
      'redirects to elsewhere',
      onApi((answer) => ({ ...answer, status: 307, headers: { location: 'http://127.0.0.1:1/' } })),
    ],
    [
      'a broken connection now and then',
      onApi((answer) => (count++ % 5 === 0 ? { ...answer, status: 0 } : answer)),
    ],
  ]
  /** A body of another type, one that is none, another status, and no response. */
  const typical = new Set([
    'objects of nulls',
    'deep nesting',
    'half a document',
    'every status in turn',
    'a broken connection now and then',
  ])

  test.each(rowsOf(bodies, ([name]) => typical.has(name)))('%s', async (_case, wrong) => {
    requireWhole(await run(wrong))
  })
})

/** Failures of severity error; a document that shows little is a warning. */
const brokenErrors = ({ results }: Report) =>
  results.filter(({ state, severity }) => state === 'failed' && severity === 'error')

describe('the key is in no report, however the service repeats it', () => {
  const spellings = [
    apiKey,
    encodeURIComponent(apiKey),
    JSON.stringify(apiKey).slice(1, -1),
    apiKey.replaceAll('&', '&amp;'),
    Buffer.from(apiKey).toString('base64'),
    Buffer.from(apiKey).toString('base64url'),
  ]
  const asText = spellings.join(' | ')

  const ways: readonly (readonly [string, Wrong])[] = [
    ['in plain text', body(asText, 'text/plain')],
    [
      'in JSON',
      body(JSON.stringify({ message: asText, error: 'unsupported_api_version', reason: asText, id: asText })),
    ],
    ['in names of JSON', body(JSON.stringify({ [asText]: 1, fiat_deposit: { eur: { [asText]: 'Wrong' } } }))],
    [
      'in headers',
      onApi((answer) => ({
        ...answer,
        status: 299,
        headers: {
          'x-api-version': apiKey,
          vary: apiKey,
          location: `/${spellings[1]}`,
          'content-type': apiKey,
        },
      })),
    ],
    [
      'in documents',
      {
        answer: (answer, { isSpec, path }) =>
          isSpec && path === '/spec' ? { ...answer, body: asText } : answer,
      },
    ],
    ['and hangs up', onApi((answer) => ({ ...answer, status: 0 }))],
  ]
  const typical = new Set(['in JSON', 'in headers', 'in documents'])

  test.each(rowsOf(ways, ([name]) => typical.has(name)))('%s', async (_case, wrong) => {
    const report = await run(wrong)
    const outputs = [renderJson(report), renderJunit(report), renderText(report, paint)]
    const decoded = JSON.stringify(JSON.parse(renderJson(report)), (_, value: unknown) => value)
    for (const spelling of [...spellings, JSON.stringify(JSON.stringify(apiKey)).slice(3, -3)]) {
      for (const output of [...outputs, decoded]) expect(output.includes(spelling), spelling).toBe(false)
    }
    const isRepeated = report.results.some(({ findings }) => findings.length > 0)
    expect(outputs[0]?.includes('[redacted]')).toBe(isRepeated)
  })

  test('nor does taking it out change what is judged, be the key as short as can be', async () => {
    const report = await run({ key: (key) => (key === '1' ? apiKey : key) }, '1')
    expect(brokenErrors(report)).toEqual([])
    expect(report.results.filter(({ state }) => state === 'passed').length).toBeGreaterThan(100)
  })
})
