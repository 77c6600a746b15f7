import { createHash, createHmac } from 'node:crypto'
import { isObject, type JsonObject } from '../../document/index.js'

/** One way to make a mistake: `drill` makes it, and `verify` looks for it. */
export interface SigningWay<Apply> {
  /** In the table of mistakes. */
  readonly name: string
  /** The signed text, as a phrase after "signed". */
  readonly how: string
  /** `verify` looks for it, but `drill` does not make it, because each way costs a delivery. */
  readonly isRare?: boolean | undefined
  readonly apply: Apply
}

/** Makes another key from a secret. Zero bytes after a key do not change an HMAC, so no row adds them. */
type ApplyToKey = (secret: string) => string | Uint8Array

interface TextParts {
  readonly timestamp: string
  readonly id: string
  readonly time: string
}

/** Makes other text before and after the body; undefined where it is not possible. */
type ApplyToText = (parts: TextParts) => readonly [before: string, after: string] | undefined

/** Makes another text from a body; undefined if it lacks the part. */
type ApplyToBody = (event: JsonObject) => string | undefined

type ApplyToDigest = (key: string | Uint8Array, timestamp: string, body: string | Uint8Array) => Uint8Array

const withoutPrefix = (secret: string): string => secret.replace(/^whsec_/, '')

const keys = (
  name: string,
  rows: readonly (readonly [how: string, apply: ApplyToKey])[],
): SigningWay<ApplyToKey>[] => rows.map(([how, apply]) => ({ name, how: `under ${how}`, apply }))

/** Other keys, the likeliest first. */
export const keyMistakes: readonly SigningWay<ApplyToKey>[] = [
  // Before the decoded ones, because text that is not hexadecimal decodes to nothing.
  ...keys('no-secret', [
    ['an empty secret', () => ''],
    ['the word "undefined"', () => 'undefined'],
    ['the word "None"', () => 'None'],
    ['the word "null"', () => 'null'],
  ]),
  ...keys('decoded-secret', [
    ['the secret decoded from base64', (secret) => Buffer.from(withoutPrefix(secret), 'base64')],
    ['the secret decoded from base64, "whsec_" too', (secret) => Buffer.from(secret, 'base64')],
    ['the secret decoded from hexadecimal', (secret) => Buffer.from(withoutPrefix(secret), 'hex')],
    ['the secret without "whsec_"', withoutPrefix],
    ['the secret with "whsec_" before it', (secret) => `whsec_${secret}`],
  ]),
  ...keys('padded-secret', [
    ['the secret with an end of line after it', (secret) => `${secret}\n`],
    ['the secret with a carriage return and an end of line after it', (secret) => `${secret}\r\n`],
    ['the secret with a carriage return after it', (secret) => `${secret}\r`],
    ['the secret with a space after it', (secret) => `${secret} `],
    ['the secret with a space before it', (secret) => ` ${secret}`],
    ['the secret with a space before and after it', (secret) => ` ${secret} `],
    ['the secret with an end of line before it', (secret) => `\n${secret}`],
    ['the secret with a tab after it', (secret) => `${secret}\t`],
    ['the secret with a tab before it', (secret) => `\t${secret}`],
    ['the secret with double quotation marks around it', (secret) => `"${secret}"`],
    ['the secret with single quotation marks around it', (secret) => `'${secret}'`],
    [
      'the secret with double quotation marks around it and an end of line after',
      (secret) => `"${secret}"\n`,
    ],
    ['the secret with a double quotation mark after it', (secret) => `${secret}"`],
    ['the secret with a double quotation mark before it', (secret) => `"${secret}`],
    ['the secret with a byte order mark before it', (secret) => `\uFEFF${secret}`],
    ['the secret with an equals sign before it', (secret) => `=${secret}`],
    ['the secret with a semicolon after it', (secret) => `${secret};`],
    ['the secret with a comma after it', (secret) => `${secret},`],
  ]),
  ...keys('secret-given', [
    ['the secret without white space around it', (secret) => secret.trim()],
    [
      'the secret without quotation marks around it',
      (secret) => secret.trim().replaceAll(/^["'`]+|["'`]+$/g, ''),
    ],
    [
      'the secret without a byte order mark or zero bytes around it',
      (secret) => secret.replaceAll(/^[\uFEFF\0]+|[\uFEFF\0]+$/g, ''),
    ],
    [
      'the secret without the name of a variable before it',
      (secret) => secret.replace(/^\s*(export\s+)?[A-Za-z_]\w*=/, '').replaceAll(/^["']|["']\s*$/g, ''),
    ],
  ]),
  ...keys('decoded-secret', [
    ['the secret encoded in base64', (secret) => Buffer.from(secret).toString('base64')],
    ['the secret encoded in hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
    ['the secret hashed with SHA-256', (secret) => createHash('sha256').update(secret).digest()],
    [
      'the secret hashed with SHA-256, in hexadecimal',
      (secret) => createHash('sha256').update(secret).digest('hex'),
    ],
    ['the secret in UTF-16', (secret) => Buffer.from(secret, 'utf16le')],
    ['the secret in percent-encoding', encodeURIComponent],
  ]),
  ...keys('other-case-secret', [
    ['the secret in lower case', (secret) => secret.toLowerCase()],
    ['the secret in upper case', (secret) => secret.toUpperCase()],
  ]),
  ...keys(
    'cut-secret',
    [32, 16, 64].map((length) => [
      `the first ${length} letters of the secret`,
      (secret: string) => secret.slice(0, length),
    ]),
  ),
]

const separators: readonly (readonly [text: string, what: string, isRare?: true])[] = [
  ['.', 'a dot'],
  [':', 'a colon'],
  ['\n', 'an end of line'],
  [' ', 'a space'],
  [',', 'a comma'],
  ['|', 'a bar'],
  ['-', 'a hyphen'],
  [';', 'a semicolon', true],
  ['\r\n', 'a carriage return and an end of line', true],
  ['\t', 'a tabulator', true],
  ['_', 'an underscore', true],
  ['/', 'a slash', true],
  ['+', 'a plus sign', true],
  ['&', 'an ampersand', true],
  ['=', 'an equals sign', true],
  ['\0', 'a zero byte', true],
]

/** The parts of a template by name; those that a delivery does not have are empty. */
const partsOf = ({ timestamp, id, time }: TextParts): Readonly<Record<string, string>> => {
  const isSeconds = /^\d{10}$/.test(timestamp)
  const iso = isSeconds ? new Date(Number(timestamp) * 1000).toISOString() : ''
  return {
    timestamp,
    id,
    time,
    iso,
    wholeIso: iso.replace('.000Z', 'Z'),
    fraction: isSeconds ? `${timestamp}.0` : '',
    hex: isSeconds ? Number(timestamp).toString(16) : '',
    seconds: /^\d{13}$/.test(timestamp) ? timestamp.slice(0, 10) : '',
  }
}

const applyTemplate =
  (template: string): ApplyToText =>
  (given) => {
    const parts = partsOf(given)
    const names = Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
    if (names.some((name) => parts[name] === '')) return undefined
    const [before = '', after = ''] = template
      .split('{body}')
      .map((text) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? ''))
    return [before, after]
  }

type TextRow = readonly [name: string, how: string, template: string, isRare?: boolean | undefined]

const textRows: readonly TextRow[] = [
  ['separator', 'with a dot between timestamp and body', '{timestamp}.{body}'],
  ['body-alone', 'over the body alone', '{body}'],
  [
    'id-included',
    'over id, timestamp and body with dots between, as in Standard Webhooks',
    '{id}.{timestamp}.{body}',
  ],
  ['id-included', 'over id, timestamp and body with nothing between', '{id}{timestamp}{body}'],
  ['body-first', 'over the body and then the timestamp', '{body}{timestamp}'],
  ['body-first', 'over the body, a dot and the timestamp', '{body}.{timestamp}'],
  ...separators.slice(1).map(([between, what, isRare]): TextRow => {
    const how = `with ${what} between timestamp and body`
    return ['separator', how, `{timestamp}${between}{body}`, isRare]
  }),
  ['separator', 'as Slack has it, with "v0:" and colons', 'v0:{timestamp}:{body}'],
  ['container-time-signed', "over the container's own timestamp and the body", '{time}{body}'],
  ...separators
    .slice(1)
    .map(([between, what]): TextRow => [
      'body-first',
      `over the body, ${what} and the timestamp`,
      `{body}${between}{timestamp}`,
      true,
    ]),
  ...[':', '\n', '|'].map((between): TextRow => {
    const how = `over id, timestamp and body with ${JSON.stringify(between)} between`
    return ['id-included', how, `{id}${between}{timestamp}${between}{body}`, true]
  }),
  ...['', '.', ':', '\n', '|'].flatMap((between): TextRow[] => [
    ['id-included', 'over timestamp, id and body', `{timestamp}${between}{id}${between}{body}`, true],
    ['id-included', 'over id and body, without the timestamp', `{id}${between}{body}`, between !== ''],
  ]),
  ['signed-other-time', 'with the time in ISO 8601', '{iso}{body}'],
  ['signed-other-time', 'with the time in ISO 8601, without a fraction', '{wholeIso}{body}'],
  ['signed-other-time', 'with the time as a fraction', '{fraction}{body}'],
  ['signed-other-time', 'with the time in hexadecimal', '{hex}{body}'],
  [
    'signed-other-time',
    'with the time in seconds, where the header has milliseconds',
    '{seconds}{body}',
    true,
  ],
]

/** Other text around the body, the likeliest first. */
export const textMistakes: readonly SigningWay<ApplyToText>[] = textRows.map(
  ([name, how, template, isRare]) => ({ name, how, isRare, apply: applyTemplate(template) }),
)

/** JSON as printed by Python, with a space after each comma and colon. */
const pythonic = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(pythonic).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonic(item)}`)
  return `{${members.join(', ')}}`
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, item]): [string, unknown] => [name, sorted(item)]))
}

/** JSON printers whose output differs from the posted body. */
const printers: readonly (readonly [string, (value: unknown) => string])[] = [
  ['with spaces', pythonic],
  ['with spaces and sorted members', (value) => pythonic(sorted(value))],
  ['with sorted members', (value) => JSON.stringify(sorted(value))],
  // Names of members within others are not in the list, so that those members are lost.
  [
    'by JSON.stringify with a list of its names',
    (value) => JSON.stringify(value, isObject(value) ? Object.keys(value).toSorted() : []),
  ],
  ['with two spaces of indentation', (value) => JSON.stringify(value, undefined, 2)],
  ['with four spaces of indentation', (value) => JSON.stringify(value, undefined, 4)],
  ['in lower case', (value) => JSON.stringify(value).toLowerCase()],
]

const printedText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value)

export const bodyMistakes: readonly SigningWay<ApplyToBody>[] = [
  { name: 'reserialised-body', how: 'over "[object Object]"', apply: () => '[object Object]' },
  {
    name: 'reserialised-body',
    how: "as Python prints bytes, b'...'",
    apply: (event) => `b'${JSON.stringify(event)}'`,
  },
  {
    name: 'reserialised-body',
    how: 'over a Buffer printed as JSON',
    apply: (event) => JSON.stringify(Buffer.from(JSON.stringify(event))),
  },
  ...['', 'undefined', '{}', 'null', 'None'].map((body) => ({
    name: 'no-body' as const,
    how: body === '' ? 'over no body' : `over "${body}" for a body`,
    apply: () => body,
  })),
  { name: 'part-of-body', how: 'over its data alone', apply: ({ data }) => printedText(data) },
  {
    name: 'part-of-body',
    how: 'over its message alone',
    apply: ({ data }) => printedText(isObject(data) ? data['message'] : undefined),
  },
  ...printers.map(([how, print]) => ({
    name: 'reserialised-body' as const,
    how: `as printed ${how}`,
    apply: (event: JsonObject) => print(event),
  })),
]

const hmac =
  (algorithm: string): ApplyToDigest =>
  (key, timestamp, body) =>
    createHmac(algorithm, key).update(timestamp).update(body).digest()

const hash = (...parts: (string | Uint8Array)[]): Uint8Array =>
  parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest()

const digest = (how: string, apply: ApplyToDigest, isRare = false): SigningWay<ApplyToDigest> => ({
  name: 'other-algorithm',
  how,
  isRare,
  apply,
})

export const digestMistakes: readonly SigningWay<ApplyToDigest>[] = [
  digest('with HMAC-SHA1', hmac('sha1')),
  digest('with HMAC-SHA512', hmac('sha512')),
  digest('with HMAC-SHA384', hmac('sha384')),
  digest('with HMAC-SHA224', hmac('sha224'), true),
  digest('with HMAC-MD5', hmac('md5'), true),
  digest('with a SHA-256 of secret, timestamp and body that is not an HMAC', (key, timestamp, body) =>
    hash(key, timestamp, body),
  ),
  digest('with a SHA-256 of timestamp, body and secret that is not an HMAC', (key, timestamp, body) =>
    hash(timestamp, body, key),
  ),
  digest('with secret and text exchanged', (key, timestamp, body) =>
    createHmac('sha256', Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]))
      .update(key)
      .digest(),
  ),
  digest('with an HMAC over the secret, timestamp and body', (key, timestamp, body) =>
    createHmac('sha256', key).update(key).update(timestamp).update(body).digest(),
  ),
  digest('with a SHA-256 of the hexadecimal HMAC', (key, timestamp, body) =>
    hash(Buffer.from(hmac('sha256')(key, timestamp, body)).toString('hex')),
  ),
  digest('with a SHA-256 of timestamp and body', (_, timestamp, body) => hash(timestamp, body), true),
  digest('with a SHA-256 of secret and body that is not an HMAC', (key, _, body) => hash(key, body), true),
  digest('with a SHA-256 of body and secret that is not an HMAC', (key, _, body) => hash(body, key), true),
  digest('with a SHA-256 of the body', (_key, _timestamp, body) => hash(body), true),
]
