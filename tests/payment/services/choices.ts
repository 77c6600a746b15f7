/** Choices that the specification does not make for a service. The first of each is the usual one. */
const choices = {
  openapi: ['3.1.0', '3.0.3'],
  format: ['json', 'yaml'],
  /** `paths` repeats /api in every path under the server `/`; `server` has it in the server's URL. */
  prefix: ['server', 'paths'],
  /** The form of /spec/versions: one of `versionLists`. */
  versionList: ['usual', 'dated', 'keyed', 'nested', 'named'],
  /** Statuses a document lists for an operation besides that of success. */
  statuses: ['all', 'ranges', 'success alone'],
  operationIds: [true, false],
  /** Whether documents repeat the specification's limits of parameters. */
  limitsDocumented: [true, false],
  /** Whether documents speak of the key, the version header and the sub-partner. */
  headersDocumented: [true, false],
  refusal: ['json string', 'text', 'empty', 'text beside an object', 'text in brackets'],
  keyRefused: [401, 403],
  created: [201, 200],
  vary: ['X-API-Version'] as readonly (string | readonly string[])[],
  replayHeaders: ['none', 'type', 'type and vary'],
  /** The form of a customer, and the location of its id. */
  customer: ['flat', 'wrapped', 'stateless', 'located'],
  customerBody: ['two fields', 'profile'],
  /** The answer of required-signings for a new customer of an earlier version. */
  oldTerms: ['conflict', 'outstanding', 'outstanding for individuals'],
  /** Whether POST /customers/{id}/signings exists, and what its fields are called. */
  signing: ['content_id', 'none', 'document'],
  beyondLimits: ['refuse', 'clamp'],
  texts: ['refuse', 'cut', 'drop'],
  /** Optional fields without a value are null, though the document gives them no null. */
  nulls: [false, true],
  /** Fields and headers that nobody asked for. */
  extras: [false, true],
  /** Whether POST /addresses/fiat exists. Without it a quote names its recipient by account number. */
  addresses: [true, false],
  /** Where that is. */
  accountPath: ['/addresses/fiat', '/bank-accounts'],
  /** Whether a list of tokens exists that ignores the version, also a wrong one. */
  marketData: [true, false],
  termsByCountry: ['global', 'unknown countries refused', 'nothing for unknown countries'],
  /** Whether the link to a document is the same each time it is shown. */
  termsUrl: ['steady', 'signed anew'],
  abilities: ['objects', 'lists', 'objects with more'],
  /** Whether the document shows what an identification looks like. */
  submissions: ['shown', 'untold'],
  checksFirst: ['key', 'version'],
  /** Whether single accounts can be read and deleted, and what is left of one that was deleted. */
  accountReads: ['gone', 'none', 'kept'],
  /** The refusal of a method that a path does not have. */
  methodRefused: [405, 404],
  /** Whether other refusals have specific statuses, or all of them 400. */
  refusals: ['own status', 'all 400'],
  /** Headers that every request must have, besides those of the specification. */
  requiredHeaders: [[]] as readonly (readonly string[])[],
  /** Answers too many requests with 429 now and then. */
  busy: [false, true],
  /** Compresses its answers unasked. */
  compressed: [false, true],
  /** Whether documents write every schema out where it is used. */
  inlined: [false, true],
  /** The accepted spellings of enumerated query values and booleans, and whether documents list them. */
  letterCase: ['exact', 'any', 'any, and documented'],
  /** The treatment of a parameter without effect on the quote. */
  unused: ['checked', 'ignored'],
  /** Whether this account may pay third parties. */
  thirdParties: [true, false],
  /** The version that serves a request about a customer of another version: that of the call, or of the customer. */
  servedBy: ['call', 'customer'],
  /** Whether there is a further version, in which much is named otherwise. */
  later: [false, true],
  /** Whether a thing can be read as soon as it was created. */
  readable: ['at once', 'in a moment'],
  /** The transfer of a response. */
  wire: ['usual', 'in pieces', 'closing', 'HTTP/1.0'],
  jsonType: ['application/json'] as readonly string[],
  ids: ['lower case', 'upper case'],
  times: ['offset', 'nanoseconds'],
  /** Refuses query parameters and members that it does not know. */
  strict: [false, true],
  /** The answer to another body under a used key. */
  keyReuse: ['stored', 'refused'],
  /** Whether a control of the sandbox publishes new terms. */
  publishing: [false, true],
  /** The refusal of a Link while terms must be signed first (409 for others); undefined if no Link has to wait. */
  unsigned: [undefined, 400, 409],
  /**
   * Whether quotes make autoramps, whose further quotes are asked for by currency: where the autoramp has another one,
   * the quote is refused, or is in that of the autoramp. With rates, which nobody signed, none can be sent back.
   */
  autoramps: ['none', 'by currency', 'by currency or in their own', 'with rates'],
  /** Whether documents of versions before 2026-08-01 show the industry of a company, which is optional there. */
  oldIndustry: ['shown', 'untold'],
  /** Whether an autoramp is made by the quote itself, or by an object that holds it. */
  quotePosted: ['alone', 'in a member'],
} as const

type Options = Readonly<Record<string, readonly unknown[]>>

/** One value of each list. */
export type Chosen<All extends Options> = { readonly [Name in keyof All]: All[Name][number] }

/** The first value of each list. */
export const firstOf = <All extends Options>(all: All): Chosen<All> =>
  Object.fromEntries(Object.entries(all).map(([name, [first]]) => [name, first])) as Chosen<All>

/** The choices of a service. */
export type Choices = Chosen<typeof choices>

/** A service with large and strict documents. */
export const usual = firstOf(choices)

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
