import type { Answer } from './call.js'
import { type Choices, variants } from './choices.js'
import type { Asked, Wrong } from './service.js'

/** A service that breaks one promise, and every rule that its evidence breaks. */
export interface Broken {
  readonly breaks: readonly string[]
  readonly wrong: Wrong
  readonly choices?: Partial<Choices>
}

const bare = variants['has the operations that the specification names, and no others'] ?? {}

const header = (answer: Answer, name: string, value: string | undefined): Answer => {
  const { [name]: _old, ...rest } = answer.headers
  return { ...answer, headers: value === undefined ? rest : { ...rest, [name]: value } }
}

const edit = (answer: Answer, change: (body: Record<string, unknown>) => unknown): Answer => {
  const body: unknown = JSON.parse(answer.body)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? { ...answer, body: JSON.stringify(change(body as Record<string, unknown>)) } : answer
}

const at = (method: string, path: RegExp, change: (answer: Answer, about: Asked) => Answer): Wrong => ({
  answer: (answer, about) =>
    about.method === method && path.test(about.path) ? change(answer, about) : answer,
})

const ofQuote = (change: (quote: Record<string, unknown>, about: Asked) => unknown): Wrong =>
  at('GET', /^\/autoramps\/quote$/, (answer, about) =>
    answer.status === 200 ? edit(answer, (quote) => change(quote, about)) : answer,
  )

const isApi = ({ isSpec, path }: Asked): boolean => !isSpec && path !== '/cryptocurrencies'
const isNew = ({ version }: Asked): boolean => version === '2026-08-01'
const nothing =
  (status: number, body: unknown) =>
  (answer: Answer): Answer => ({ ...answer, status, body: JSON.stringify(body) })
const isNothing = ({ status, body }: Answer): boolean => status === 409 || (status === 200 && body === '[]')
const signings = /\/required-signings$/
const nearby = (asked: string | undefined): string | undefined =>
  asked === '2026-08-02' || asked === '2026-07-31' ? '2026-08-01' : asked

/** Ways to break the contract. The first ones need nothing but the operations that the specification names. */
export const wrongs: Readonly<Record<string, Broken>> = {
  'drops Vary': {
    breaks: ['versioning/vary'],
    choices: bare,
    wrong: { answer: (answer) => header(answer, 'vary', undefined) },
  },
  'drops Vary from refusals alone': {
    breaks: ['versioning/vary'],
    wrong: { answer: (answer) => (answer.status >= 400 ? header(answer, 'vary', 'Origin') : answer) },
  },
  'echoes the newest version whatever it serves': {
    breaks: ['versioning/echo'],
    choices: bare,
    wrong: {
      answer: (answer, about) =>
        isApi(about) && !about.isReplay ? header(answer, 'x-api-version', '2026-08-01') : answer,
    },
  },
  'echoes nothing on refusals': {
    breaks: ['versioning/echo'],
    wrong: {
      answer: (answer) => (answer.status >= 400 ? header(answer, 'x-api-version', undefined) : answer),
    },
  },
  'falls back to a nearby version': {
    breaks: ['versioning/no-fallback'],
    choices: bare,
    wrong: { version: nearby },
  },
  'serves the default to whoever asks for an unknown version': {
    breaks: ['versioning/every-operation', 'versioning/no-fallback', 'versioning/unknown-version'],
    choices: bare,
    wrong: {
      version: (asked) =>
        /^\d{4}-\d\d-\d\d$/.test(asked ?? '') && !/^(2025-03-13|2026-0[78]-01)$/.test(asked ?? '')
          ? undefined
          : asked,
    },
  },
  'takes dates without zeros': {
    breaks: ['versioning/malformed-version'],
    choices: bare,
    wrong: { version: (asked) => asked?.replace(/^(\d{4})-(\d)-(\d)$/, '$1-0$2-0$3') },
  },
  'takes an impossible date for the default': {
    breaks: ['versioning/no-fallback'],
    choices: bare,
    wrong: { version: (asked) => (asked === '2026-02-30' ? undefined : asked) },
  },
  'serves the newest version where none is named': {
    breaks: ['customers/onboarding-default', 'versioning/default-absent', 'versioning/echo'],
    choices: { ...bare, customer: 'flat' },
    wrong: { version: (asked) => asked ?? '2026-08-01' },
  },
  'refuses an empty version': {
    breaks: ['versioning/default-empty'],
    choices: bare,
    wrong: { version: (asked) => (asked === '' ? 'empty' : asked) },
  },
  'refuses a supported version in words of its own': {
    breaks: ['versioning/supported'],
    choices: bare,
    wrong: {
      answer: (answer, about) =>
        isApi(about) &&
        about.requested === '2026-07-01' &&
        answer.status < 300 &&
        about.path.startsWith('/terms')
          ? nothing(400, 'unsupported api version')(answer)
          : answer,
    },
  },
  'says what was requested in its own spelling': {
    breaks: ['versioning/error-body'],
    choices: bare,
    wrong: {
      answer: (answer, { isSpec }) =>
        answer.status === 400 && !isSpec && answer.body.includes('"requested"')
          ? edit(answer, (body) => ({ ...body, requested: null }))
          : answer,
    },
  },
  'states X-API-Version on a replay': {
    breaks: ['idempotency/replay-headers'],
    choices: bare,
    wrong: {
      answer: (answer, { isReplay, version }) =>
        isReplay ? header(answer, 'x-api-version', version) : answer,
    },
  },
  'carries a retry out again': {
    breaks: ['idempotency/replay-body', 'idempotency/replay-headers', 'idempotency/replay-status'],
    wrong: { forgets: true },
  },
  'serves 409 where 200 [] is due, to a customer that signed': {
    breaks: ['required-signings/empty-is-200'],
    choices: { statuses: 'all' },
    wrong: at('GET', signings, (answer) => (isNothing(answer) ? nothing(409, 'none')(answer) : answer)),
  },
  'serves 409 where 200 [] is due, to a customer that has nothing to sign from the start': {
    breaks: ['documents/status', 'required-signings/before-identification', 'required-signings/empty-is-200'],
    choices: bare,
    wrong: at('GET', signings, (answer, about) => (isNew(about) ? nothing(409, 'none')(answer) : answer)),
  },
  'serves 200 [] where 409 is due': {
    breaks: ['required-signings/conflict-when-none'],
    choices: bare,
    wrong: at('GET', signings, (answer) => (isNothing(answer) ? nothing(200, [])(answer) : answer)),
  },
  'has two global documents': {
    breaks: ['required-signings/one-document'],
    choices: bare,
    wrong: at('GET', signings, (answer, about) =>
      isNew(about) && answer.status === 200
        ? { ...answer, body: answer.body.replace(/^\[(.*)\]$/, '[$1,$1]') }
        : answer,
    ),
  },
  'serves anyone': {
    breaks: ['authentication/key-required', 'authentication/unknown-key'],
    choices: bare,
    wrong: { key: () => 'k/9+é&"secret' },
  },
  'explains a missing key in an object': {
    breaks: ['errors/string-body'],
    choices: bare,
    wrong: { answer: (answer) => (answer.status === 401 ? nothing(401, { error: 'key' })(answer) : answer) },
  },
  'fails without a trace': {
    breaks: ['abilities/fields', 'errors/api-error'],
    choices: bare,
    wrong: at('GET', /\/abilities$/, nothing(500, { message: 'sorry' })),
  },
  'wants a key for its newest document': {
    breaks: ['spec-documents/no-key'],
    choices: bare,
    wrong: at('GET', /^\/spec$/, nothing(401, 'a key, please')),
  },
  'serves its first document at /spec': {
    breaks: ['spec-documents/latest'],
    choices: bare,
    wrong: at('GET', /^\/spec$/, (answer) =>
      edit(answer, (document) => ({ ...document, info: { title: '', version: '2025-03-13' } })),
    ),
  },
  'names no default': {
    breaks: ['spec-documents/default'],
    choices: { ...bare, versionList: (dates) => ({ versions: dates }) },
    wrong: {},
  },
  'answers a status that it documents nowhere': {
    breaks: ['documents/status'],
    choices: bare,
    wrong: at('GET', /\/abilities$/, (answer) =>
      answer.status === 200 ? { ...answer, status: 207 } : answer,
    ),
  },
  'leaves a required field null': {
    breaks: ['documents/body', 'quote/fields'],
    choices: bare,
    wrong: ofQuote((quote) => ({ ...quote, signature: null })),
  },
  'states another amount than the one asked for': {
    breaks: ['quote/exact-amount-in'],
    choices: bare,
    wrong: ofQuote((quote, { query }) =>
      query.has('amount_in')
        ? { ...quote, amount_in: { ...(quote['amount_in'] as object), amount: '99.99' } }
        : quote,
    ),
  },
  'lets a quote outlive its rate lock': {
    breaks: ['quote/expiry-within-lock'],
    choices: { ...bare, beyondLimits: 'clamp' },
    wrong: ofQuote((quote, { query }) =>
      query.get('rate_expiry_policy') === 'Return'
        ? { ...quote, valid_until: new Date(Date.now() + 3_600_000).toISOString() }
        : quote,
    ),
  },
  'lets a quote last for two days': {
    breaks: ['quote/expiry-limit'],
    choices: { ...bare, beyondLimits: 'clamp' },
    wrong: ofQuote((quote, { query }) =>
      query.get('expiry_in_hours') === '25'
        ? { ...quote, valid_until: new Date(Date.now() + 172_800_000).toISOString() }
        : quote,
    ),
  },
  'carries references that are too long': {
    breaks: ['quote/references'],
    choices: { ...bare, texts: 'drop' },
    wrong: ofQuote((quote, { query }) => ({
      ...quote,
      ach_payment_reference: query.get('ach_payment_reference') ?? undefined,
    })),
  },
  'calls a rail enabled': {
    breaks: ['abilities/rail-status'],
    choices: bare,
    wrong: at('GET', /\/abilities$/, (answer) => ({
      ...answer,
      body: answer.body.replaceAll('Active', 'Enabled'),
    })),
  },
  'starts every customer with its identification': {
    breaks: ['customers/onboarding-order'],
    choices: { ...bare, customer: 'flat' },
    wrong: at('POST', /^\/customers$/, (answer) => ({
      ...answer,
      body: answer.body.replaceAll('SigningsRequired', 'IdentificationRequired'),
    })),
  },
  'shows a customer in the order of the version it is read with': {
    breaks: ['customers/pinned'],
    choices: { customer: 'wrapped' },
    wrong: at('GET', /^\/customers\/[^/]+$/, (answer, about) => ({
      ...answer,
      body: answer.body.replace(
        /(Signings|Identification)Required/,
        isNew(about) ? 'SigningsRequired' : 'IdentificationRequired',
      ),
    })),
  },
  'serves terms without a country': {
    breaks: ['terms/country-required'],
    choices: bare,
    wrong: at('GET', /^\/terms/, (answer, { query, requested = '' }) =>
      query.has('country') || requested === '2099-12-31' ? answer : nothing(200, [])(answer),
    ),
  },
}
