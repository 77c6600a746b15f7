import {
  type Broken,
  bare,
  edit,
  at,
  hidesAfterIdentification,
  hidesOncePublished,
  ofQuote,
  isNew,
  nothing,
  isNothing,
  signings,
} from './broken.js'

/** Wrong in what single operations answer. */
export const operationWrongs: Readonly<Record<string, Broken>> = {
  'serves 409 where 200 [] is due, to a customer that signed': {
    breaks: ['required-signings/empty-is-200'],
    choices: { statuses: 'all' },
    wrong: at('GET', signings, (answer) => (isNothing(answer) ? nothing(409, 'none')(answer) : answer)),
  },
  'serves 409 where 200 [] is due, to a customer that has nothing to sign from the start': {
    breaks: [
      'required-signings/any-point',
      'required-signings/before-identification',
      'required-signings/empty-is-200',
    ],
    choices: bare,
    wrong: at('GET', signings, (answer, about) => (isNew(about) ? nothing(409, 'none')(answer) : answer)),
  },
  'serves 200 [] where 409 is due': {
    breaks: ['required-signings/conflict-when-none'],
    choices: bare,
    wrong: at('GET', signings, (answer) => (isNothing(answer) ? nothing(200, [])(answer) : answer)),
  },
  'refuses with 400 under one version alone where 409 is due': {
    breaks: ['required-signings/conflict-when-none'],
    choices: bare,
    wrong: at('GET', signings, (answer, { version }) =>
      answer.status === 409 && version === '2025-03-13' ? nothing(400, 'none')(answer) : answer,
    ),
  },
  'hides the document once an identification was started': {
    breaks: ['required-signings/any-point'],
    wrong: hidesAfterIdentification(),
  },
  'has two global documents': {
    breaks: ['required-signings/one-document'],
    choices: bare,
    wrong: at('GET', signings, (answer, about) =>
      isNew(about) && answer.status === 200
        ? { ...answer, body: answer.body.replace(/^\[(.+)\]$/, '[$1,$1]') }
        : answer,
    ),
  },
  'serves anyone': {
    breaks: ['authentication/key-in-header', 'authentication/key-required', 'authentication/unknown-key'],
    choices: bare,
    wrong: { key: () => 'k/9+é&"secret' },
  },
  'explains a missing key in an object': {
    breaks: ['errors/string-body'],
    choices: bare,
    wrong: { answer: (answer) => (answer.status === 401 ? nothing(401, { error: 'key' })(answer) : answer) },
  },
  'fails without a trace': {
    breaks: ['answers/server-error', 'errors/api-error'],
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
    choices: { ...bare, versionList: (dates) => ({ versions: dates, documents: '/spec/' }) },
    wrong: {},
  },
  'answers a status that it documents nowhere': {
    breaks: ['answers/status'],
    choices: bare,
    wrong: at('GET', /\/abilities$/, (answer) =>
      answer.status === 200 ? { ...answer, status: 207 } : answer,
    ),
  },
  'leaves a required field null': {
    breaks: ['answers/body', 'quote/fields'],
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
  'reads accounts for anyone': {
    breaks: ['authentication/key-required', 'authentication/unknown-key'],
    choices: {},
    wrong: at('GET', /^\/addresses\/fiat\/[^/]+$/, (answer) =>
      answer.status === 401 ? nothing(200, {})(answer) : answer,
    ),
  },
  'serves terms without a country': {
    breaks: ['terms/country-required'],
    choices: bare,
    wrong: at('GET', /^\/terms/, (answer, { query, requested = '' }) =>
      query.has('country') || requested === '2099-12-31' ? answer : nothing(200, [])(answer),
    ),
  },
  'publishes terms that nobody has to sign': {
    breaks: ['customers/new-terms'],
    choices: { publishing: true },
    wrong: hidesOncePublished(),
  },
}
