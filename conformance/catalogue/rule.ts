/** An error breaks the contract; a warning is said and does not. */
export type Severity = 'error' | 'warning'

/**
 * Which versions a rule is about: all, those from a date on, those before a date, or the service as a whole
 * (judged once, without a version).
 */
export type VersionScope = 'all' | 'service' | { readonly from: string } | { readonly before: string }

/** What a rule needs besides a service that answers: leave to create data, a customer of any origin, a key. */
export type Need = 'writes' | 'customer' | 'api-key'

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
}

/** One normative statement of the specification and how it is judged. */
export type Rule =
  | (RuleBase & { readonly kind: 'observer' | 'scenario' })
  /** The specification leaves this open: it is listed and never judged. */
  | (RuleBase & { readonly kind: 'open'; readonly reason: string })

/** True when a rule speaks of a version. Versions are ISO dates, so their order is the order of text. */
export function appliesTo(scope: VersionScope, version: string): boolean {
  if (scope === 'service' || version === '*') return scope === 'service' && version === '*'
  if (scope === 'all') return true
  return 'from' in scope ? version >= scope.from : version < scope.before
}
