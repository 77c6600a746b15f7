import { failureText, listOf, locationOf, tellingKind, withoutRequest } from '../checks/index.js'
import type { ExploreViolation } from '../model/violation.js'
import { hasOption, optionsIn } from './options.js'
import { bySize, byWidestCause, groupsOf, shownIn } from './violations.js'

/** Whether a creation failed where it was the second of its kind, with both as its steps. */
const isOfSecond = ({ rule, steps, cause }: ExploreViolation): boolean =>
  rule === 'answers/server-error' && steps.length === 2 && cause.startsWith('repeated ')

/** Those that were not repeated have their cause already. */
const isFailure = (one: ExploreViolation): boolean =>
  one.rule === 'answers/server-error' &&
  (one.steps.length === 1 || isOfSecond(one)) &&
  one.isUnrepeated !== true

/** Ends the cause of failures whose requests may have nothing to do with them. */
const unproven = ' of an unknown cause'

/**
 * A failure without a word, of an operation that was never carried out, whose request nobody had the time to make
 * smaller: a plain one might have failed as well.
 */
const withoutBlame = (violation: ExploreViolation): ExploreViolation =>
  textOf(violation) !== ''
    ? violation
    : {
        ...violation,
        message: withoutRequest(violation.message),
        cause: `${failingOf(violation)}${unproven}`,
      }

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

/** Plain requests of an operation that failed without a word, the smallest first. A gateway fails for no request. */
const muteIn = (failures: readonly ExploreViolation[]): readonly ExploreViolation[] =>
  bySize(failures.filter((one) => spotOf(one) === undefined && textOf(one) === '')).filter(
    ({ cause }) => !cause.endsWith(' unavailable'),
  )

/** The options that a request may fail for: none without which one of its operation was refused. */
const optionsOf = (violation: ExploreViolation, failures: readonly ExploreViolation[]): readonly string[] => {
  const needed = new Set(failures.flatMap((one) => one.needed ?? []))
  return optionsIn(shownIn(violation)).filter((option) => !needed.has(option))
}

/** The plain failure that says most of its options: one that was made smaller, or else the smallest. */
const tellingIn = (failures: readonly ExploreViolation[]): ExploreViolation | undefined => {
  const mute = failures.some(isOfSecond) ? [] : muteIn(failures)
  return mute.find((one) => one.needed !== undefined) ?? mute[0]
}

/** The options of the plain failure that says most; none where no smaller request was tried. */
const blamableIn = (failures: readonly ExploreViolation[]): readonly string[] => {
  const telling = tellingIn(failures)
  return telling && !telling.cause.endsWith(unproven) ? optionsOf(telling, failures) : []
}

/** What operations fail for: of the smallest request that an operation fails at, the one option that is left. */
const culpritsIn = (operations: readonly (readonly ExploreViolation[])[]): ReadonlySet<string> =>
  new Set(
    operations.flatMap((failures) => {
      const options = blamableIn(failures)
      return options.length === 1 ? options : []
    }),
  )

const mostNamed = 3

/** A failure that options of its request have led to, be it in whichever operation. */
const byOptions = (violation: ExploreViolation, options: readonly string[]): ExploreViolation => {
  const names = options.map((one) => one.replace(/^(\w+) (.*)$/s, '$2 in the $1'))
  const words = options.length > mostNamed ? '' : ` to a request with ${listOf(names)}`
  return {
    ...violation,
    message: `${withoutRequest(violation.message)}${words}`,
    // Services read both preconditions of a request by the same code.
    cause: `${statusOf(violation)} ${options.join(', ').replaceAll(/\bIf-(None-)?Match\b/gi, 'If-Match')}`,
  }
}

/** A failure that has the cause of another one: whichever of them is shown, the words are those of that one. */
const asShownBy = (
  { pattern: _pattern, ...violation }: ExploreViolation,
  { cause, message, pattern }: ExploreViolation,
): ExploreViolation => ({ ...violation, cause, message, ...(pattern !== undefined && { pattern }) })

/**
 * Failures of one operation with one status. Where the second of a kind fails, or a plain request, every odd one fails
 * for that, unless its response says something else. Where the smallest plain one has options left, it fails for one
 * that operations fail for, or for all of them.
 */
const foldOperation = (
  failures: readonly ExploreViolation[],
  culprits: ReadonlySet<string>,
): readonly ExploreViolation[] => {
  const second = failures.find(isOfSecond)
  if (second) return failures.filter((one) => one === second || textOf(one) !== '')
  const plain = bySize(failures.filter((one) => spotOf(one) === undefined))
  const mute = muteIn(failures)
  const telling = tellingIn(failures)
  const culprit = telling && optionsOf(telling, failures).find((option) => culprits.has(option))
  const blamed = culprit === undefined ? blamableIn(failures) : [culprit]
  if (blamed.length > 0) {
    const [first] = mute.map((one) => byOptions(one, blamed))
    return failures.map((one) => {
      const isAlike = textOf(one) === '' && blamed.some((option) => hasOption(shownIn(one), option))
      if (!isAlike || !first) return one
      return mute.includes(one) ? byOptions(one, blamed) : asShownBy(one, first)
    })
  }
  return failures.map((one) => {
    const text = textOf(one)
    const same = plain.find((other) => textOf(other) === text) ?? (text === '' ? plain[0] : undefined)
    return plain.includes(one) || !same ? one : asShownBy(one, same)
  })
}

/** Odd values that were never seen to fail but beside a culprit are innocent. */
const withoutInnocent = (
  failures: readonly ExploreViolation[],
  culprits: ReadonlySet<string>,
): readonly ExploreViolation[] =>
  [...groupsOf(failures, ({ cause }) => cause).values()].flatMap((group) => {
    const blamed = group.map((one) => {
      const isOdd = spotOf(one) !== undefined && textOf(one) === ''
      return isOdd
        ? optionsOf(one, [one])
            .filter((option) => culprits.has(option))
            .slice(0, 1)
        : []
    })
    const isInnocent = blamed.every((options) => options.length > 0)
    return isInnocent ? group.map((one, index) => byOptions(one, blamed[index] ?? [])) : group
  })

/**
 * Puts failures together that have one cause: those of one operation, as above, and those that are odd in the same
 * location and answered alike, which have the cause among theirs that most operations show.
 * @param isUnsettled whether nothing shows that the request of a failure is to blame for it
 */
export function foldFailures(
  violations: readonly ExploreViolation[],
  isUnsettled: (violation: ExploreViolation) => boolean,
): readonly ExploreViolation[] {
  const own = violations.filter(isFailure).map((one) => (isUnsettled(one) ? withoutBlame(one) : one))
  const culprits = culpritsIn([...groupsOf(own, failingOf).values()])
  const operations = groupsOf(withoutInnocent(own, culprits), failingOf)
  const folded = [...operations.values()].flatMap((failures) => foldOperation(failures, culprits))
  const plainCauses = new Set(folded.filter((one) => spotOf(one) === undefined).map(({ cause }) => cause))
  const settled = byWidestCause(folded, (one) => {
    const spot = spotOf(one)
    const isOdd = spot !== undefined && !plainCauses.has(one.cause)
    return isOdd ? `${failingOf(one)} ${spot} ${textOf(one)}` : undefined
  })
  const known = new Set(own.map((one) => `${failingOf(one)} ${textOf(one)}`))
  // A failure that was not repeated adds nothing to one of its operation that says the same.
  const isKnown = (one: ExploreViolation): boolean =>
    one.isUnrepeated === true && known.has(`${failingOf(one)} ${textOf(one)}`)
  return [...violations.filter((one) => !isFailure(one) && !isKnown(one)), ...settled]
}
