import { requestCount } from '../../../conformance/model/requests.js'
import { describe, expect, test } from 'vitest'
import { publish, publishEvidence } from '../../../conformance/recording/publish.js'
import { makeRedactor } from '../../../conformance/recording/redact.js'
import { exchangeOf, resultOf } from '../support/make.js'

const secret = 's/e+c"r&e<t>\u00FC'
const redact = makeRedactor([secret])

describe('every spelling of a secret is taken out', () => {
  test.each([
    ['plain', secret],
    ['in a URL', encodeURIComponent(secret)],
    [
      'in a URL, in small letters',
      encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
    ],
    ['in JSON', JSON.stringify({ a: secret }).slice(6, -2)],
    ['in JSON with slashes escaped', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON of ASCII', 's/e+c\\"r&e<t>\\u00fc'],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    ['in markup', 's/e+c"r&amp;e&lt;t&gt;\u00FC'],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
    ['in a URL of Latin-1', `${encodeURIComponent('s/e+c"r&e<t>')}%FC`],
    ['in a URL, twice', encodeURIComponent(encodeURIComponent(secret))],
    ['in a URL, in part', 's/e%2Bc"r%26e<t>\u00FC'],
    ['in JSON with markup escaped', 's/e+c\\"r\\u0026e\\u003Ct\\u003e\u00FC'],
    ['in JSON in JSON in JSON', JSON.stringify(JSON.stringify(JSON.stringify(secret))).slice(7, -7)],
    ['in markup with quotes', 's/e+c&quot;r&amp;amp;e&lt;t&#62;&#xfc;'],
    ['read in another encoding', Buffer.from(secret, 'utf8').toString('latin1')],
    ['in hexadecimal', Buffer.from(secret).toString('hex').toUpperCase()],
  ])('%s', (_case, spelling) => {
    expect(redact(`before ${spelling} after ${spelling}`)).toBe('before [redacted] after [redacted]')
  })

  test('as form data, with spaces', () => {
    expect(makeRedactor(['ab cd ef'])('x=ab+cd+ef&y=ab%20cd%20ef')).toBe('x=[redacted]&y=[redacted]')
  })

  test.each([0, 1, 2, 3, 4, 5])('in base64 with %d characters before it', (length) => {
    const around = Buffer.from(`${'u'.repeat(length)}${secret} and more`).toString('base64')
    const core = Buffer.from(secret).toString('base64').slice(4, 12)
    const left = Buffer.from(redact(around).replace('[redacted]', ''), 'base64').toString()
    expect(redact(around)).toContain('[redacted]')
    expect(redact(around)).not.toContain(core)
    expect(left).not.toMatch(/e\+c|r&e/)
  })

  test.each([
    ['plain', 's/e+c"r&'],
    ['in JSON', 's/e+c\\"r\\u00'],
    ['in a URL', 's%2Fe%2Bc%22r%2'],
    ['in base64', Buffer.from(secret).toString('base64').slice(0, 11)],
  ])('in a message that shows only the beginning, %s', (_case, half) => {
    expect(redact(`said ${half}… came`)).toBe('said [redacted]… came')
    expect(redact(`said ${half} came`)).toBe(`said ${half} came`)
  })

  test('with spaces, however many are left', () => {
    expect(makeRedactor(['ab  cd   ef'])('1: ab cd ef, 2: ab  cd   ef, 3: ab++cd+++ef')).toBe(
      '1: [redacted], 2: [redacted], 3: [redacted]',
    )
  })

  test('in a hostile text, without being long about it', () => {
    const hostile = ['\\'.repeat(2_000_000), '%25'.repeat(700_000), '&amp;'.repeat(400_000)].join(' ')
    expect(redact(hostile)).toBe(hostile)
  })

  test('the longer of two secrets first, and nothing for an empty one', () => {
    expect(makeRedactor(['key-of-one', 'key-of-one-two', ''])('key-of-one-two, key-of-one')).toBe(
      '[redacted second key], [redacted]',
    )
    expect(makeRedactor([''])('as it was')).toBe('as it was')
  })
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

  test('has less of the bodies that show how a rule passed', () => {
    expect(publishEvidence(exchange, redact).response.body).toMatch(/^x{4096}… \(12384 more characters\)$/)
  })

  test('is otherwise what it was', () => {
    const plain = resultOf({ durationMs: 5, requests: requestCount(3), findings: [] })
    expect(publish(plain, redact)).toEqual(plain)
  })
})
