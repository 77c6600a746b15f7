/** Values for a format: `plain` begins with one that any service accepts, and `peculiar` ones are valid too. */
interface FormatTexts {
  readonly plain: readonly [string, ...string[]]
  readonly peculiar?: readonly string[]
  readonly wrong?: readonly unknown[]
  /** Invalid values that many frameworks coerce on purpose. */
  readonly coercible?: readonly unknown[]
}

const web: FormatTexts = {
  plain: ['https://example.com/', 'http://sub.example.org:8080/a/b%20c?d=e&f=1#g'],
  peculiar: [`https://example.com/${'long-'.repeat(400)}`],
}
const uri: FormatTexts = {
  ...web,
  peculiar: ['urn:isbn:0451450523', 'https://[2001:db8::1]/', ...(web.peculiar ?? [])],
  coercible: ['not a uri'],
}
const reference: FormatTexts = { plain: ['/sample', 'https://example.com/a?b=c'] }
const mail: FormatTexts = {
  plain: ['sample@example.com', 'First.Last+tag@sub.example.org'],
  peculiar: ["o'brien@example.com", `${'l'.repeat(64)}@example.com`],
  coercible: ['no-address'],
}
const httpDate: FormatTexts = {
  plain: ['Thu, 15 Jan 2026 10:00:00 GMT', 'Thu, 29 Feb 2024 23:59:59 GMT'],
  coercible: ['2026-01-15T10:00:00Z'],
}
const host: FormatTexts = { plain: ['example.com', 'a-1.sub.example.org'], peculiar: ['localhost'] }
const whole: FormatTexts = { plain: ['1', '0', '2147483648'] }
const fraction: FormatTexts = { plain: ['1.5', '0', '100'] }

/** A GIF of one pixel, all of whose bytes are ASCII characters. */
export const smallestImage = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64').toString(
  'latin1',
)

/** Values by format, for those of JSON Schema, of the OpenAPI format registry, and of Python's documents. */
export const formatTexts: ReadonlyMap<string, FormatTexts> = new Map<string, FormatTexts>(
  Object.entries({
    date: {
      plain: ['2026-01-15', '2024-02-29', '1970-01-01'],
      peculiar: ['0001-01-01', '1900-02-28', '9999-12-31'],
      wrong: ['not-a-date', '2026-02-30'],
      coercible: ['2026-01-15T10:00:00Z', '15/01/2026'],
    },
    'date-time': {
      plain: [
        '2026-01-15T10:00:00Z',
        '2024-02-29T23:59:59.999Z',
        '2026-01-15T10:00:00+05:30',
        '2026-01-15T10:00:00.123456Z',
      ],
      peculiar: [
        '1969-12-31T23:59:59-12:00',
        '0001-01-01T00:00:00Z',
        '9999-12-31T23:59:59Z',
        '2026-01-15t10:00:00z',
        '2016-12-31T23:59:60Z',
        '2026-01-15T10:00:00.123456789123Z',
      ],
      wrong: ['not-a-date', '2026-02-30T10:00:00Z'],
      coercible: ['2026-01-15', '2026-01-15 10:00:00'],
    },
    time: { plain: ['10:00:00Z', '23:59:59.999+05:30'], wrong: ['25:00:00Z'], coercible: ['10:00'] },
    'http-date': httpDate,
    'date-time-http': httpDate,
    duration: { plain: ['PT1H', 'P1D', 'P1Y2M3DT4H5M6S', 'P3W'], peculiar: ['PT0S'], wrong: ['sample'] },
    uuid: {
      plain: ['3f2b8a54-6c1d-4e7f-9a0b-5d4c3b2a1f00', '018F6B2E-3C4D-7A1B-8C2D-1234567890AB'],
      peculiar: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
      wrong: ['not-a-uuid'],
      coercible: ['3f2b8a546c1d4e7f9a0b5d4c3b2a1f00'],
    },
    uuid1: { plain: ['d9428888-122b-11e1-b85c-61cd3cbb3210'] },
    uuid3: { plain: ['6fa459ea-ee8a-3ca4-894e-db77e160355e'] },
    uuid4: { plain: ['3f2b8a54-6c1d-4e7f-9a0b-5d4c3b2a1f00'] },
    uuid5: { plain: ['886313e1-3b8a-5372-9b90-0c9aee199e4e'] },
    email: mail,
    'idn-email': { plain: mail.plain, peculiar: [...(mail.peculiar ?? []), 'müller@exämple.com'] },
    uri,
    url: web,
    iri: { plain: web.plain, peculiar: ['https://exämple.com/straße'] },
    'uri-reference': reference,
    'iri-reference': reference,
    'uri-template': { plain: ['https://example.com/{id}'] },
    hostname: { ...host, coercible: ['-not a host-'] },
    'idn-hostname': host,
    ipv4: { plain: ['192.0.2.1', '255.255.255.255', '0.0.0.0'], wrong: ['999.0.2.1', 'sample'] },
    ipv6: {
      plain: ['2001:db8::1', '::1', '2001:0DB8:0000:0000:0000:0000:0000:0001'],
      peculiar: ['::'],
      wrong: ['2001:db8:::1', 'sample'],
    },
    ip: { plain: ['192.0.2.1', '2001:db8::1'] },
    byte: { plain: ['c2FtcGxl', 'AAEC/+8='], peculiar: ['A'.repeat(10_000)] },
    base64url: { plain: ['c2FtcGxl', 'AAEC_-8'] },
    binary: { plain: ['sample', smallestImage], peculiar: ['\u0001\u0002', 'x'.repeat(10_000)] },
    'json-pointer': { plain: ['/a/0', ''] },
    'relative-json-pointer': { plain: ['1/a', '0#'] },
    regex: { plain: ['^a+$', '.*'] },
    decimal: {
      plain: ['100', '0.01', '1'],
      peculiar: ['0', '-1', '100000000000000000000.000000001'],
      wrong: ['ten'],
    },
    int32: { plain: ['1', '0', '2147483647'], wrong: [2_147_483_648, -2_147_483_649] },
    int64: { ...whole, wrong: [18_446_744_073_709_551_616] },
    uint32: { ...whole, wrong: [-1, 4_294_967_296] },
    uint64: { ...whole, wrong: [-1] },
    integer: whole,
    float: fraction,
    double: fraction,
    number: fraction,
    boolean: { plain: ['true', 'false'] },
  } satisfies Record<string, FormatTexts>),
)

const free: ReadonlySet<string> = new Set(
  'string text password textarea markdown html multiline commonmark name title description'.split(' '),
)

/** Whether a format does not restrict the content of a string. */
export function isFreeFormat(format: string | undefined): boolean {
  return format === undefined || format === '' || free.has(format.toLowerCase())
}

/** Whether values of a format can be made, so that a refusal of one says something of the service. */
export function isKnownFormat(format: unknown): boolean {
  return typeof format !== 'string' || isFreeFormat(format) || formatTexts.has(format)
}

const plainText = (format: string): string => formatTexts.get(format)?.plain[0] ?? ''

/** Likely texts by words in the name of a member; the first match applies. */
const likely: readonly (readonly [RegExp, string])[] = [
  [/(^|_)e?_?mails?$/, plainText('email')],
  [/(^|_)uuid$/, plainText('uuid')],
  [/(^|_)(ur[il]|link|href|website|homepage|webhook|callback)s?$/, plainText('uri')],
  [/(^|_)(phone|mobile|fax|tel|msisdn)(_?number)?$/, '+4915112345678'],
  [
    /(^|_)(created|updated|deleted|modified|expires|starts|ends|published|scheduled)_?at$/,
    plainText('date-time'),
  ],
  [/(^|_)(timestamp|date_?time)$/, plainText('date-time')],
  [/(^|_)(date|birthday|dob|day)$/, plainText('date')],
  [/(^|_)country(_?code)?$/, 'DE'],
  [/(^|_)currency(_?code)?$/, 'EUR'],
  [/(^|_)(locale|lang|language)(_?code)?$/, 'en'],
  [/(^|_)time_?zone$|^tz$/, 'UTC'],
  [/(^|_)(color|colour)$/, '#336699'],
  [/(^|_)(password|passwd|passphrase)(_?(2|again|repeat|confirm(ation)?))?$/, 'Sample-Passw0rd-1'],
  [/(^|_)(ip|ip_?address)$/, plainText('ipv4')],
  [/(^|_)(host|host_?name|domain)$/, plainText('hostname')],
  [/(^|_)(post_?code|postal_?code|zip|zip_?code)$/, '12345'],
  [/(^|_)(lat|latitude|lon|lng|longitude)$/, '10.5'],
  [/(^|_)(amount|price|total|balance)$/, '100'],
  [/(^|_)(version)$/, '1.0.0'],
  [/^alg$/, 'RS256'],
  [/(^|_)(user_?name|login|slug|handle|key|code|nick_?name)$/, 'sample'],
]

/** The name of a member in snake case. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toLowerCase()

/** A likely text for a member with a name. */
export function likelyText(name: string | undefined): string {
  const words = wordsOf(name ?? '')
  return likely.find(([pattern]) => pattern.test(words))?.[1] ?? 'Sample'
}

/** Whether a member, if true, prevents that a thing is changed or deleted. */
export function isLasting(name: string | undefined): boolean {
  return /(^|_)(built_?in|system|protected|locked|immutable|permanent|read_?only)$/.test(wordsOf(name ?? ''))
}

/** Valid texts for unrestricted strings, the most likely to find a defect first. */
export const peculiarTexts: readonly string[] = [
  '',
  'a\u0000b',
  'Zoë 東京 \u{1f642}',
  ' ',
  `O'Brien "x" \\ ; -- %`,
  'first\nsecond\tthird',
  '\u0007\u001b\u007f',
  '<b>1</b> & {{1}} ${1} %s',
  ' around ',
  '../../..',
  '0',
  'null',
  // Combining and right-to-left characters.
  'e\u0301\u200b\u05e9\u05dc\u05d5\u05dd',
  // Emoji of several characters.
  '\u{1f469}\u200d\u{1f4bb}'.repeat(8),
]

/** A text cut or padded to the allowed length in characters. */
export function fitted(text: string, least: number, most: number): string {
  const characters = Array.from(text)
  if (characters.length > most) return characters.slice(0, most).join('')
  return text + 'x'.repeat(Math.max(0, least - characters.length))
}

/** Texts that match common patterns, plainer than what can be generated from the pattern. */
export const commonTexts: readonly string[] = [
  ...'DEU DE EUR Sample SAMPLE sample +4915112345678 1990-01-15 100 100.00 12345 123456789 12345678909'.split(
    ' ',
  ),
  ...['uuid', 'date', 'date-time', 'time', 'email', 'uri', 'hostname', 'ipv4'].map(plainText),
]
