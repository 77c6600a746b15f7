import {
  isObject,
  memberAt,
  textsOf,
  groupedBy,
  keysOf,
  parametersIn as namesIn,
} from '../../document/index.js'
import { allNames } from '../checks/refusals.js'
import { schemasAt } from '../checks/response.js'
import { failureText } from '../checks/failures.js'
import { listOf } from '../checks/body.js'
import {
  locationOf,
  noBody,
  peculiaritiesIn,
  tellingKind,
  tellingKinds,
  withoutRequest,
} from '../checks/deviations.js'
import type { Call, Observed, ExploreViolation, ExploreViolations } from '../model/case.js'
import { pathUpTo } from '../resources/paths.js'
import { bySize, byWidestCause, callOf, operationOf, shownIn } from './violations.js'

const sections = ['query', 'header', 'cookie'] as const

/** The parameters of a request outside its path, as `query limit`. */
const parametersIn = ({ case: { call } }: Observed): readonly string[] =>
  sections.flatMap((where) => Object.keys(call[where]).map((name) => `${where} ${name}`))

/** Optional members of a body; where its only member is an object, the members of that object. */
const optionalMembers = (observed: Observed, keys: readonly string[] = []): readonly string[] => {
  const { operation, body } = observed.case.call
  const media = operation.requestBody?.content[body?.mediaType ?? '']
  const value = memberAt(body?.value, ...keys)
  if (!media || !isObject(value)) return []
  const schemas = schemasAt(observed.api.document, `${media.pointer}/schema`, keys)
  const required = new Set(schemas.flatMap(({ node }) => textsOf(node['required'])))
  const names = Object.keys(value).filter((name) => !required.has(name))
  const alone = names.length > 0 ? names : Object.keys(value)
  const inner = alone.length === 1 ? optionalMembers(observed, [...keys, ...alone]) : []
  return inner.length > 0 ? inner : names.map((name) => `body ${name}`)
}

/** The parameters and members that a request could omit, as `query limit` or `body name`. */
const optionsIn = (observed: Observed): readonly string[] => {
  const { parameters } = observed.case.call.operation
  const required = new Set(parameters.filter((one) => one.required).map((one) => `${one.in} ${one.name}`))
  return [...parametersIn(observed).filter((one) => !required.has(one)), ...optionalMembers(observed)]
}

/** Whether a request has an option, as `optionsIn` names it. */
const hasOption = ({ case: { call } }: Observed, option: string): boolean => {
  const [, where = '', name = ''] = /^(\w+) (.*)$/s.exec(option) ?? []
  if (where === 'body') return allNames(call.body?.value).includes(name)
  return Object.hasOwn(call[where as 'query' | 'header' | 'cookie'], name)
}

/** The options that a request needs: without one of them alone it was refused. */
export function neededIn(smallest: Observed, refused: readonly Observed[]): readonly string[] {
  const options = optionsIn(smallest)
  // A request with other parameters may have been refused for those.
  const alike = refused.filter((one) => parametersIn(one).every((name) => hasOption(smallest, name)))
  return options.filter((option) =>
    alike.some((one) => {
      const absent = options.filter((name) => !hasOption(one, name))
      return absent.length === 1 && absent[0] === option
    }),
  )
}

/** Whether a creation failed because it was the second of its kind; its steps are the two creations. */
const isOfSecond = ({ rule, steps, cause }: ExploreViolation): boolean =>
  rule === 'answers/server-error' && steps.length === 2 && cause.startsWith('repeated ')

/** A failure that was not repeated has its cause already. */
const isFailure = (one: ExploreViolation): boolean =>
  one.rule === 'answers/server-error' &&
  (one.steps.length === 1 || isOfSecond(one)) &&
  one.isUnrepeated !== true

/** Marks the cause of a failure that may not depend on its request. */
export const unproven = ' of an unknown cause'

/** A failure without a message whose operation never succeeded: a plain request might have failed too. */
const withoutBlame = (one: ExploreViolation): ExploreViolation =>
  textOf(one) !== ''
    ? one
    : {
        ...one,
        message: withoutRequest(one.message),
        cause: `${failingOf(one)}${unproven}`,
      }

/** The text of a failure, as its cause has it; empty where it has none. */
export function textOf(one: ExploreViolation): string {
  return failureText(shownIn(one))?.key ?? ''
}

/** The status of a failure, or how its response did not come. */
export function statusOf(violation: ExploreViolation): string {
  const { noAnswer, exchange } = shownIn(violation)
  return noAnswer ?? String(exchange.response.status)
}

/** The operation that failed, and how. */
export function failingOf(violation: ExploreViolation): string {
  const { operation, method = '' } = callOf(violation)
  return `${operation.pointer} ${method} ${statusOf(violation)}`
}

/** The location of the deviation, or of the first odd value, in a request; undefined for a plain request. */
const oddValueOf = (violation: ExploreViolation): string | undefined => {
  const observed = shownIn(violation)
  const location = locationOf(observed)
  const kind = tellingKind(observed)
  if (location !== undefined || kind === undefined) return location
  const odd = peculiaritiesIn(observed.case).find((one) => one.kind === kind)
  if (odd?.in === 'body') return odd.at === '' ? 'body' : 'members of the body'
  return `${odd?.in} ${keysOf(odd?.at ?? '')[0] ?? ''}`
}

/** Plain requests that failed without a message, the smallest first; no request causes gateway failures. */
const muteIn = (failures: ExploreViolations): ExploreViolations =>
  bySize(failures.filter((one) => oddValueOf(one) === undefined && textOf(one) === '')).filter(
    ({ cause }) => !cause.endsWith(' unavailable'),
  )

/** The options that a request may fail for, without those whose absence got a request refused. */
const optionsOf = (violation: ExploreViolation, failures: ExploreViolations): readonly string[] => {
  const needed = new Set(failures.flatMap((one) => one.needed ?? []))
  return optionsIn(shownIn(violation)).filter((option) => !needed.has(option))
}

/** The plain failure that narrows the options most: a shrunk one, or else the smallest. */
const tellingIn = (failures: ExploreViolations): ExploreViolation | undefined => {
  const mute = failures.some(isOfSecond) ? [] : muteIn(failures)
  return mute.find((one) => one.needed !== undefined) ?? mute[0]
}

/** The options of that failure; none where no smaller request was tried. */
const blamableIn = (failures: ExploreViolations): readonly string[] => {
  const telling = tellingIn(failures)
  return telling && !telling.cause.endsWith(unproven) ? optionsOf(telling, failures) : []
}

/** The options that operations fail for: each is the only one left in the smallest failing request. */
const culpritsIn = (operations: readonly ExploreViolations[]): ReadonlySet<string> =>
  new Set(
    operations.flatMap((failures) => {
      const options = blamableIn(failures)
      return options.length === 1 ? options : []
    }),
  )

const mostNamed = 3

/** A failure caused by options of its request, in any operation. */
const byOptions = (violation: ExploreViolation, options: readonly string[]): ExploreViolation => {
  const names = options.map((one) => one.replace(/^(\w+) (.*)$/s, '$2 in the $1'))
  const words = options.length > mostNamed ? '' : ` to a request with ${listOf(names)}`
  return {
    ...violation,
    message: `${withoutRequest(violation.message)}${words}`,
    // Services read both preconditions with the same code.
    cause: `${statusOf(violation)} ${options.join(', ').replaceAll(/\bIf-(None-)?Match\b/gi, 'If-Match')}`,
  }
}

/** A failure with the cause of another one takes its message too, so that either can be shown. */
const asShownBy = (
  { pattern: _pattern, ...violation }: ExploreViolation,
  { cause, message, pattern }: ExploreViolation,
): ExploreViolation => ({ ...violation, cause, message, ...(pattern !== undefined && { pattern }) })

/**
 * Folds failures of one operation with one status. If the second creation or a plain request fails, odd requests are
 * taken to fail for the same reason, unless their response states another one, or operations without other failures
 * share it. If the smallest plain request still has options, the cause is an option that several operations fail for,
 * or else all of its options.
 */
const foldFailuresOfOperation = (
  failures: ExploreViolations,
  culprits: ReadonlySet<string>,
  independent: ReadonlySet<string>,
): ExploreViolations => {
  const second = failures.find(isOfSecond)
  if (second) return failures.filter((one) => one === second || textOf(one) !== '')
  const plain = bySize(failures.filter((one) => oddValueOf(one) === undefined))
  const withoutMessage = muteIn(failures)
  const telling = tellingIn(failures)
  // Also an option whose absence got the request refused: the rest of it may be wrong as well.
  const culprit = telling && optionsIn(shownIn(telling)).find((option) => culprits.has(option))
  const blamed = culprit === undefined ? blamableIn(failures) : [culprit]
  if (blamed.length > 0) {
    const [first] = withoutMessage.map((one) => byOptions(one, blamed))
    return failures.map((one) => {
      const isAlike = textOf(one) === '' && blamed.some((option) => hasOption(shownIn(one), option))
      if (!isAlike || !first) {
        const other = withoutMessage.includes(one) && optionsIn(shownIn(one)).find((it) => culprits.has(it))
        return other ? byOptions(one, [other]) : one
      }
      return withoutMessage.includes(one) ? byOptions(one, blamed) : asShownBy(one, first)
    })
  }
  return failures.map((one) => {
    const text = textOf(one)
    const same = plain.find((other) => textOf(other) === text) ?? (text === '' ? plain[0] : undefined)
    return plain.includes(one) || !same || independent.has(one.cause) ? one : asShownBy(one, same)
  })
}

/** Causes of failures to odd requests that several operations share, none of which fails for a plain request. */
const independentCauses = (operations: readonly ExploreViolations[]): ReadonlySet<string> => {
  const sound = operations.filter((failures) => failures.every((one) => oddValueOf(one) !== undefined))
  const causes = sound.flatMap((failures) => Array.from(new Set(failures.map(({ cause }) => cause))))
  return new Set(causes.filter((one, index) => causes.indexOf(one) !== index))
}

/** Attributes failures to the culprit, if every request that failed with an odd value has a culprit too. */
const withoutInnocent = (failures: ExploreViolations, culprits: ReadonlySet<string>): ExploreViolations =>
  [...groupedBy(failures, ({ cause }) => cause).values()].flatMap((group) => {
    const blamed = group.map((one) => {
      const isOdd = oddValueOf(one) !== undefined && textOf(one) === ''
      const culprit = isOdd && optionsOf(one, [one]).find((option) => culprits.has(option))
      return culprit ? [culprit] : []
    })
    const isInnocent = blamed.every((options) => options.length > 0)
    return isInnocent ? group.map((one, index) => byOptions(one, blamed[index] ?? [])) : group
  })

/** Gives a failure of HEAD, whose response has no body, the cause of a failed GET among all violations. */
export function asGet(head: ExploreViolation, violations: ExploreViolations): ExploreViolation {
  const [shown, status] = [shownIn(head), statusOf(head)]
  const { method, path } = shown.case.call.operation
  if (method !== 'head' || head.rule !== 'answers/server-error') return head
  const isGet = ({ operation }: Call): boolean => operation.method === 'get' && operation.path === path
  const gets = violations.filter(
    (one) => one.rule === head.rule && isGet(callOf(one)) && statusOf(one) === status,
  )
  const hasSame = (one: ExploreViolation): boolean =>
    parametersIn(shown).every((name) => hasOption(shownIn(one), name))
  const same = gets.find(hasSame) ?? gets[0]
  return same ? asShownBy(head, same) : head
}

/**
 * Gives failures without a message, of requests with several kinds of odd values, the cause of failures with only one
 * of these kinds: the kind that most operations fail for.
 */
const withOneKind = (failures: ExploreViolations): ExploreViolations => {
  const mute = failures.filter((one) => textOf(one) === '')
  const alone = groupedBy(
    mute.filter((one) => tellingKinds(shownIn(one)).length === 1),
    (one) => `${statusOf(one)} ${tellingKind(shownIn(one))}`,
  )
  const breadthOf = (group: ExploreViolations): number => new Set(group.map(operationOf)).size
  return failures.map((one) => {
    const kinds = mute.includes(one) ? tellingKinds(shownIn(one)) : []
    if (kinds.length < 2) return one
    const groups = kinds.flatMap((kind) => [alone.get(`${statusOf(one)} ${kind}`) ?? []])
    const [same] = bySize(groups.toSorted((a, b) => breadthOf(b) - breadthOf(a))[0] ?? [])
    return same ? asShownBy(one, same) : one
  })
}

/** If this many operations are shown to fail for a value, others are assumed to fail for it too. */
const fewestOperations = 3

const commonCauses = (failures: ExploreViolations): ReadonlySet<string> => {
  const common = [...groupedBy(failures, ({ cause }) => cause)].filter(
    ([, group]) => new Set(group.map(operationOf)).size >= fewestOperations,
  )
  return new Set(common.map(([cause]) => cause))
}

/**
 * Finds failures without a message of requests below a thing that no response showed, such as any `/events/{event}`,
 * where several operations fail so.
 * @returns each with that cause
 */
const ofUnknownThings = (
  failures: ExploreViolations,
  isUnknown: (call: Call) => boolean,
): ReadonlyMap<ExploreViolation, ExploreViolation> => {
  const blamed = failures.flatMap(
    (one): { one: ExploreViolation; reworded: ExploreViolation; isPlain: boolean }[] => {
      const { call } = shownIn(one).case
      const [name] = namesIn(call.operation.path)
      const odd = oddValueOf(one)
      const isPlain = odd === undefined || one.cause.endsWith(unproven)
      const isMute = textOf(one) === '' && !one.cause.endsWith(' unavailable')
      if (name === undefined || !isMute || !(isPlain ? isUnknown(call) : odd === `path ${name}`)) return []
      const message = `${withoutRequest(one.message)} to a request with an unknown {${name}}`
      const cause = `${statusOf(one)} unknown ${pathUpTo(call.operation.path, name)}`
      return [{ one, reworded: { ...one, message, cause }, isPlain }]
    },
  )
  const plain = blamed.filter(({ isPlain }) => isPlain)
  const common = commonCauses(plain.map(({ reworded }) => reworded))
  // An odd id is unknown, too: where any unknown one fails, it need not fail for being odd.
  const failing = new Set(
    plain.filter(({ reworded }) => common.has(reworded.cause)).map(({ one }) => failingOf(one)),
  )
  return new Map(
    blamed.filter(({ one }) => failing.has(failingOf(one))).map(({ one, reworded }) => [one, reworded]),
  )
}

/**
 * Groups failures with one cause: those of one operation, as above, and those with the same odd location and the same
 * response, which take the cause that most operations show.
 * @param isUnsettled whether the request of a failure is not shown to cause it
 * @param isUnknown whether no response showed the outermost thing in the path of a call
 */
export function foldFailures(
  violations: ExploreViolations,
  isUnsettled: (violation: ExploreViolation) => boolean,
  isUnknown: (call: Call) => boolean,
): ExploreViolations {
  const failures = violations.filter(isFailure)
  const common = commonCauses(failures.filter((one) => !isUnsettled(one)))
  // A cause that many operations share is reported once, even where no request was shown to cause it.
  const widespread = commonCauses(failures)
  const unblamed = (one: ExploreViolation): ExploreViolation => {
    const neutral = withoutBlame(one)
    return neutral !== one && widespread.has(one.cause)
      ? { ...neutral, cause: `${one.cause}${unproven}` }
      : neutral
  }
  const own = failures.map((one) => (isUnsettled(one) && !common.has(one.cause) ? unblamed(one) : one))
  const culprits = culpritsIn([...groupedBy(own, failingOf).values()])
  const all = withoutInnocent(withOneKind(own), culprits)
  // These tell nothing of odd values elsewhere in a request.
  const ofUnknown = ofUnknownThings(all, isUnknown)
  const others = all.filter((one) => !ofUnknown.has(one))
  const operations = [...groupedBy(others, failingOf).values()]
  const independent = independentCauses(operations)
  const folded = [
    ...ofUnknown.values(),
    ...operations.flatMap((failures) => foldFailuresOfOperation(failures, culprits, independent)),
  ]
  const plainCauses = new Set(folded.filter((one) => oddValueOf(one) === undefined).map(({ cause }) => cause))
  const oddValueKey = (one: ExploreViolation): string | undefined => {
    const odd = oddValueOf(one)
    const isOdd = odd !== undefined && !plainCauses.has(one.cause)
    return isOdd ? `${failingOf(one)} ${odd} ${textOf(one)}` : undefined
  }
  // The smallest request of a finding has no body then, so only operations that fail without one belong to it.
  const settled = byWidestCause(folded, oddValueKey, (one) => one.cause.endsWith(` ${noBody}`))
  const known = new Set(
    own.flatMap((one) => [`${failingOf(one)} ${textOf(one)}`, `not repeated ${one.cause}`]),
  )
  // An unrepeated failure adds nothing if a repeated one has its cause, or its operation and message.
  const isKnown = (one: ExploreViolation): boolean =>
    one.isUnrepeated === true && (known.has(one.cause) || known.has(`${failingOf(one)} ${textOf(one)}`))
  return [...violations.filter((one) => !isFailure(one) && !isKnown(one)), ...settled]
}
