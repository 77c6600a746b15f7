import type { KindName } from '../catalogue/index.js'
import { type Candidate, canonical, onlyIn, type Rename, renamesOf } from '../engine/equal.js'
import { shapeOf } from '../schema/variants.js'
import { groupedBy, member, parametersIn, refOf, textOf } from '../../document/index.js'
import { childOf, followed, type Fragment, itemsOf, ofBoth, type Visit, type Walker } from '../engine/node.js'
import { intersect, keywordValue } from '../schema/pair.js'
import { membersOf } from '../engine/members.js'
import { compareFlag, noteExamples, noteProse } from './prose.js'
import { comparePayload, explodeOf, mayExplode, styleOf } from './media-types.js'
import { type Operation, operationKind } from './operations.js'

const locationOf = (fragment: Fragment): string => textOf(member(fragment.value, 'in')) ?? 'query'

/** The name of a parameter; for an unresolved reference, the reference. */
const nameOf = (fragment: Fragment): string =>
  textOf(member(fragment.value, 'name')) ?? refOf(fragment.value) ?? ''

/** Whether a parameter is required; one in a path always is. */
const isRequired = (fragment: Fragment): boolean =>
  member(fragment.value, 'required') === true || locationOf(fragment) === 'path'

/** Whether the schema of a parameter has a default. */
const hasDefault = (fragment: Fragment): boolean => {
  const schema = childOf(fragment, 'schema')
  return schema !== undefined && keywordValue(intersect([schema]), 'default') !== undefined
}

const compareRequired = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [before, after] = [isRequired(from), isRequired(to)]
  if (before === after) return
  const suffix = hasDefault(to) || hasDefault(from) ? '-with-default' : ''
  const kind: KindName = after ? `parameter-became-required${suffix}` : 'parameter-became-optional'
  visit.report(kind, { ...membersOf(from, to, 'required'), owner: to, name: nameOf(to) })
}

const compareStyle = (visit: Visit, from: Fragment, to: Fragment): void => {
  const facts = { owner: to, name: nameOf(to) }
  const [before, after] = [styleOf(from.value, locationOf(from)), styleOf(to.value, locationOf(to))]
  if (before !== after) {
    visit.report('parameter-style-changed', { ...facts, ...membersOf(from, to, 'style'), before, after })
  }
  const [isExplodedBefore, isExplodedAfter] = [
    explodeOf(from.value, locationOf(from)),
    explodeOf(to.value, locationOf(to)),
  ]
  const hasEffect = mayExplode(from, locationOf(from)) && mayExplode(to, locationOf(to))
  if (isExplodedBefore !== isExplodedAfter && before === after && hasEffect) {
    const locations = membersOf(from, to, 'explode')
    visit.report('parameter-explode-changed', {
      ...facts,
      ...locations,
      before: isExplodedBefore,
      after: isExplodedAfter,
    })
  }
}

/** Whether `allowReserved` has an effect: before OpenAPI 3.2 only in a query. */
const mayBeReserved = (fragment: Fragment): boolean =>
  locationOf(fragment) === 'query' ||
  /^3\.[2-9]/.test(textOf(member(fragment.document.root, 'openapi')) ?? '')

const reserved = ['parameter-reserved-allowed', 'parameter-reserved-forbidden'] as const
const deprecated = ['parameter-deprecated', 'parameter-no-longer-deprecated'] as const
const empty = ['parameter-empty-allowed', 'parameter-empty-forbidden'] as const

export const compareParameter: Walker = ofBoth((visit, from, to) => {
  const facts = { owner: to, name: nameOf(to) }
  compareRequired(visit, from, to)
  const isStyled = comparePayload(visit, from, to, 'parameter', facts.name)
  // A moved parameter necessarily has the style of its new location.
  if (isStyled && locationOf(from) === locationOf(to)) {
    compareStyle(visit, from, to)
    if ([from, to].every(mayBeReserved)) compareFlag(visit, from, to, 'allowReserved', reserved, facts)
  }
  if (locationOf(to) === 'query') compareFlag(visit, from, to, 'allowEmptyValue', empty, facts)
  compareFlag(visit, from, to, 'deprecated', deprecated, facts)
  noteExamples(visit, from, to)
  noteProse(visit, from, to)
})

/** Parameters by identity: header names in lower case, path parameters by position. */
type Parameters = ReadonlyMap<string, Fragment>

/** OpenAPI ignores header parameters of these names. */
const ignored = new Set(['header accept', 'header content-type', 'header authorization'])

const keyOf = (fragment: Fragment, names: readonly string[]): string => {
  const [location, name] = [locationOf(fragment), nameOf(fragment)]
  if (location === 'header') return `header ${name.toLowerCase()}`
  const index = location === 'path' ? names.indexOf(name) : -1
  return index < 0 ? `${location} ${name}` : `path #${index}`
}

/** Parameters of an operation and its item; given names of a template, those in a path by position. */
const parametersOf = ({ fragment, item }: Operation, names: readonly string[]): Parameters => {
  const all = [item, fragment].flatMap((one) => itemsOf(childOf(one, 'parameters'))).map(followed)
  const found = new Map(all.map((one) => [keyOf(one, names), one]))
  for (const key of ignored) found.delete(key)
  return found
}

const stepOf = (fragment: Fragment): string => `parameter ${locationOf(fragment)} ${nameOf(fragment)}`

const candidateOf = (fragment: Fragment): Candidate => {
  const schema = childOf(fragment, 'schema')
  const payload = [schema ? shapeOf([schema]) : '', canonical(member(fragment.value, 'content'))]
  return {
    name: nameOf(fragment),
    description: member(fragment.value, 'description'),
    content: [locationOf(fragment), isRequired(fragment), ...payload].join(' '),
  }
}

const moveGuess = 'A parameter was removed and one of the same name was added in another location.'

/** The only removed and the only added parameter of a name, which are in different locations. */
const movesOf = (removed: readonly Fragment[], added: readonly Fragment[]): Rename<Fragment>[] => {
  const [before, after] = [groupedBy(removed, nameOf), groupedBy(added, nameOf)]
  return [...before].flatMap(([name, [from, ...others]]) => {
    const [to, ...more] = after.get(name) ?? []
    const isAlone = to !== undefined && others.length + more.length === 0
    return isAlone && locationOf(from) !== locationOf(to) ? [{ from, to, guess: moveGuess }] : []
  })
}

const reportRename = (visit: Visit, { from, to, guess }: Rename<Fragment>, owner: Fragment): void => {
  const isMove = locationOf(from) !== locationOf(to)
  const kind: KindName = isMove ? 'parameter-moved' : 'parameter-renamed'
  const before = isMove ? locationOf(from) : nameOf(from)
  const after = isMove ? locationOf(to) : nameOf(to)
  visit.report(kind, { from, to, owner, name: nameOf(to), before, after, guess, step: stepOf(to) })
  visit.enter('parameter', [from], [to], { step: stepOf(to) })
}

const reportAdded = (visit: Visit, fragment: Fragment, owner: Fragment): void => {
  const kind: KindName = isRequired(fragment)
    ? `required-parameter-added${hasDefault(fragment) ? '-with-default' : ''}`
    : 'parameter-added'
  visit.report(kind, { to: fragment, owner, name: nameOf(fragment), step: stepOf(fragment) })
}

const reportRemoved = (visit: Visit, fragment: Fragment, owner: Fragment): void => {
  const kind = isRequired(fragment) ? 'required-parameter-removed' : 'parameter-removed'
  visit.report(kind, { from: fragment, owner, name: nameOf(fragment), step: stepOf(fragment) })
}

const compareCommon = (visit: Visit, from: Fragment, to: Fragment, owner: Fragment): void => {
  visit.enter('parameter', [from], [to], { step: stepOf(to) })
  const [before, after] = [nameOf(from), nameOf(to)]
  if (locationOf(to) === 'path' && before !== after) {
    visit.report('path-parameter-renamed', { from, to, owner, before, after, step: stepOf(to) })
  }
}

/** Compares the parameters of two operations; those in a path by position, if both templates have as many. */
export function compareParameters(visit: Visit, older: Operation, newer: Operation): void {
  const [namesBefore, namesAfter] = [parametersIn(older.path), parametersIn(newer.path)]
  const isSame = namesBefore.length === namesAfter.length && operationKind(newer.entry) === 'operation'
  const [before, after] = [
    parametersOf(older, isSame ? namesBefore : []),
    parametersOf(newer, isSame ? namesAfter : []),
  ]
  const [removed, added] = [onlyIn(before, after), onlyIn(after, before)]
  const moves = movesOf(removed, added)
  const moved = new Set(moves.flatMap(({ from, to }) => [from, to]))
  const isLeft = (one: Fragment): boolean => !moved.has(one)
  const left = [removed.filter(isLeft), added.filter(isLeft)] as const
  const all = [[...before.values()], [...after.values()]] as const
  const renames = [...moves, ...renamesOf('parameter', left, all, candidateOf)]
  const renamed = new Set(renames.flatMap(({ from, to }) => [from, to]))
  for (const rename of renames) reportRename(visit, rename, newer.fragment)
  // Path parameters follow from the template, which is compared separately.
  const isReported = (fragment: Fragment): boolean => renamed.has(fragment) || locationOf(fragment) === 'path'
  for (const one of removed) if (!isReported(one)) reportRemoved(visit, one, older.fragment)
  for (const one of added) if (!isReported(one)) reportAdded(visit, one, newer.fragment)
  for (const [key, from] of before) {
    const to = after.get(key)
    if (to !== undefined) compareCommon(visit, from, to, newer.fragment)
  }
}
