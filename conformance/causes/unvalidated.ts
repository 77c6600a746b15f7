import type { Deviation } from '../model/case.js'
import type { ExploreViolation } from '../model/violation.js'
import type { ExploreRuleId } from '../model/document-rules.js'

const ofWrongRequests: ReadonlySet<ExploreRuleId> = new Set(['requests/invalid-refused', 'requests/lenient'])

/** Whoever overlooks so many keywords, types among them, looks at none. */
const fewestKeywords = 3

const deviationOf = ({ rule, steps }: ExploreViolation): Deviation | undefined =>
  ofWrongRequests.has(rule) ? steps.at(-1)?.case.deviation : undefined

const keyOf = ({ steps }: ExploreViolation, { in: where }: Deviation): string =>
  `${steps.at(-1)?.case.call.operation.pointer ?? ''} ${where}`

const isOverlooked = (keywords: ReadonlySet<string>): boolean =>
  keywords.size >= fewestKeywords &&
  keywords.has('type') &&
  (keywords.has('required') || keywords.has('enum'))

const words = {
  body: 'bodies',
  query: 'queries',
  path: 'paths',
  header: 'headers',
  cookie: 'cookies',
} as const

const asUnvalidated = (violation: ExploreViolation, { in: where }: Deviation): ExploreViolation => {
  const { call } = violation.steps.at(-1)?.case ?? {}
  const name = `${(call?.method ?? call?.operation.method ?? '').toUpperCase()} ${call?.operation.path ?? ''}`
  const { pointer } = call?.operation.requestBody ?? call?.operation ?? {}
  return {
    ...violation,
    message: `${name} takes ${words[where]} that are wrong in several ways: nothing seems to validate them`,
    ...(pointer !== undefined && { pointer }),
    cause: `unvalidated ${where}`,
  }
}

/**
 * Puts the violations of operations together that validate nothing: hundreds of wrong requests that are carried out
 * have one cause then, which is that nobody looks.
 */
export function foldUnvalidated(violations: readonly ExploreViolation[]): readonly ExploreViolation[] {
  const overlooked = new Map<string, Set<string>>()
  for (const violation of violations) {
    const deviation = deviationOf(violation)
    if (!deviation) continue
    const key = keyOf(violation, deviation)
    overlooked.set(key, (overlooked.get(key) ?? new Set()).add(deviation.keyword))
  }
  return violations.map((violation) => {
    const deviation = deviationOf(violation)
    if (!deviation || !isOverlooked(overlooked.get(keyOf(violation, deviation)) ?? new Set()))
      return violation
    return asUnvalidated(violation, deviation)
  })
}
