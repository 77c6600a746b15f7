import { escapedPattern, groupedBy } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { ExploreViolation, ExploreViolations } from '../model/case.js'
import { nameKey } from '../resources/names.js'
import { failingOf, statusOf, textOf, unproven } from './failures.js'
import { callOf, operationOf } from './violations.js'

/** The name of a kind, which may be plural, or one word: `ProcessDefinitions`; not that of a member in code. */
const asKind = (kind: string): RegExp =>
  new RegExp(
    `(?<!\\b(?:reading|setting|attribute) ')\\b${escapedPattern(kind).replaceAll(' ', '[ _-]?')}s?\\b`,
    'gi',
  )

/** A shorter message may mean something else for each kind. */
const fewestWords = 7

/** The kinds of things that a path is about: its collections, or where it has no ids, its end. */
const kindsIn = ({ path }: Operation): readonly string[] => {
  const collections = [...path.matchAll(/\/([^/{}]+)(?=\/\{)/g)].map(([, name = '']) => name)
  return (collections.length > 0 ? collections : path.split('/').slice(-2)).map(nameKey)
}

/**
 * The status, method and end of the path of a plain request that failed without a message: one handler serves what is
 * below things of several kinds, such as `/{id}/management/permissions`. Undefined where the end is a single word.
 */
const endingOf = (violation: ExploreViolation): string | undefined => {
  const { path, pointer, method } = callOf(violation).operation
  const end = path.includes('}') ? path.slice(path.lastIndexOf('}') + 1) : ''
  const isPlain = violation.cause === `${statusOf(violation)} ${pointer}`
  return isPlain && end.split('/').length > 2 ? `${statusOf(violation)} ${method} ${end}` : undefined
}

/** The status and message of a failure without names of kinds, which may share a cause; undefined if it is short. */
export function failureOfAny(violation: ExploreViolation): string | undefined {
  if (violation.steps.length !== 1) return undefined
  if (textOf(violation) === '') return endingOf(violation)
  const kinds = kindsIn(callOf(violation).operation).filter((kind) => kind.length > 3)
  const text = kinds.reduce((rest, kind) => rest.replaceAll(asKind(kind), '#'), textOf(violation))
  return text.split(' ').length < fewestWords ? undefined : `${statusOf(violation)} ${text}`
}

/** If so many operations that write one kind of thing fail, and none of them ever succeeds, one cause is assumed. */
const fewestWrites = 3

/** The status, and the kind of thing, of a plain write that failed without a message. */
const plainWriteOf = (violation: ExploreViolation): string | undefined => {
  const { path, method, pointer } = callOf(violation).operation
  const plain = [`${statusOf(violation)} ${pointer}`, `${failingOf(violation)}${unproven}`]
  const isPlain = violation.steps.length === 1 && textOf(violation) === '' && plain.includes(violation.cause)
  if (!isPlain || !/^(?:post|put|patch)$/.test(method)) return undefined
  return `${statusOf(violation)} ${path.replace(/\/?\{[^{}]*\}\/?$|\/$/, '')}`
}

/**
 * Makes a function from a failure to the key of its kind of thing, where nothing of that kind can be written. Undefined
 * for other failures.
 */
export function unwritableIn(
  failures: ExploreViolations,
  hasWorked: (operation: Operation) => boolean,
): (violation: ExploreViolation) => string | undefined {
  const own = failures.filter((one) => !hasWorked(callOf(one).operation))
  const unwritable = new Set(
    Array.from(groupedBy(own, plainWriteOf)).flatMap(([key, group]) =>
      new Set(group.map(operationOf)).size < fewestWrites ? [] : [key],
    ),
  )
  return (violation) => {
    const key = plainWriteOf(violation)
    return unwritable.has(key) && !hasWorked(callOf(violation).operation) ? key : undefined
  }
}
