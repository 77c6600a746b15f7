/** Texts of a format: one that any service takes, some more of its plain ones, and some peculiar ones. */
export interface FormatTexts {
  readonly plain: readonly [string, ...string[]]
  readonly peculiar?: readonly string[]
}

const web: FormatTexts = {
  plain: ['https://example.com/', 'http://sub.example.org:8080/a/b%20c?d=e&f=1#g'],
  peculiar: [`https://example.com/${'long-'.repeat(400)}`],
}
const reference: FormatTexts = { plain: ['/sample', 'https://example.com/a?b=c'] }
const mail: FormatTexts = {
  plain: ['sample@example.com', 'First.Last+tag@sub.example.org'],
  peculiar: ["o'brien@example.com", `${'l'.repeat(64)}@example.com`],
}
const host: FormatTexts = { plain: ['example.com', 'a-1.sub.example.org'], peculiar: ['localhost'] }
const whole: FormatTexts = { plain: ['1', '0', '2147483648'] }
const fraction: FormatTexts = { plain: ['1.5', '0', '100'] }

/** Texts by the names of formats: those of JSON Schema, and those of the format registry of OpenAPI. */
export const formatTexts: ReadonlyMap<string, FormatTexts> = new Map<string, FormatTexts>([
  [
    'date',
    {
      plain: ['2026-01-15', '2024-02-29', '1970-01-01'],
      peculiar: ['0001-01-01', '1900-02-28', '9999-12-31'],
    },
  ],
  [
    'date-time',
    {
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
    },
  ],
  ['time', { plain: ['10:00:00Z', '23:59:59.999+05:30'] }],
  ['duration', { plain: ['PT1H', 'P1D', 'P1Y2M3DT4H5M6S', 'P3W'], peculiar: ['PT0S'] }],
  [
    'uuid',
    {
      plain: ['3f2b8a54-6c1d-4e7f-9a0b-5d4c3b2a1f00', '018F6B2E-3C4D-7A1B-8C2D-1234567890AB'],
      peculiar: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    },
  ],
  ['email', mail],
  ['idn-email', { ...mail, peculiar: [...(mail.peculiar ?? []), 'müller@exämple.com'] }],
  ['uri', { ...web, peculiar: ['urn:isbn:0451450523', 'https://[2001:db8::1]/', ...(web.peculiar ?? [])] }],
  ['url', web],
  ['iri', { ...web, peculiar: ['https://exämple.com/straße'] }],
  ['uri-reference', reference],
  ['iri-reference', reference],
  ['uri-template', { plain: ['https://example.com/{id}'] }],
  ['hostname', host],
  ['idn-hostname', host],
  ['ipv4', { plain: ['192.0.2.1', '255.255.255.255', '0.0.0.0'] }],
  ['ipv6', { plain: ['2001:db8::1', '::1', '2001:0DB8:0000:0000:0000:0000:0000:0001'], peculiar: ['::'] }],
  ['ip', { plain: ['192.0.2.1', '2001:db8::1'] }],
  ['byte', { plain: ['c2FtcGxl', 'AAEC/+8='], peculiar: ['A'.repeat(10_000)] }],
  ['base64url', { plain: ['c2FtcGxl', 'AAEC_-8'] }],
  ['binary', { plain: ['sample'], peculiar: ['\u0001\u0002', 'x'.repeat(10_000)] }],
  ['json-pointer', { plain: ['/a/0', ''] }],
  ['relative-json-pointer', { plain: ['1/a', '0#'] }],
  ['regex', { plain: ['^a+$', '.*'] }],
  ['decimal', { plain: ['100', '0.01', '1'], peculiar: ['0', '-1', '100000000000000000000.000000001'] }],
  ['int32', { plain: ['1', '0', '2147483647'] }],
  ['int64', whole],
  ['uint32', whole],
  ['uint64', whole],
  ['integer', whole],
  ['float', fraction],
  ['double', fraction],
  ['number', fraction],
  ['boolean', { plain: ['true', 'false'] }],
])

const free: ReadonlySet<string> = new Set([
  'string',
  'text',
  'password',
  'textarea',
  'markdown',
  'html',
  'multiline',
  'commonmark',
  'name',
  'title',
  'description',
])

/** Whether a format says nothing of what a text may hold. */
export function isFreeFormat(format: string | undefined): boolean {
  return format === undefined || format === '' || free.has(format.toLowerCase())
}
