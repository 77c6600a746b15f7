import { isObject, memberAt, textsOf } from '../../document/index.js'
import { failureText, locationOf, schemasAt, tellingKind } from '../checks/index.js'
import type { Observed } from '../model/observed.js'
import type { ExploreViolation } from '../model/violation.js'
import { bySize, byWidestCause, groupsOf, shownIn } from './violations.js'

const isFailure = ({ rule, steps }: ExploreViolation): boolean =>
  rule === 'answers/server-error' && steps.length === 1

const textOf = (violation: ExploreViolation): string => failureText(shownIn(violation))?.key ?? ''

const statusOf = (violation: ExploreViolation): string => {
  const { noAnswer, exchange } = shownIn(violation)
  return noAnswer ?? String(exchange.response.status)
}

/** The operation with the status; another method is another operation. */
const failingOf = (violation: ExploreViolation): string => {
  const { operation, method = '' } = shownIn(violation).case.call
  return `${operation.pointer} ${method} ${statusOf(violation)}`
}

/** Where a request is odd: at its deviation, or at the first of its odd values. Undefined for one that is plain. */
const spotOf = (violation: ExploreViolation): string | undefined => {
  const observed = shownIn(violation)
  const location = locationOf(observed)
  const kind = tellingKind(observed)
  if (location !== undefined || kind === undefined) return location
  const odd = observed.case.peculiarities?.find((one) => one.kind === kind)
  if (odd?.in === 'body') return odd.at === '' ? 'body' : 'members of the body'
  return `${odd?.in} ${odd?.at.split('/')[1] ?? ''}`
}

/** Plain requests of an operation that failed without a word, the smallest first. */
const muteIn = (failures: readonly ExploreViolation[]): readonly ExploreViolation[] =>
  bySize(failures.filter((one) => spotOf(one) === undefined && textOf(one) === ''))

const optionalParameters = ({ case: { call } }: Observed): readonly string[] => {
  const isRequired = (where: string, name: string): boolean =>
    call.operation.parameters.some((one) => one.in === where && one.name === name && one.required)
  return (['query', 'header', 'cookie'] as const).flatMap((where) =>
    Object.keys(call[where]).flatMap((name) => (isRequired(where, name) ? [] : [`${where} ${name}`])),
  )
}

/** Optional members of a body; where an object has one alone, and that is an object, the members of that one. */
const optionalMembers = (observed: Observed, keys: readonly string[] = []): readonly string[] => {
  const { operation, body } = observed.case.call
  const media = operation.requestBody?.content[body?.mediaType ?? '']
  const value = memberAt(body?.value, ...keys)
  if (!media || !isObject(value)) return []
  const schemas = schemasAt(observed.api.document, `${media.pointer}/schema`, keys)
  const required = new Set(schemas.flatMap(({ node }) => textsOf(node['required'])))
  const names = Object.keys(value).filter((name) => !required.has(name))
  const inner = names.length === 1 ? optionalMembers(observed, [...keys, ...names]) : []
  return inner.length > 0 ? inner : names.map((name) => `body ${name}`)
}

/** What a request could have been sent without, each with the status. */
const optionsOf = (violation: ExploreViolation): readonly string[] => {
  const observed = shownIn(violation)
  const options = [...optionalParameters(observed), ...optionalMembers(observed)]
  return options.map((one) => `${statusOf(violation)} ${one}`)
}

/**
 * What operations fail for: of the smallest request that an operation fails at, the one option that is left.
 */
const culpritsIn = (operations: readonly (readonly ExploreViolation[])[]): ReadonlySet<string> =>
  new Set(
    operations.flatMap((failures) => {
      const [smallest] = muteIn(failures)
      const options = smallest ? optionsOf(smallest) : []
      return options.length === 1 ? options : []
    }),
  )

const byOption = (violation: ExploreViolation, cause: string): ExploreViolation => {
  const [, where, ...name] = cause.split(' ')
  const words =
    where === 'body' ? `${name.join(' ')} in its body` : `the ${where} parameter ${name.join(' ')}`
  return { ...violation, message: `${violation.message} to a request with ${words}`, cause }
}

/**
 * Failures of one operation with one status. Where a plain request fails, every odd one fails for that, unless its
 * response says something else; but one that has an option which operations fail for, fails for that one.
 */
const foldOperation = (
  failures: readonly ExploreViolation[],
  culprits: ReadonlySet<string>,
): readonly ExploreViolation[] => {
  const plain = bySize(failures.filter((one) => spotOf(one) === undefined))
  const mute = muteIn(failures)
  const [smallest] = mute
  const culprit = smallest && optionsOf(smallest).find((option) => culprits.has(option))
  if (culprit !== undefined) return failures.map((one) => (mute.includes(one) ? byOption(one, culprit) : one))
  return failures.map((one) => {
    const text = textOf(one)
    const same = plain.find((other) => textOf(other) === text) ?? (text === '' ? plain[0] : undefined)
    return plain.includes(one) || !same ? one : { ...one, cause: same.cause }
  })
}

/**
 * Puts failures together that have one cause: those of one operation, as above, and those that are odd in the same
 * location and answered alike, which have the cause among theirs that most operations show.
 */
export function foldFailures(violations: readonly ExploreViolation[]): readonly ExploreViolation[] {
  const operations = [...groupsOf(violations.filter(isFailure), failingOf).values()]
  const culprits = culpritsIn(operations)
  const folded = operations.flatMap((failures) => foldOperation(failures, culprits))
  const plainCauses = new Set(folded.filter((one) => spotOf(one) === undefined).map(({ cause }) => cause))
  const settled = byWidestCause(folded, (one) => {
    const spot = spotOf(one)
    const isOdd = spot !== undefined && !plainCauses.has(one.cause)
    return isOdd ? `${failingOf(one)} ${spot} ${textOf(one)}` : undefined
  })
  return [...violations.filter((one) => !isFailure(one)), ...settled]
}
