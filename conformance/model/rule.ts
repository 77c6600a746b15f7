import { type ChangeName, hasChange, versionOf } from '../../versions/index.js'
/** An error breaks the contract; a warning is said and does not. */
export type Severity = 'error' | 'warning'

/** The versions of a service of which no table of changes is known: by their dates, or by their names. */
export interface DateScope {
  readonly dates: { readonly from?: string; readonly before?: string } | readonly string[]
}

/**
 * Which versions a rule is about: all, those from a change on, those until a change (the version that minted it is
 * no longer one), or the service as a whole (judged once, without a version).
 */
export type VersionScope =
  | 'all'
  | 'service'
  | { readonly from: ChangeName; readonly until?: ChangeName }
  | { readonly from?: never; readonly until: ChangeName }
  | DateScope

/**
 * What a rule needs besides a service that answers: leave to create data, a customer of any origin, a key, the
 * controls of a sandbox, a second partner's key, a sub-partner, a receiver of webhooks.
 */
export type Need = 'writes' | 'customer' | 'api-key' | 'sandbox' | 'second-key' | 'sub-partner' | 'receiver'

interface RuleBase {
  /** `<area>/<name>`: stable, printed in reports, matched by `--rules`. */
  readonly id: string
  readonly title: string
  /** Where the specification says it. */
  readonly section: string
  /** What the specification states, in our words. */
  readonly statement: string
  readonly versions: VersionScope
  readonly severity: Severity
  readonly needs: readonly Need[]
  /** It judges the documents themselves, so that no answer of the API is needed for it to pass. */
  readonly judges?: 'documents'
  /** Further words that `--tags` selects by; the area, the kind and the needs count as tags anyway. */
  readonly tags?: readonly string[]
  /** Name of the pack that it is of, where that is one of the user's own. */
  readonly pack?: string
}

/** One normative statement of the specification and how it is judged. */
export type Rule =
  /** `observer`: judged by every exchange; `scenario`: by calls of its own; `cases`: by those made from the documents. */
  | (RuleBase & { readonly kind: 'observer' | 'scenario' | 'cases' })
  /** The specification leaves this open: it is never judged. Where a scenario stands under its id, that notes. */
  | (RuleBase & { readonly kind: 'open'; readonly reason: string })

const isWithin = ({ dates }: DateScope, version: string): boolean => {
  if ('includes' in dates) return dates.includes(version)
  const { from = version, before } = dates
  // A document that has no date is from no time.
  const isDated = /^\d{4}-\d{2}-\d{2}$/.test(version)
  return isDated && version >= from && (before === undefined || version < before)
}

/** What a result says of its rule. */
export type RuleFacts = Pick<RuleBase, 'id' | 'section' | 'statement' | 'severity'> & {
  /** Absent in reports of releases before 0.2. */
  readonly title?: string
}

/** The members of a rule that stand in each of its results. */
export function factsOf({ id, title, section, statement, severity }: Rule): RuleFacts {
  return { id, title, section, statement, severity }
}

/** True when a rule is about a version. */
export function appliesTo(scope: VersionScope, version: string): boolean {
  if (scope === 'service' || version === '*') return scope === 'service' && version === '*'
  if (scope === 'all') return true
  if ('dates' in scope) return isWithin(scope, version)
  const { from, until } = scope
  return (
    (from === undefined || hasChange(version, from)) && (until === undefined || !hasChange(version, until))
  )
}

/** A scope with the dates of its changes, as it is shown to users. */
export type DatedScope =
  | 'all'
  | 'service'
  | { readonly from?: string; readonly before?: string }
  | readonly string[]

/** The dates from which and before which a rule applies. */
export function datesOf(scope: VersionScope): DatedScope {
  if (typeof scope === 'string') return scope
  if ('dates' in scope) return scope.dates
  const { from, until } = scope
  return {
    ...(from === undefined ? {} : { from: versionOf(from) }),
    ...(until === undefined ? {} : { before: versionOf(until) }),
  }
}

/** The versions of a rule in words: `every version`, `from 2026-08-01`, `before 2026-08-01`, `the service`. */
export function scopeText(scope: VersionScope): string {
  const dates = datesOf(scope)
  if (dates === 'all') return 'every version'
  if (dates === 'service') return 'the service'
  if ('join' in dates) return dates.join(', ')
  const { from, before } = dates
  return [...(from ? [`from ${from}`] : []), ...(before ? [`before ${before}`] : [])].join(' ')
}
