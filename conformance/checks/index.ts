import { body, format } from './body.js'
import type { RuleCheck } from './checked.js'
import { headers } from './headers.js'
import { invalidRefused, lenient } from './invalid.js'
import { mediaType } from './media-type.js'
import { methods } from './methods.js'
import { security } from './security.js'
import { serverError } from './server-error.js'
import { status, undeclaredRefusal } from './status.js'
import type { Observed } from '../model/observed.js'
import type { ExploreViolation } from '../model/violation.js'
import type { ExploreRuleId } from '../model/document-rules.js'

export type { RuleCheck } from './checked.js'
export { judgeContrast } from './contrast.js'
export { lacking, listOf } from './error-words.js'
export { errorText } from './error-text.js'
export { locationOf, tellingKind } from './provocation.js'

/** What judges one answer, by rule. */
export const checks: readonly RuleCheck[] = [
  { rule: 'answers/server-error', check: serverError },
  { rule: 'answers/status', check: status },
  { rule: 'answers/undeclared-refusal', check: undeclaredRefusal },
  { rule: 'answers/media-type', check: mediaType },
  { rule: 'answers/body', check: body },
  { rule: 'answers/format', check: format },
  { rule: 'answers/headers', check: headers },
  { rule: 'requests/invalid-refused', check: invalidRefused },
  { rule: 'requests/lenient', check: lenient },
  { rule: 'security/required', check: security },
  { rule: 'methods/undeclared', check: methods },
]

/** The rules that an answer was judged by, broken or not, and the violations that it shows. */
export interface Judgement {
  readonly judged: readonly ExploreRuleId[]
  readonly violations: readonly ExploreViolation[]
}

/** Judges one answer by every check that has something to say of it. */
export async function judge(observed: Observed): Promise<Judgement> {
  const outcomes = await Promise.all(
    checks.map(async ({ rule, check }) => ({ rule, found: await check(observed) })),
  )
  const spoken = outcomes.filter(({ found }) => found !== undefined)
  const violations = spoken.flatMap(({ found }) => found ?? [])
  const judged = new Set([...spoken.map(({ rule }) => rule), ...violations.map(({ rule }) => rule)])
  return { judged: [...judged], violations }
}
