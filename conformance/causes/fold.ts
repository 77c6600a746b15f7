import { addTo, groupedBy } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { lacking, listOf } from '../checks/body.js'
import { isOfNull } from '../checks/refusals.js'
import { operationName } from '../checks/response.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Finding } from '../model/finding.js'
import type { ExploreViolation, ExploreViolations, Call, Deviation, Observed } from '../model/case.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import {
  callOf,
  isEcho,
  repeatedIn,
  type Taken,
  bySize,
  operationOf,
  shownIn,
  byWidestCause,
} from './violations.js'
import { asGet, failingOf, foldFailures, statusOf, textOf } from './failures.js'
import { failureOfAny, unwritableIn } from './kinds.js'
import { wrappersIn } from './wrappers.js'
import { longestText, openingOf } from '../checks/failures.js'

/**
 * Folds operations that succeed without credentials. An operation that succeeds with no credentials is not reported
 * for wrong ones too. Operations that refuse missing credentials and accept wrong ones have another cause.
 * @param locked operations that refused requests without credentials
 */
const foldSecurity = (violations: ExploreViolations, locked: ReadonlySet<string>): ExploreViolations => {
  const ofSecurity = violations.filter(({ rule }) => rule.startsWith('security/'))
  const isOpen = (one: ExploreViolation): boolean => callOf(one).credentials === 'none'
  const open = new Set(ofSecurity.filter(isOpen).map(operationOf))
  const isLess = (one: ExploreViolation): boolean => callOf(one).credentials?.startsWith('without ') === true
  // An operation that accepts wrong credentials also accepts incomplete ones.
  const careless = new Set(ofSecurity.filter((one) => !isLess(one)).map(operationOf))
  const wrongOnly = ofSecurity.filter(
    (one) => !isOpen(one) && !open.has(operationOf(one)) && !(isLess(one) && careless.has(operationOf(one))),
  )
  // If most operations check nothing, these have the same cause, unless they are known to refuse missing credentials.
  const isSame = new Set(wrongOnly.map(operationOf)).size < open.size
  const left = ofSecurity.filter(
    (one) => isOpen(one) || (wrongOnly.includes(one) && (!isSame || locked.has(operationOf(one)))),
  )
  const folded = [...groupedBy(left, ({ rule, cause }) => `${rule} ${cause}`).values()].flatMap((group) => {
    const count = new Set(group.map(operationOf)).size
    if (count < 2) return group
    return group.map((one) => {
      const how = isLess(one) ? callOf(one).credentials : isOpen(one) ? 'without any' : 'with wrong ones'
      const sentence = `operations that require credentials are carried out ${how}, such as`
      const example = `${operationOf(one)}, answered ${shownIn(one).exchange.response.status}`
      return { ...one, message: `${count} ${sentence} ${example}`, pattern: `* ${sentence} *` }
    })
  })
  return [...violations.filter((one) => !ofSecurity.includes(one)), ...folded]
}

const deviationOf = (violation: ExploreViolation): Deviation | undefined =>
  /^requests\/(invalid-refused|lenient)$/.test(violation.rule) ? shownIn(violation).case.deviation : undefined

/** A service that ignores this many keywords, types among them, validates nothing. */
const fewestKeywords = 3

const isUnvalidated = (group: ExploreViolations): boolean => {
  const keywords = new Set(group.map((one) => deviationOf(one)?.keyword))
  const hasBasics = keywords.has('type') && (keywords.has('required') || keywords.has('enum'))
  return keywords.size >= fewestKeywords && hasBasics
}

const pluralOf = (word: string): string => `${word}s`.replace(/ys$/, 'ies')

const asUnvalidated = (violation: ExploreViolation, where: Deviation['in']): ExploreViolation => {
  const { about: _one, ...rest } = violation
  const { operation } = callOf(violation)
  return {
    ...rest,
    message: `${operationOf(violation)} takes ${pluralOf(where)} that are wrong in several ways: nothing seems to validate them`,
    pointer: (operation.requestBody ?? operation).pointer,
    cause: `unvalidated ${where}`,
  }
}

/** The wrong value: a member of a shared schema, a parameter of one name, or else a location in the operation. */
const wrongValueOf = (violation: ExploreViolation): string | undefined => {
  const deviation = deviationOf(violation)
  if (!deviation) return undefined
  const { in: where, at, keyword, pointer } = deviation
  const location = `${where} ${at.replaceAll(/\/\d+(?=\/|$)/g, '/*')}`
  const missing = keyword === 'required' ? ` ${at.replace(/^.*\//, '')}` : ''
  if (where === 'body' && pointer.startsWith('#/components/')) return `${pointer}${missing}`
  return `${where === 'body' ? callOf(violation).operation.pointer : ''} ${location}`
}

const locationKey = (operation: string, deviation: Deviation | undefined): string =>
  `${operation} ${deviation?.in}`

/** The location at which a request is wrong, as a key of `refusedIn` of `foldByCause`. */
export function wrongIn(observed: Observed): string {
  return locationKey(operationName(observed), observed.case.deviation)
}

/** Keeps only the violations of the more severe rule, where there are any, so that one cause is reported once. */
const heaviestOf = (group: ExploreViolations): ExploreViolations => {
  const heavy = group.filter(({ rule }) => rule === 'requests/invalid-refused')
  return heavy.length > 0 ? heavy : group
}

/**
 * Folds the violations of operations that validate nothing, because hundreds of accepted wrong requests then have one
 * cause. Otherwise each wrong value has one cause, whichever keywords show it.
 */
const foldWrongRequests = (all: ExploreViolations, refusedIn: ReadonlySet<string>): ExploreViolations => {
  const wrong = all.filter((one) => deviationOf(one) !== undefined)
  const groups = groupedBy(wrong, (one) => locationKey(operationOf(one), deviationOf(one)))
  const folded = [...groups].flatMap(([key, group]) => {
    if (refusedIn.has(key) || !isUnvalidated(group)) return group
    const [{ rule } = group[0]] = heaviestOf(group)
    return group.map((one) => ({ ...asUnvalidated(one, deviationOf(one)?.in ?? 'body'), rule }))
  })
  const wrongValueKey = (one: ExploreViolation): string | undefined =>
    one.cause.startsWith('unvalidated ') ? undefined : wrongValueOf(one)
  const byValue = groupedBy(folded, (one) => wrongValueKey(one) ?? `${one.rule} ${one.cause}`)
  const others = all.filter((one) => !wrong.includes(one))
  return [...byWidestCause([...byValue.values()].flatMap(heaviestOf), wrongValueKey), ...others]
}

/** In a shorter message, a single word may change the meaning. */
const leastWords = 10

/** Whether long messages differ only in a few words, which are then taken for values, such as the name of a class. */
const areAlike = (text: string, otherText: string): boolean => {
  const [one, other] = [text.split(' '), otherText.split(' ')]
  const least = Math.min(one.length, other.length)
  // Longer messages are cut, so their lengths may differ.
  const areCut = Math.min(text.length, otherText.length) >= longestText
  if (least < leastWords || (one.length !== other.length && !areCut)) return false
  const differing = one.slice(0, least - 1).filter((word, index) => word !== other[index]).length
  return differing <= least / 5
}

/** A value that a message quotes: the name of a member or class, a sent text. */
const quoted = /(?<!\w)(["'`])[^"'`]*\1(?!\w)/g

/**
 * Makes a function from a failure to the key of its message. Messages of one operation and status have one key if
 * they have the same long words outside quotes, begin with the same clause, or share nearly all words. Short words
 * may be repeated values, such as `null`. Undefined for a message with few words.
 */
const sayings = (): ((violation: ExploreViolation) => string | undefined) => {
  const known = new Map<string, { readonly text: string; readonly telling: string }[]>()
  return (violation) => {
    const text = textOf(violation)
    const words = text.replaceAll(quoted, '').match(/\p{L}{5,}/gu) ?? []
    const start = openingOf(text)
    if (violation.steps.length !== 1 || (words.length < 3 && start === undefined)) return undefined
    const [failing, telling] = [failingOf(violation), words.join(' ')]
    const isSame = (one: string): boolean =>
      areAlike(one, text) || (start !== undefined && openingOf(one) === start)
    const first = known.get(failing)?.find((one) => one.telling === telling || isSame(one.text))
    if (first === undefined) addTo(known, failing, { text, telling })
    return `${failing} ${first?.text ?? text}`
  }
}

/** The status and the fault of a body that cannot be divided into parts or parsed: all operations have one parser. */
const unreadable = (violation: ExploreViolation): string | undefined => {
  const { keyword, says } = shownIn(violation).case.deviation ?? {}
  if (violation.steps.length !== 1 || (keyword !== 'boundary' && keyword !== 'syntax')) return undefined
  return `${statusOf(violation)} ${says}`
}

/** The message of a wrong body, equal for all values that are wrong in one way. */
const withoutValues = ({ message }: ExploreViolation): string => message.replaceAll(/, not [^;]+/g, ', not *')

/**
 * The fault of a refusal's body without the operation, or of a header also without the status, because one handler
 * writes them for all.
 */
const sharedFault = (violation: ExploreViolation): string | undefined => {
  const { rule, pointer = '' } = violation
  const says = withoutValues(violation).slice(operationOf(violation).length)
  // A message repeats a short value only.
  if (pointer.includes('/headers/')) return `*${says.replace(/^ \d+/, ' *').replace(/, not \*$/, '')}*`
  const isOfRefusal = rule === 'answers/body' && shownIn(violation).exchange.response.status >= 400
  return isOfRefusal ? `*${says}` : undefined
}

/** The message that alike findings share, without what differs between them; undefined where that is the whole message. */
const patternOf = (violation: ExploreViolation): string | undefined => {
  const { rule, message } = violation
  const general = rule === 'answers/body' ? withoutValues(violation) : message
  return sharedFault(violation) ?? (general === message ? undefined : general)
}

/**
 * The rule with the parameter, member or response, where alternatives at one location have one cause: a parameter or
 * member that is refused for several values, a text of several spellings, a response of several media types.
 */
const choiceOf = (violation: ExploreViolation): string | undefined => {
  const { rule, about, pointer = '' } = violation
  if (rule === 'answers/media-type') return `${rule} ${pointer}`
  const fault = sharedFault(violation)
  if (fault !== undefined) return `${rule} ${fault}`
  if (rule === 'answers/format') return `${rule} ${pointer}`
  // One declaration usually makes all these members nullable in the document, such as the optional ones of a PATCH.
  if (rule === 'requests/valid-accepted' && isOfNull(violation))
    return `${rule} ${operationOf(violation)} null`
  if (rule !== 'requests/stricter-than-documented') return undefined
  return `${rule} ${pointer.includes('/parameters/') ? about?.split('/')[0] : pointer}`
}

interface BrokenObject {
  readonly violations: ExploreViolations
  readonly causes: ReadonlySet<string>
}

const brokenObjects = (violations: ExploreViolations): readonly BrokenObject[] => {
  const ranks = new Map(violations.map((one, index) => [shownIn(one), index]))
  const objects = groupedBy(violations, (one) => `${one.rule} ${ranks.get(shownIn(one))} ${one.part?.holder}`)
  return [...objects.values()].map((own) => ({
    violations: own,
    causes: new Set(own.map(({ cause }) => cause)),
  }))
}

/** Merges the violations of one object in one response into one violation each, with one cause. */
const together = ({ violations, causes }: BrokenObject, cause: string): ExploreViolations => {
  if (causes.size === 1) return violations.map((one) => ({ ...one, cause }))
  const parts = violations.flatMap(({ part }) => part ?? [])
  const saysOf = (isMissing: boolean): string[] =>
    parts.filter(({ subject }) => (subject !== undefined) === isMissing).map(({ says }) => says)
  const [missing, wrong] = [[...new Set(saysOf(true))], [...new Set(saysOf(false))]]
  const subject = parts.find((part) => part.subject !== undefined)?.subject ?? 'the body'
  const sentences = missing.length === 0 ? wrong : [lacking(subject, missing), ...wrong]
  const message = `${parts[0]?.answer ?? ''}: ${sentences.slice(0, 9).join('; ')}`
  return violations.map((one) => ({ ...one, cause, message }))
}

/** The kind of an object in which nothing but null is wrong; otherwise the object itself. */
const nulledIn = (one: BrokenObject): unknown => {
  const parts = one.violations.flatMap(({ part }) => part ?? [])
  return parts.every(({ value, subject }) => value === null && subject === undefined) ? parts[0]?.holder : one
}

/** Gives objects of one kind that differ in which members are null one cause: one serializer writes them all. */
const withNulls = (objects: readonly BrokenObject[]): readonly BrokenObject[] =>
  [...groupedBy(objects, nulledIn).values()].flatMap((group) => {
    const causes = new Set(group.flatMap((one) => [...one.causes]))
    return group.map((one) => {
      if (one.causes.size === causes.size) return one
      const about = (violation: ExploreViolation): ExploreViolation => ({
        ...violation,
        about: violation.part?.keys.at(-1) ?? '',
      })
      return { causes, violations: one.violations.map(about) }
    })
  })

/** Folds violations of one object in a body; a response with a subset of another's has the same cause. */
const foldBodies = (violations: ExploreViolations): ExploreViolations => {
  const objects = withNulls(brokenObjects(violations.filter(({ part }) => part !== undefined)))
  const kept: BrokenObject[] = []
  const folded = objects
    .toSorted((a, b) => b.causes.size - a.causes.size)
    .flatMap((one) => {
      const whole = kept.find(({ causes }) => [...one.causes].every((cause) => causes.has(cause)))
      if (!whole) kept.push(one)
      return together(one, [...(whole ?? one).causes].toSorted().join('\n'))
    })
  return [...violations.filter(({ part }) => part === undefined), ...folded]
}

const exchangesKept = 3
const longestSequence = 12

/** The evidence of a sequence is all of its steps; for single responses, one of each operation. */
const evidenceOf = (smallest: ExploreViolation, others: ExploreViolations): readonly Exchange[] => {
  const own = smallest.steps.slice(-longestSequence).map(({ exchange }) => exchange)
  if (own.length !== 1) return own
  const single = others.filter(({ steps }) => steps.length === 1)
  const [, ...more] = [...groupedBy([smallest, ...single], operationOf).values()]
  return [...own, ...more.flatMap(([first]) => first?.steps[0]?.exchange ?? [])].slice(0, exchangesKept)
}

/** The message of the smallest violation, with the other parameters and members of the finding. */
const sentenceOf = (own: ExploreViolation, all: ExploreViolations): Pick<Finding, 'message' | 'pattern'> => {
  const { message, about, pattern = patternOf(own) } = own
  if (about === undefined) return { message, ...(pattern !== undefined && { pattern }) }
  const isSaid = (one: string): boolean =>
    ['/', ' '].some((start) => message.includes(`${start}${one} must `))
  const named = new Set(all.flatMap((one) => one.about ?? []))
  const others = [...named].filter((one) => one !== about && !isSaid(one))
  const more = others.length === 0 ? '' : `; and so with ${listOf(others.toSorted())}`
  return { message: `${message}${more}`, pattern: `${pattern ?? message}*` }
}

/** The finding of violations with one rule and cause: the smallest evidence first, and all operations that show it. */
const findingOf = (violations: readonly [ExploreViolation, ...ExploreViolation[]]): Finding => {
  const sorted = bySize(violations)
  const [smallest = violations[0]] = sorted
  const operations = new Set(violations.map(operationOf))
  const { pointer, expected } = smallest
  return {
    ...sentenceOf(smallest, violations),
    ...(pointer !== undefined && { pointer }),
    occurrences: violations.length,
    evidence: evidenceOf(smallest, sorted),
    expected,
    operations: [...operations].toSorted(),
    ...(smallest.steps.length > 1 && { isSequence: true as const }),
  }
}

const weightOf = ({ operations = [], occurrences }: Finding): number =>
  operations.length * 1_000_000 + occurrences

export interface Knowledge {
  /** Locations at which wrong requests were refused, as returned by `wrongIn`: the service validates there. */
  readonly refusedIn?: ReadonlySet<string>
  readonly locked?: ReadonlySet<string>
  readonly taken?: readonly Taken[]
  /** Whether it is unknown if the request caused the failure, because neither a smaller nor a plain one was sent. */
  readonly isUnsettled?: (violation: ExploreViolation) => boolean
  /** Whether no response showed the outermost thing in the path of a call. */
  readonly isUnknown?: (call: Call) => boolean
  /** Whether a case of an operation succeeded. */
  readonly hasWorked?: (operation: Operation) => boolean
}

/** Folds violations into one finding for each rule and cause; the findings of a rule with most operations first. */
export function foldByCause(
  violations: ExploreViolations,
  {
    refusedIn = new Set(),
    locked = new Set(),
    taken = [],
    isUnsettled = () => false,
    isUnknown = () => false,
    hasWorked = () => false,
  }: Knowledge = {},
): ReadonlyMap<ExploreRuleId, readonly Finding[]> {
  const known = [...taken, ...repeatedIn(violations, taken)]
  const withoutEchoes = violations.filter((one) => !isEcho(one, known))
  const failures = foldFailures(withoutEchoes, isUnsettled, isUnknown)
  const alike = foldSecurity(foldBodies(failures), locked)
  const sayingOf = sayings()
  const isFailure = ({ rule }: ExploreViolation): boolean => rule === 'answers/server-error'
  const byMessage = byWidestCause(foldWrongRequests(alike, refusedIn), (one) =>
    isFailure(one) ? sayingOf(one) : choiceOf(one),
  )
  const ofAny = byWidestCause(byMessage, (one) => (isFailure(one) ? failureOfAny(one) : undefined))
  const unwritableOf = unwritableIn(ofAny.filter(isFailure), hasWorked)
  const ofKinds = byWidestCause(ofAny, (one) => (isFailure(one) ? unwritableOf(one) : undefined))
  const wrapperOf = wrappersIn(ofKinds.filter(isFailure))
  const unwrapped = byWidestCause(ofKinds, (one) => (isFailure(one) ? wrapperOf(one) : undefined))
  const folded = byWidestCause(unwrapped, (one) => (isFailure(one) ? unreadable(one) : undefined)).map(
    (one, _, all) => asGet(one, all),
  )
  const findings = Array.from(
    groupedBy(folded, ({ rule }) => rule),
    ([rule, ofRule]) => {
      const ofCauses = Array.from(groupedBy(ofRule, ({ cause }) => cause).values(), findingOf)
      return [rule, ofCauses.toSorted((a, b) => weightOf(b) - weightOf(a))] as const
    },
  )
  return new Map(findings)
}
