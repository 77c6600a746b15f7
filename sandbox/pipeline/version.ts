import type { VersionList } from '../service/service.js'

/** Groups of operations on tokens and market data, which have no version-dependent shapes (Versioning 7). */
const blindTags: ReadonlySet<string> = new Set(['Currencies', 'ExchangeRate'])

/** Whether an operation ignores any version header, and is served as the default version. */
export function ignoresVersion(tags: readonly string[]): boolean {
  return tags.some((tag) => blindTags.has(tag))
}

/** The result of negotiating a version: the version to serve, or the body of the refusal (Versioning 3 to 5). */
export type Negotiation =
  | { readonly served: string; readonly problem?: never }
  | { readonly served: string; readonly problem: VersionProblem }

/** The body of a 400 for an unsupported version. */
export interface VersionProblem {
  readonly error: 'unsupported_api_version'
  readonly reason: 'version_unknown' | 'version_malformed'
  readonly requested: string
  readonly supported: readonly string[]
}

export class UnsupportedVersion extends Error {
  override readonly name = 'UnsupportedVersion'

  constructor(readonly problem: VersionProblem) {
    super(problem.reason)
  }
}

const canonical = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/

const isCalendarDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`)
  return canonical.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/**
 * Negotiates the version of one call (Versioning 2, 3, 5). An absent or empty header selects the default. A text that
 * is not a calendar date in the form YYYY-MM-DD is malformed; in one reading only the form counts. Nearby versions
 * are never substituted.
 * A refusal is rendered and echoed as the default version.
 */
export function negotiate(
  requested: string | undefined,
  versions: VersionList,
  impossibleIsUnknown = false,
): Negotiation {
  if (requested === undefined || requested === '') return { served: versions.default }
  if (versions.supported.includes(requested)) return { served: requested }
  const isDate = impossibleIsUnknown ? canonical.test(requested) : isCalendarDate(requested)
  const reason = isDate ? 'version_unknown' : 'version_malformed'
  const { supported } = versions
  return {
    served: versions.default,
    problem: { error: 'unsupported_api_version', reason, requested, supported },
  }
}
