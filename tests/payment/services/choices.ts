/** Choices that the specification does not make for a service. */
export interface Choices {
  readonly openapi: '3.0.3' | '3.1.0'
  readonly format: 'json' | 'yaml'
  /** `paths` repeats /api in every path under the server `/`; `server` has it in the server's URL. */
  readonly prefix: 'paths' | 'server'
  /** The form of /spec/versions: one of `versionLists`. */
  readonly versionList: 'usual' | 'dated' | 'keyed' | 'nested' | 'named'
  /** Statuses a document lists for an operation besides that of success. */
  readonly statuses: 'all' | 'ranges' | 'success alone'
  readonly operationIds: boolean
  /** Whether documents repeat the specification's limits of parameters. */
  readonly limitsDocumented: boolean
  /** Whether documents speak of the key, the version header and the sub-partner. */
  readonly headersDocumented: boolean
  readonly refusal: 'text' | 'json string' | 'empty' | 'text beside an object' | 'text in brackets'
  readonly keyRefused: 401 | 403
  readonly created: 200 | 201
  readonly vary: string | readonly string[]
  readonly replayHeaders: 'none' | 'type' | 'type and vary'
  /** How a customer shows itself, and where its id is. */
  readonly customer: 'flat' | 'wrapped' | 'stateless' | 'located'
  readonly customerBody: 'two fields' | 'profile'
  /** The answer of required-signings for a new customer of an earlier version. */
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
  readonly termsByCountry: 'global' | 'unknown countries refused' | 'nothing for unknown countries'
  /** Whether the link to a document is the same each time it is shown. */
  readonly termsUrl: 'steady' | 'signed anew'
  readonly abilities: 'objects' | 'lists' | 'objects with more'
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
  /** Whether documents write every schema out where it is used. */
  readonly inlined: boolean
  /** Which spellings of enumerated query values are taken, and whether documents list those others. */
  readonly letterCase: 'exact' | 'any' | 'any, and documented'
  /** The treatment of a parameter without effect on the quote. */
  readonly unused: 'checked' | 'ignored'
  /** Whether this account may pay third parties. */
  readonly thirdParties: boolean
  /** Which version serves a request about a customer of another one: that of the call, or that of the customer. */
  readonly servedBy: 'call' | 'customer'
  /** Whether there is a further version, in which much is named otherwise. */
  readonly later: boolean
  /** Whether a thing can be read as soon as it was created. */
  readonly readable: 'at once' | 'in a moment'
  /** How an answer comes over the wire. */
  readonly wire: 'usual' | 'in pieces' | 'closing' | 'HTTP/1.0'
  readonly jsonType: string
  readonly ids: 'lower case' | 'upper case'
  readonly times: 'offset' | 'nanoseconds'
  /** Refuses query parameters and members that it does not know. */
  readonly strict: boolean
  /** The answer to another body under a used key. */
  readonly keyReuse: 'stored' | 'refused'
  /** Whether a control of the sandbox publishes new terms. */
  readonly publishing: boolean
  /** How a Link is refused while terms have to be signed first, as others are with 409; undefined: no Link has to wait. */
  readonly unsigned: 400 | 409 | undefined
}

/** A service that says much and strictly. */
export const usual: Choices = {
  openapi: '3.1.0',
  format: 'json',
  prefix: 'server',
  versionList: 'usual',
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
  termsUrl: 'steady',
  abilities: 'objects',
  submissions: 'shown',
  checksFirst: 'key',
  accountReads: 'gone',
  methodRefused: 405,
  refusals: 'own status',
  requiredHeaders: [],
  busy: false,
  compressed: false,
  inlined: false,
  letterCase: 'exact',
  unused: 'checked',
  thirdParties: true,
  servedBy: 'call',
  later: false,
  readable: 'at once',
  wire: 'usual',
  jsonType: 'application/json',
  ids: 'lower case',
  times: 'offset',
  strict: false,
  keyReuse: 'stored',
  publishing: false,
  unsigned: undefined,
}

type VersionList = (dates: readonly string[], standard: string) => unknown

/** Forms of the list of versions. */
export const versionLists: Readonly<Record<Choices['versionList'], VersionList>> = {
  usual: (dates, standard) => ({
    default: standard,
    versions: dates.map((version) => ({ version, url: `/spec/${version}` })),
  }),
  dated: (dates, standard) =>
    dates.map((date) => ({ date, is_default: date === standard, at: `/spec/${date}` })),
  keyed: (dates, standard) =>
    Object.fromEntries(dates.map((date) => [date, { default: date === standard, href: date }])),
  nested: (dates, standard) => ({
    data: { items: dates.toReversed() },
    template: '/spec/{date}',
    default_version: standard,
  }),
  named: (dates, standard) => ({ current: standard, supported: dates, documents: '/spec/' }),
}

const versions = ['2025-03-13', '2026-07-01', '2026-08-01'] as const

/** A version that the specification does not know yet. */
export const laterVersion = '2027-03-01'

/** The versions of a service, the oldest first. */
export const versionsOf = ({ later }: Pick<Choices, 'later'>): readonly string[] =>
  later ? [...versions, laterVersion] : versions
