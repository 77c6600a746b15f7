import { createHash, createHmac } from 'node:crypto'
import { isObject, type JsonObject } from '../../document/index.js'
import { printers } from './printers.js'

/** How to mend each mistake, whoever made it: the one that signs, or the one that verifies. */
export const signingFixes = {
  'wrong-prefix':
    'The value of webhook-signature begins with "v1=". Other prefixes, also "v1," of the Standard Webhooks convention, are not of this API.',
  'other-algorithm': 'Sign with HMAC-SHA256: the secret is the key, and timestamp and body are the message.',
  'padded-secret':
    'White space or quotation marks around the secret count as a part of it. Set exactly the text that was shown when the webhook was registered, and trim what is read from a file.',
  'secret-given':
    'The secret given here has more around it than the one that was shown when the webhook was registered. Give exactly that text.',
  'decoded-secret':
    'Use the whole text of the secret as the key, "whsec_" included, neither decoded nor encoded nor hashed. Libraries for Standard Webhooks decode it from base64 first. The specification does not show a decoding; if your service does decode, say so with --secret-as base64 or hex.',
  'no-secret':
    'There is no secret: the variable that it is read from is empty or not set. Set it, and refuse to start without one.',
  'other-case-secret': 'Use the secret as it was shown, without changing the case of its letters.',
  'cut-secret':
    'Use the whole secret. Look at where it is kept: a column or a field may be too short for it.',
  separator: 'Sign the timestamp and the raw body with nothing between them.',
  'id-included':
    'Leave webhook-id out of what is signed: Standard Webhooks signs id, timestamp and body, this API the timestamp and the body alone.',
  'body-alone': 'Sign the timestamp, followed by the raw body.',
  'body-first': 'Sign the timestamp first and the raw body behind it.',
  'container-time-signed': 'Sign the text of the header webhook-timestamp, not the time in the body.',
  milliseconds:
    'webhook-timestamp is Unix time in seconds, ten digits: divide by 1000 and drop the rest, and sign exactly its text.',
  'signed-other-time': 'Sign exactly the text of the header webhook-timestamp, not another form of the time.',
  'no-body':
    'What was taken for the raw body is empty or a placeholder. Take the raw bytes before, or instead of, any parser.',
  'part-of-body':
    'The whole WebhookContainer is signed, exactly as posted, not its member "data" or the message in it.',
  'reserialised-body':
    'The body was parsed and written anew. Verify the raw bytes as they arrived, before any parser of JSON, and send the bytes that were signed.',
} as const

/** The name of a mistake in signing. */
export type SigningMistakeName = keyof typeof signingFixes

/** One way to make a mistake: what `drill` makes, and `verify` looks for. */
export interface SigningMistake<Apply> {
  readonly name: SigningMistakeName
  /** What was signed instead, after "signed". */
  readonly how: string
  /** Looked for, but not made: a search tries it at no cost, and a drill would have to send it. */
  readonly isRare?: true
  readonly apply: Apply
}

/** Makes another key of a secret. Zero bytes behind a key do not change an HMAC, so no row adds them. */
export type ApplyToKey = (secret: string) => string | Uint8Array

/** The parts that are joined with the body. */
export interface TextParts {
  readonly timestamp: string
  readonly id: string
  /** The time in the body. */
  readonly time: string
}

/** Makes other text before and behind the body; undefined where it is not possible. */
export type ApplyToText = (parts: TextParts) => readonly [before: string, after: string] | undefined

/** Makes another text of a body; undefined where it has no such part. */
export type ApplyToBody = (event: JsonObject) => string | undefined

/** Makes another digest. */
export type ApplyToDigest = (
  key: string | Uint8Array,
  timestamp: string,
  body: string | Uint8Array,
) => Uint8Array

const bare = (secret: string): string => secret.replace(/^whsec_/, '')

const keys = (
  name: SigningMistakeName,
  rows: readonly (readonly [how: string, apply: ApplyToKey])[],
): SigningMistake<ApplyToKey>[] => rows.map(([how, apply]) => ({ name, how: `under ${how}`, apply }))

/** Other keys, the likeliest first. */
export const keyMistakes: readonly SigningMistake<ApplyToKey>[] = [
  // Before the decoded ones, because text that is not hexadecimal decodes to nothing.
  ...keys('no-secret', [
    ['an empty secret', () => ''],
    ['the word "undefined"', () => 'undefined'],
    ['the word "None"', () => 'None'],
    ['the word "null"', () => 'null'],
  ]),
  ...keys('decoded-secret', [
    ['the secret decoded from base64', (secret) => Buffer.from(bare(secret), 'base64')],
    ['the secret decoded from base64, "whsec_" too', (secret) => Buffer.from(secret, 'base64')],
    ['the secret decoded from hexadecimal', (secret) => Buffer.from(bare(secret), 'hex')],
    ['the secret without "whsec_"', bare],
    ['the secret with "whsec_" before it', (secret) => `whsec_${secret}`],
  ]),
  ...keys('padded-secret', [
    ['the secret with an end of line behind it', (secret) => `${secret}\n`],
    ['the secret with a carriage return and an end of line behind it', (secret) => `${secret}\r\n`],
    ['the secret with a carriage return behind it', (secret) => `${secret}\r`],
    ['the secret with a space behind it', (secret) => `${secret} `],
    ['the secret with a space before it', (secret) => ` ${secret}`],
    ['the secret with a space before and behind it', (secret) => ` ${secret} `],
    ['the secret with an end of line before it', (secret) => `\n${secret}`],
    ['the secret with a tabulator behind it', (secret) => `${secret}\t`],
    ['the secret with a tabulator before it', (secret) => `\t${secret}`],
    ['the secret with double quotation marks around it', (secret) => `"${secret}"`],
    ['the secret with single quotation marks around it', (secret) => `'${secret}'`],
    [
      'the secret with double quotation marks around it and an end of line behind',
      (secret) => `"${secret}"\n`,
    ],
    ['the secret with a double quotation mark behind it', (secret) => `${secret}"`],
    ['the secret with a double quotation mark before it', (secret) => `"${secret}`],
    ['the secret with a byte order mark before it', (secret) => `\uFEFF${secret}`],
    ['the secret with an equals sign before it', (secret) => `=${secret}`],
    ['the secret with a semicolon behind it', (secret) => `${secret};`],
    ['the secret with a comma behind it', (secret) => `${secret},`],
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

const text = (
  name: SigningMistakeName,
  how: string,
  apply: ApplyToText,
  isRare?: true,
): SigningMistake<ApplyToText> => ({ name, how, apply, ...(isRare && { isRare }) })

/** The text with an id; undefined where a delivery has none. */
const withId =
  (join: (id: string, timestamp: string) => string): ApplyToText =>
  ({ id, timestamp }) =>
    id === '' ? undefined : [join(id, timestamp), '']

/** The same second in another form than the ten digits of the header; undefined where these are none. */
const inForm =
  (form: (seconds: number) => string): ApplyToText =>
  ({ timestamp }) =>
    /^\d{10}$/.test(timestamp) ? [form(Number(timestamp)), ''] : undefined

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Other text around the body, the likeliest first. */
export const textMistakes: readonly SigningMistake<ApplyToText>[] = [
  text('separator', 'with a dot between timestamp and body', ({ timestamp }) => [`${timestamp}.`, '']),
  text('body-alone', 'over the body alone', () => ['', '']),
  text(
    'id-included',
    'over id, timestamp and body with dots between, as in Standard Webhooks',
    withId((id, timestamp) => `${id}.${timestamp}.`),
  ),
  text(
    'id-included',
    'over id, timestamp and body with nothing between',
    withId((id, timestamp) => id + timestamp),
  ),
  text('body-first', 'over the body and then the timestamp', ({ timestamp }) => ['', timestamp]),
  text('body-first', 'over the body, a dot and the timestamp', ({ timestamp }) => ['', `.${timestamp}`]),
  ...separators
    .slice(1)
    .map(([between, what, isRare]) =>
      text(
        'separator',
        `with ${what} between timestamp and body`,
        ({ timestamp }) => [timestamp + between, ''],
        isRare,
      ),
    ),
  text('separator', 'as Slack has it, with "v0:" and colons', ({ timestamp }) => [`v0:${timestamp}:`, '']),
  text('container-time-signed', "over the container's own timestamp and the body", ({ time }) =>
    time === '' ? undefined : [time, ''],
  ),
  ...separators
    .slice(1)
    .map(([between, what]) =>
      text(
        'body-first',
        `over the body, ${what} and the timestamp`,
        ({ timestamp }) => ['', between + timestamp],
        true,
      ),
    ),
  ...[':', '\n', '|'].map((between) =>
    text(
      'id-included',
      `over id, timestamp and body with ${JSON.stringify(between)} between`,
      withId((id, timestamp) => id + between + timestamp + between),
      true,
    ),
  ),
  ...['', '.', ':', '\n', '|'].flatMap((between) => [
    text(
      'id-included',
      'over timestamp, id and body',
      withId((id, timestamp) => timestamp + between + id + between),
      true,
    ),
    text(
      'id-included',
      'over id and body, without the timestamp',
      withId((id) => id + between),
      true,
    ),
  ]),
  text('signed-other-time', 'with the time in ISO 8601', inForm(isoOf), true),
  text(
    'signed-other-time',
    'with the time in ISO 8601, without a fraction',
    inForm((seconds) => isoOf(seconds).replace('.000Z', 'Z')),
    true,
  ),
  text(
    'signed-other-time',
    'with the time as a fraction',
    inForm((seconds) => `${seconds}.0`),
    true,
  ),
  text(
    'signed-other-time',
    'with the time in hexadecimal',
    inForm((seconds) => seconds.toString(16)),
    true,
  ),
  text(
    'signed-other-time',
    'with the time in seconds, where the header has milliseconds',
    ({ timestamp }) => (/^\d{13}$/.test(timestamp) ? [timestamp.slice(0, 10), ''] : undefined),
    true,
  ),
]

const printed = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value)

/** Other bodies of an event. */
export const bodyMistakes: readonly SigningMistake<ApplyToBody>[] = [
  { name: 'reserialised-body', how: 'over "[object Object]"', apply: () => '[object Object]' },
  ...['', 'undefined', '{}', 'null', 'None'].map((body) => ({
    name: 'no-body' as const,
    how: body === '' ? 'over no body' : `over "${body}" for a body`,
    apply: () => body,
  })),
  { name: 'part-of-body', how: 'over its data alone', apply: ({ data }) => printed(data) },
  {
    name: 'part-of-body',
    how: 'over its message alone',
    apply: ({ data }) => printed(isObject(data) ? data['message'] : undefined),
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

const digest = (how: string, apply: ApplyToDigest, isRare?: true): SigningMistake<ApplyToDigest> => ({
  name: 'other-algorithm',
  how,
  apply,
  ...(isRare && { isRare }),
})

/** Other algorithms. */
export const digestMistakes: readonly SigningMistake<ApplyToDigest>[] = [
  digest('with HMAC-SHA1', hmac('sha1')),
  digest('with HMAC-SHA512', hmac('sha512')),
  digest('with HMAC-SHA384', hmac('sha384')),
  digest('with HMAC-SHA224', hmac('sha224'), true),
  digest('with HMAC-MD5', hmac('md5'), true),
  digest('with a SHA-256 of secret, timestamp and body that is no HMAC', (key, timestamp, body) =>
    hash(key, timestamp, body),
  ),
  digest('with a SHA-256 of timestamp, body and secret that is no HMAC', (key, timestamp, body) =>
    hash(timestamp, body, key),
  ),
  digest('with secret and text exchanged', (key, timestamp, body) =>
    createHmac('sha256', Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]))
      .update(key)
      .digest(),
  ),
  digest('with a SHA-256 of timestamp and body', (_, timestamp, body) => hash(timestamp, body), true),
  digest('with a SHA-256 of secret and body that is no HMAC', (key, _, body) => hash(key, body), true),
  digest('with a SHA-256 of body and secret that is no HMAC', (key, _, body) => hash(body, key), true),
  digest('with a SHA-256 of the body', (_key, _timestamp, body) => hash(body), true),
]
