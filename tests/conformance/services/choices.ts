/** What the specification leaves to a service, each decided one way or the other. */
export interface Choices {
  readonly openapi: '3.0.3' | '3.1.0'
  readonly format: 'json' | 'yaml'
  /** `paths` repeats /api in every path under the server `/`; `server` has it in the server's URL. */
  readonly prefix: 'paths' | 'server'
  readonly versionList: (dates: readonly string[], standard: string) => unknown
  /** Statuses a document lists for an operation besides that of success. */
  readonly statuses: 'all' | 'ranges' | 'success alone'
  readonly operationIds: boolean
  /** Whether documents repeat the specification's limits of parameters. */
  readonly limitsDocumented: boolean
  /** Whether documents speak of the key, the version header and the sub-partner. */
  readonly headersDocumented: boolean
  readonly refusal: 'text' | 'json string' | 'empty'
  readonly keyRefused: 401 | 403
  readonly created: 200 | 201
  readonly vary: string
  readonly replayHeaders: 'none' | 'type' | 'type and vary'
  /** How a customer shows itself, and where its id is. */
  readonly customer: 'flat' | 'wrapped' | 'stateless' | 'located'
  readonly customerBody: 'two fields' | 'profile'
  /** What required-signings answers to a customer of an earlier version that is new. */
  readonly oldTerms: 'outstanding' | 'conflict'
  /** Whether POST /customers/{id}/signings exists, and what its fields are called. */
  readonly signing: 'none' | 'content_id' | 'document'
  readonly beyondLimits: 'refuse' | 'clamp'
  readonly texts: 'refuse' | 'cut' | 'drop'
  /** Optional fields without a value are null, though the document gives them no null. */
  readonly nulls: boolean
  /** Fields and headers that nobody asked for. */
  readonly extras: boolean
  /** Whether POST /addresses/fiat exists. Without it a quote names its recipient by account number. */
  readonly addresses: boolean
  /** Whether a list of tokens exists that ignores the version, also a wrong one. */
  readonly marketData: boolean
  readonly termsByCountry: 'global' | 'unknown countries refused'
  readonly abilities: 'objects' | 'lists'
  /** Whether the document shows what an identification looks like. */
  readonly submissions: 'shown' | 'untold'
  readonly checksFirst: 'key' | 'version'
  /** Whether single accounts can be read and deleted, and what is left of one that was deleted. */
  readonly accountReads: 'none' | 'gone' | 'kept'
  /** How a method is refused that a path does not have. */
  readonly methodRefused: 404 | 405
  /** Whether whatever else is refused gets its own status, or all of it 400. */
  readonly refusals: 'own status' | 'all 400'
  /** Headers that every request must have, besides those of the specification. */
  readonly requiredHeaders: readonly string[]
  /** Answers too many requests with 429 now and then. */
  readonly busy: boolean
  /** Compresses its answers unasked. */
  readonly compressed: boolean
}

/** A service that says much and strictly. */
export const usual: Choices = {
  openapi: '3.1.0',
  format: 'json',
  prefix: 'server',
  versionList: (dates, standard) => ({
    default: standard,
    versions: dates.map((version) => ({ version, url: `/spec/${version}` })),
  }),
  statuses: 'all',
  operationIds: true,
  limitsDocumented: true,
  headersDocumented: true,
  refusal: 'json string',
  keyRefused: 401,
  created: 201,
  vary: 'X-API-Version',
  replayHeaders: 'none',
  customer: 'flat',
  customerBody: 'two fields',
  oldTerms: 'conflict',
  signing: 'content_id',
  beyondLimits: 'refuse',
  texts: 'refuse',
  nulls: false,
  extras: false,
  addresses: true,
  marketData: true,
  termsByCountry: 'global',
  abilities: 'objects',
  submissions: 'shown',
  checksFirst: 'key',
  accountReads: 'gone',
  methodRefused: 405,
  refusals: 'own status',
  requiredHeaders: [],
  busy: false,
  compressed: false,
}

/** Services that are all correct, and each different wherever the specification is silent. */
export const variants: Readonly<Record<string, Partial<Choices>>> = {
  'says much and strictly': {},
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
  // What a document forbids is refused: a service that clamps has no limits in its document.
  return choices.beyondLimits === 'clamp' ? { ...choices, limitsDocumented: false } : choices
}

export const versions = ['2025-03-13', '2026-07-01', '2026-08-01'] as const
