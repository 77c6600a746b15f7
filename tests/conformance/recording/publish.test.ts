import { requestCount } from '../../../conformance/model/report.js'
import { describe, expect, test } from 'vitest'
import { publish, publishEvidence } from '../../../conformance/recording/publish.js'
import { madeUpSignature, makeRedactor, unsigned } from '../../../conformance/recording/redact.js'
import { exchangeOf, resultOf } from '../support/make.js'

const secret = 's/e+c"r&e<t>\u00FC'
const redact = makeRedactor([secret])

// Combined spellings; tests/redaction covers the single ones.
test.each([
  ['in a URL of Latin-1', `${encodeURIComponent('s/e+c"r&e<t>')}%FC`],
  ['in JSON with markup escaped', 's/e+c\\"r\\u0026e\\u003Ct\\u003e\u00FC'],
  ['in JSON in JSON in JSON', JSON.stringify(JSON.stringify(JSON.stringify(secret))).slice(7, -7)],
  ['in markup with quotes', 's/e+c&quot;r&amp;amp;e&lt;t&#62;&#xfc;'],
  ['read in another encoding', Buffer.from(secret, 'utf8').toString('latin1')],
])('a secret is taken out %s', (_case, spelling) =>
  expect(redact(`before ${spelling} after ${spelling}`)).toBe('before [redacted] after [redacted]'),
)

test('a secret is taken out with spaces, however many are left', () =>
  expect(makeRedactor(['ab  cd   ef'])('1: ab cd ef, 2: ab  cd   ef, 3: ab++cd+++ef')).toBe(
    '1: [redacted], 2: [redacted], 3: [redacted]',
  ))

test('the longer of two secrets is taken out first, and nothing for an empty one', () => {
  expect(makeRedactor(['key-of-one', 'key-of-one-two', ''])('key-of-one-two, key-of-one')).toBe(
    '[redacted second key], [redacted]',
  )
  expect(makeRedactor([''])('as it was')).toBe('as it was')
})

describe('what leaves the engine', () => {
  const exchange = exchangeOf({
    url: `https://api.example/api?k=${encodeURIComponent(secret)}`,
    asked: [
      ['X-API-Key', 'anything at all'],
      ['x-note', secret],
    ],
    sent: JSON.stringify({ secret }),
    headers: [['location', `/${secret}`]],
    body: `${'x'.repeat(16_370)}${secret}${'y'.repeat(100)}`,
  })
  const finding = {
    message: `came ${secret}`,
    pointer: `/${secret}`,
    pattern: secret,
    expected: secret,
    operations: [`GET /${secret}`],
    location: { file: `https://api.example/${secret}`, line: 1 },
    occurrences: 1,
    evidence: [exchange],
  }
  const result = resultOf({
    state: 'failed',
    reason: secret,
    fix: `Remove ${secret}.`,
    operations: [`GET /${secret}`],
    cause: exchange,
    notes: [{ message: secret, occurrences: 1 }],
    findings: [finding],
  })
  const published = publish(result, redact)

  test('holds no secret, and no key of whatever kind', () => {
    const text = JSON.stringify(published)
    expect(redact(text)).toBe(text)
    expect(text).not.toContain('anything at all')
    expect(published).toMatchObject({
      reason: '[redacted]',
      fix: 'Remove [redacted].',
      operations: ['GET /[redacted]'],
      findings: [
        {
          message: 'came [redacted]',
          pointer: '/[redacted]',
          location: { file: 'https://api.example/[redacted]', line: 1 },
        },
      ],
    })
  })

  test('keeps what refers to something, though a short secret equals it', () => {
    const short = makeRedactor(['failed', '2026-08-01', 'terms/items', '7', 'error', 'time'])
    const skipped = resultOf({ id: 'terms/items', state: 'failed', lacks: 'time', exchanges: ['7'] })
    expect(publish(skipped, short)).toEqual(skipped)
  })

  test('has long bodies cut after secrets were taken out, and says so', () => {
    const body = published.findings[0]?.evidence[0]?.response.body
    expect(body).toMatch(/^x{16370}\[redacted\]y{4}… \(96 more characters\)$/)
  })

  test('has tokens that the service issued without their signatures, and those that the run makes up whole', () => {
    const [named, own] = ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZSJ9', '[redacted signature]']
    const clean = unsigned(redact)
    expect(clean(`["${named}.${'x'.repeat(43)}", "a.b.c"]`)).toBe(`["${named}.${own}", "a.b.c"]`)
    const long = `${named}${'A'.repeat(20_000)}`
    expect(clean(`${long}.${'x'.repeat(43)}`)).toBe(`${long}.${own}`)
    expect(clean(`Bearer ${named}.${madeUpSignature}`)).toBe(`Bearer ${named}.${madeUpSignature}`)
  })

  test('has less of the bodies that show how a rule passed', () =>
    expect(publishEvidence(exchange, redact).response.body).toMatch(/^x{4096}… \(12384 more characters\)$/))

  test('is otherwise what it was', () => {
    const plain = resultOf({ durationMs: 5, requests: requestCount(3), findings: [] })
    expect(publish(plain, redact)).toEqual(plain)
  })
})
