import { type Choices, usual } from './choices.js'

/** Services that are all correct, and each different wherever the specification is silent. */
export const variants: Readonly<Record<string, Partial<Choices>>> = {
  'says much and strictly': { publishing: true },
  'has the operations that the specification names, and no others': {
    signing: 'none',
    addresses: false,
    accountReads: 'none',
    marketData: false,
    versionList: (dates) =>
      dates.map((date) => ({ date, is_default: date === '2025-03-13', at: `/spec/${date}` })),
    statuses: 'success alone',
    limitsDocumented: false,
    headersDocumented: false,
  },
  'speaks YAML and OpenAPI 3.0, with the prefix in its paths': {
    openapi: '3.0.3',
    format: 'yaml',
    prefix: 'paths',
    operationIds: false,
    accountReads: 'kept',
    methodRefused: 404,
    refusals: 'all 400',
    statuses: 'ranges',
    versionList: (dates) =>
      Object.fromEntries(dates.map((date) => [date, { default: date === '2025-03-13', href: date }])),
    customer: 'stateless',
    oldTerms: 'outstanding',
  },
  'refuses in plain text with 403, creates with 200, clamps and cuts': {
    refusal: 'text',
    keyRefused: 403,
    created: 200,
    beyondLimits: 'clamp',
    texts: 'cut',
    limitsDocumented: false,
    vary: 'Origin, x-api-version',
    signing: 'document',
    oldTerms: 'outstanding',
    checksFirst: 'version',
    compressed: true,
  },
  'sends nulls and extras, replays with a content type, names states and ids in its own way': {
    nulls: true,
    extras: true,
    replayHeaders: 'type',
    customer: 'wrapped',
    customerBody: 'profile',
    vary: 'x-api-version,accept-encoding',
    abilities: 'lists',
    requiredHeaders: ['x-request-id', 'idempotency-key'],
    texts: 'drop',
    versionList: (dates, standard) => ({
      data: { items: [...dates].toReversed() },
      template: '/spec/{date}',
      default_version: standard,
    }),
  },
  'says as little as it can': {
    submissions: 'untold',
    refusal: 'empty',
    statuses: 'success alone',
    operationIds: false,
    limitsDocumented: false,
    headersDocumented: false,
    replayHeaders: 'type and vary',
    customer: 'located',
    addresses: false,
    accountReads: 'none',
    methodRefused: 404,
    signing: 'none',
    oldTerms: 'outstanding',
    termsByCountry: 'unknown countries refused',
    busy: true,
    beyondLimits: 'clamp',
    texts: 'drop',
    nulls: true,
    versionList: (dates, standard) => ({ current: standard, supported: dates, documents: '/spec/' }),
  },
  'takes any letter case, ignores what it has no use of, and writes schemas out': {
    inlined: true,
    letterCase: 'any',
    unused: 'ignored',
    limitsDocumented: false,
    refusal: 'text beside an object',
    termsUrl: 'signed anew',
    abilities: 'objects with more',
    times: 'nanoseconds',
    ids: 'upper case',
    wire: 'in pieces',
    jsonType: 'Application/JSON; Charset=UTF-8',
    vary: '*',
  },
  'serves each customer by its own version, has a later one, and knows nothing of what it did not list': {
    servedBy: 'customer',
    later: true,
    thirdParties: false,
    strict: true,
    keyReuse: 'refused',
    statuses: 'success alone',
    readable: 'in a moment',
    wire: 'HTTP/1.0',
    termsByCountry: 'nothing for unknown countries',
    letterCase: 'any, and documented',
    customer: 'wrapped',
  },
  'has terms signed before anything else, and no operation to sign them': {
    unsigned: 400,
    signing: 'none',
    refusal: 'text in brackets',
    wire: 'closing',
    vary: ['Origin', 'X-Api-Version'],
    customer: 'wrapped',
    replayHeaders: 'type and vary',
  },
}

/** A service that takes each choice from any of the variants; the same seed gives the same service. */
export const mixed = (seed: number): Choices => {
  let state = seed
  const next = (count: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * count)
  }
  const all = Object.values(variants).map((variant): Choices => Object.assign({}, usual, variant))
  const names = Object.keys(usual)
  const chosen = names.map((name) => [name, Reflect.get(all[next(all.length)] ?? usual, name)])
  const choices: Choices = Object.fromEntries(chosen)
  // Values that a document forbids are refused, so a service that clamps has no limits in its document.
  return choices.beyondLimits === 'clamp' ? { ...choices, limitsDocumented: false } : choices
}
