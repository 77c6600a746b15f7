import { type ChangeName, hasChange, versionOf } from '../../versions/index.js'
/** An error breaks the contract; a warning is only reported. */
export type Severity = 'error' | 'warning'

/** The versions of a service without a known table of changes, by date or by name. */
interface DateScope {
  readonly dates: { readonly from?: string; readonly before?: string } | readonly string[]
}

/**
 * The versions that a rule applies to: all, those from a change on, those before a change (excluding the version that
 * introduced it), or the service as a whole (judged once, without a version).
 */
export type VersionScope =
  | 'all'
  | 'service'
  | { readonly from: ChangeName; readonly until?: ChangeName }
  | { readonly from?: never; readonly until: ChangeName }
  | DateScope

/** Preconditions of a rule, such as permission to create data, or another partner's key. */
export type Need = 'writes' | 'customer' | 'api-key' | 'sandbox' | 'second-key' | 'sub-partner' | 'receiver'

interface RuleBase {
  /** `<area>/<name>`: stable, printed in reports, matched by `--rules`. */
  readonly id: string
  readonly title: string
  readonly section: string
  /** The statement of the specification in our words. */
  readonly statement: string
  readonly versions: VersionScope
  readonly severity: Severity
  readonly needs: readonly Need[]
  /** It judges the documents themselves, so it can pass without a response of the API. */
  readonly judges?: 'documents'
  /** Further tags for `--tags`, besides the area, the kind and the needs. */
  readonly tags?: readonly string[]
  /** The name of the user's pack, if it belongs to one. */
  readonly pack?: string
}

/** One statement of the specification and how it is judged. */
export type Rule =
  /** `observer`: by every exchange; `scenario`: by its own calls; `cases`: by calls made from documents. */
  | (RuleBase & { readonly kind: 'observer' | 'scenario' | 'cases' })
  /** The specification leaves this open, so it is never judged; a scenario with its id only notes. */
  | (RuleBase & { readonly kind: 'open'; readonly reason: string })

const isWithin = ({ dates }: DateScope, version: string): boolean => {
  if ('includes' in dates) return dates.includes(version)
  const { from = version, before } = dates
  // An undated document is not within any range.
  const isDated = /^\d{4}-\d{2}-\d{2}$/.test(version)
  return isDated && version >= from && (before === undefined || version < before)
}

/** The members of a rule that its results repeat. */
export type RuleFacts = Pick<RuleBase, 'id' | 'title' | 'section' | 'statement' | 'severity'>

/** Picks the members of a rule that its results repeat. */
export function factsOf({ id, title, section, statement, severity }: Rule): RuleFacts {
  return { id, title, section, statement, severity }
}

/** The area of a rule: the part of its id before the slash. */
export function areaOf({ id }: { readonly id: string }): string {
  return id.split('/', 1)[0] ?? ''
}

/** True when a rule is about a version. */
export function appliesTo(scope: VersionScope, version: string): boolean {
  if (scope === 'service' || version === '*') return scope === 'service' && version === '*'
  if (scope === 'all') return true
  if ('dates' in scope) return isWithin(scope, version)
  const { from, until } = scope
  return (!from || hasChange(version, from)) && (!until || !hasChange(version, until))
}

/** The dates from which and before which a rule applies, for display. */
export function datesOf(scope: VersionScope): 'all' | 'service' | DateScope['dates'] {
  if (typeof scope === 'string') return scope
  if ('dates' in scope) return scope.dates
  const { from, until } = scope
  return { ...(from && { from: versionOf(from) }), ...(until && { before: versionOf(until) }) }
}

/** The versions of a rule as text: `every version`, `from 2026-08-01`, `before 2026-08-01`, `the service`. */
export function scopeText(scope: VersionScope): string {
  const dates = datesOf(scope)
  if (dates === 'all') return 'every version'
  if (dates === 'service') return 'the service'
  if ('join' in dates) return dates.join(', ')
  const { from, before } = dates
  return [...(from ? [`from ${from}`] : []), ...(before ? [`before ${before}`] : [])].join(' ')
}
