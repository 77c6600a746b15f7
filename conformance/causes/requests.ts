import type { Call } from '../model/call.js'
import type { Deviation } from '../model/case.js'
import type { ExploreViolation } from '../model/violation.js'
import { byWidestCause, groupsOf, operationOf, shownIn } from './violations.js'

const callOf = (violation: ExploreViolation): Call => shownIn(violation).case.call

/**
 * Puts operations together that are carried out without credentials. One that asks for none need not be shown to take
 * wrong ones as well; those that take wrong ones alone are another cause.
 */
export function foldSecurity(violations: readonly ExploreViolation[]): readonly ExploreViolation[] {
  const own = violations.filter(({ rule }) => rule.startsWith('security/'))
  const isOpen = (one: ExploreViolation): boolean => callOf(one).credentials === 'none'
  const open = new Set(own.filter(isOpen).map(operationOf))
  const left = own.filter((one) => isOpen(one) || !open.has(operationOf(one)))
  const said = [...groupsOf(left, ({ rule, cause }) => `${rule} ${cause}`).values()].flatMap((group) => {
    const count = new Set(group.map(operationOf)).size
    if (count < 2) return group
    return group.map((one) => {
      const how = isOpen(one) ? 'without any' : 'with wrong ones'
      const sentence = `operations that require credentials are carried out ${how}, such as`
      const example = `${operationOf(one)}, answered ${shownIn(one).exchange.response.status}`
      return { ...one, message: `${count} ${sentence} ${example}`, pattern: `* ${sentence} *` }
    })
  })
  return [...violations.filter((one) => !own.includes(one)), ...said]
}

const deviationOf = (violation: ExploreViolation): Deviation | undefined =>
  /^requests\/(invalid-refused|lenient)$/.test(violation.rule) ? shownIn(violation).case.deviation : undefined

/** A service that overlooks so many keywords, types among them, validates nothing. */
const fewestKeywords = 3

const isUnvalidated = (group: readonly ExploreViolation[]): boolean => {
  const keywords = new Set(group.map((one) => deviationOf(one)?.keyword))
  const hasBasics = keywords.has('type') && (keywords.has('required') || keywords.has('enum'))
  return keywords.size >= fewestKeywords && hasBasics
}

const plurals = {
  body: 'bodies',
  query: 'queries',
  path: 'paths',
  header: 'headers',
  cookie: 'cookies',
} as const

const asUnvalidated = (violation: ExploreViolation, where: Deviation['in']): ExploreViolation => {
  const { about: _one, ...rest } = violation
  const { operation } = callOf(violation)
  return {
    ...rest,
    message: `${operationOf(violation)} takes ${plurals[where]} that are wrong in several ways: nothing seems to validate them`,
    pointer: (operation.requestBody ?? operation).pointer,
    cause: `unvalidated ${where}`,
  }
}

/** The value that is wrong: a member of a shared schema, a parameter of one name, or else a location in the operation. */
const spotOf = (violation: ExploreViolation): string | undefined => {
  const deviation = deviationOf(violation)
  if (!deviation) return undefined
  const { in: where, at, keyword, pointer } = deviation
  const location = `${where} ${at.replaceAll(/\/\d+(?=\/|$)/g, '/*')}`
  const missing = keyword === 'required' ? ` ${at.replace(/^.*\//, '')}` : ''
  if (where === 'body' && pointer.startsWith('#/components/')) return `${violation.rule} ${pointer}${missing}`
  return `${violation.rule} ${where === 'body' ? callOf(violation).operation.pointer : ''} ${location}`
}

/**
 * Puts the violations of operations together that validate nothing: hundreds of wrong requests that are carried out
 * have one cause then. What is wrong with one value otherwise has one cause, whichever keywords show it.
 */
export function foldWrongRequests(violations: readonly ExploreViolation[]): readonly ExploreViolation[] {
  const groups = groupsOf(violations, (one) => `${operationOf(one)} ${deviationOf(one)?.in}`)
  const folded = [...groups.values()].flatMap((group) =>
    isUnvalidated(group) ? group.map((one) => asUnvalidated(one, deviationOf(one)?.in ?? 'body')) : group,
  )
  return byWidestCause(folded, (one) => (one.cause.startsWith('unvalidated ') ? undefined : spotOf(one)))
}
