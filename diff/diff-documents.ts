import { groupedBy, member, textOf, textsOf } from '../document/index.js'
import { changeOf, collectUses, type UsedEdit } from './engine/change-of.js'
import { compare, flip } from './engine/engine.js'
import {
  type Both,
  childOf,
  childrenOf,
  compareMaps,
  documentFragment,
  type Flow,
  followed,
  type Fragment,
  itemsOf,
  type Naming,
  ofBoth,
  type Visit,
  type Walker,
  type Walkers,
} from './engine/node.js'
import type { Change, ChangeLocation, LocatedChange } from './model/report.js'
import { compareSchemaIn } from './schema/compare-schema.js'
import { compareContent, compareMediaType } from './walk/media-types.js'
import {
  type Operation,
  operationKind,
  operationOf,
  type Operations,
  operationsIn,
  webhooksOf,
} from './walk/operations.js'
import { compareRootServers, compareServers, guessOf, isMoved, routesOf } from './walk/routes.js'
import { compareParameter, compareParameters } from './walk/parameters.js'
import { membersOf, noteMembers } from './engine/members.js'
import { compareFlag, isRequired, noteProse, reportUnresolved } from './walk/prose.js'
import { compareHeader, compareResponse, compareResponses } from './walk/responses.js'
import { compareRequirementLists, compareSecurity, compareSecurityScheme } from './walk/security.js'

/** The name of an operation for the outer comparison. */
type NameOf = (name: string, outer: string) => string

/** Compares two operations, or reports one without a counterpart. */
const enter = (visit: Visit, [from, to]: Both<Operation | undefined>, flow: Flow, named: NameOf): void => {
  const one = to ?? from
  if (one === undefined) return
  const id = one.id === undefined ? {} : { operationId: one.id }
  const naming: Naming = (outer) => ({ operation: named(nameOf(one), outer), ...id })
  visit.enter('operation', fragmentsOf(from), fragmentsOf(to), { flow, naming })
}

/** Compares the operations of two maps by key. */
const enterAll = (visit: Visit, [before, after]: Both<Operations>, flow: Flow, named: NameOf): void => {
  for (const key of new Set([...before.keys(), ...after.keys()]))
    enter(visit, [before.get(key), after.get(key)], flow, named)
}

const comparePaths = (visit: Visit, from: Fragment, to: Fragment): void => {
  const { pairs } = routesOf(from.document, to.document)
  for (const pair of pairs) enter(visit, [pair.from, pair.to], 'request', (name) => name)
}

// The service sends webhooks, so their bodies have the direction of responses.
const compareWebhooks = (visit: Visit, from: Fragment, to: Fragment): void => {
  const webhooks = [operationsIn(webhooksOf(from)), operationsIn(webhooksOf(to))] as const
  enterAll(visit, webhooks, 'response', (name) => `webhook ${name}`)
}

const tagsOf = (root: Fragment): Map<string, Fragment> =>
  new Map(
    itemsOf(childOf(root, 'tags')).flatMap((fragment) => {
      const name = textOf(member(fragment.value, 'name'))
      return name === undefined ? [] : [[name, fragment] as const]
    }),
  )

const infoKeys = ['title', 'version', 'termsOfService', 'contact', 'license']

const compareDocument: Walker = ofBoth((visit, from, to) => {
  noteMembers(visit, from, to, ['openapi', 'jsonSchemaDialect'], 'info-changed')
  const [before, after] = [childOf(from, 'info') ?? from, childOf(to, 'info') ?? to]
  noteMembers(visit, before, after, infoKeys, 'info-changed')
  noteProse(visit, before, after)
  noteProse(visit, from, to)
  const tags = [tagsOf(from), tagsOf(to)] as const
  compareMaps(visit, { from, to }, tags, ['tag-removed', 'tag-added'], (one, other) =>
    noteProse(visit, one, other),
  )
  compareRootServers(visit, from, to)
  comparePaths(visit, from, to)
  compareWebhooks(visit, from, to)
})

const step = 'request body'

const compareBody: Walker = ofBoth((visit, from, to) => {
  reportUnresolved(visit, from, to)
  compareFlag(visit, from, to, 'required', ['body-became-required', 'body-became-optional'], { owner: to })
  compareContent(visit, from, to)
  noteProse(visit, from, to)
})

const compareBodies = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [one, other] = [childOf(from, 'requestBody'), childOf(to, 'requestBody')]
  const [before, after] = [one && followed(one), other && followed(other)]
  if (before !== undefined && after !== undefined) visit.enter('body', [before], [after], { step })
  else if (after !== undefined)
    visit.report(`${isRequired(after) ? 'required-' : ''}body-added`, { from, to: after, owner: to, step })
  else if (before !== undefined)
    visit.report(`${isRequired(before) ? 'required-' : ''}body-removed`, {
      from: before,
      to,
      owner: from,
      step,
    })
}

/** The display name of an operation: `get /a`, `webhook customer_update`, `post {$url}` in a callback. */
const nameOf = ({ method, path, entry }: Operation): string =>
  operationKind(entry) === 'webhook' ? path : `${method} ${path}`

const compareTags = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [before, after] = [textsOf(member(from.value, 'tags')), textsOf(member(to.value, 'tags'))]
  const locations = membersOf(from, to, 'tags')
  for (const name of before)
    if (!after.includes(name)) visit.report('tag-removed', { ...locations, owner: from, name })
  for (const name of after)
    if (!before.includes(name)) visit.report('tag-added', { ...locations, owner: to, name })
}

const compareIdentity = (visit: Visit, from: Operation, to: Operation): void => {
  const locations = { from: from.fragment, to: to.fragment }
  if (isMoved(from, to)) {
    const names = { before: nameOf(from), after: nameOf(to) }
    visit.report('operation-moved', { ...locations, ...names, guess: guessOf(from, to) })
  }
  if (from.id !== to.id) {
    const names = { before: from.id, after: to.id }
    const members = membersOf(from.fragment, to.fragment, 'operationId')
    visit.report('operation-id-changed', { ...members, owner: to.fragment, ...names })
  }
}

const callbacksOf = (operation: Fragment): ReadonlyMap<string, Fragment> =>
  new Map(
    [...childrenOf(childOf(operation, 'callbacks'))].map(([name, fragment]) => [name, followed(fragment)]),
  )

const compareCallbacks = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [before, after] = [callbacksOf(from), callbacksOf(to)]
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const operations = [operationsIn(before.get(name)), operationsIn(after.get(name))] as const
    const named: NameOf = (own, outer) => `callback ${outer.replace(/^callback /, '')} ${name} ${own}`
    enterAll(visit, operations, flip(visit.flow), named)
  }
}

/** The fragments that identify an operation for its comparison. */
const fragmentsOf = (one: Operation | undefined): readonly Fragment[] =>
  one === undefined ? [] : [one.fragment, one.item, one.entry]

const fromFragments = ([fragment, item, entry]: readonly Fragment[]): Operation | undefined =>
  fragment === undefined || item === undefined || entry === undefined
    ? undefined
    : operationOf(fragment, item, entry)

const reportAlone = (visit: Visit, one: Operation, verb: 'added' | 'removed'): void => {
  const location = verb === 'added' ? { to: one.fragment } : { from: one.fragment }
  visit.report(`${operationKind(one.entry)}-${verb}`, { ...location, name: nameOf(one) })
}

const deprecated = ['operation-deprecated', 'operation-no-longer-deprecated'] as const

const compareBoth = (visit: Visit, from: Operation, to: Operation): void => {
  compareIdentity(visit, from, to)
  compareParameters(visit, from, to)
  compareBodies(visit, from.fragment, to.fragment)
  compareResponses(visit, from.fragment, to.fragment)
  compareCallbacks(visit, from.fragment, to.fragment)
  // The security of the document does not apply to webhooks and callbacks, which the service itself calls.
  compareSecurity(visit, from.fragment, to.fragment, operationKind(to.entry) === 'operation')
  compareServers(visit, from, to)
  compareTags(visit, from.fragment, to.fragment)
  const facts = { owner: to.fragment, name: nameOf(to) }
  compareFlag(visit, from.fragment, to.fragment, 'deprecated', deprecated, facts)
  noteProse(visit, from.fragment, to.fragment)
  noteProse(visit, from.item, to.item)
}

/** Compares two operations; without one of them, the other was added or removed. */
const compareOperation: Walker = (visit, before, after) => {
  const [from, to] = [fromFragments(before), fromFragments(after)]
  if (from !== undefined && to !== undefined) compareBoth(visit, from, to)
  else if (to !== undefined) reportAlone(visit, to, 'added')
  else if (from !== undefined) reportAlone(visit, from, 'removed')
}

/** The walker for each subject. */
export const walkers: Walkers = {
  document: compareDocument,
  operation: compareOperation,
  parameter: compareParameter,
  header: compareHeader,
  body: compareBody,
  mediaType: compareMediaType,
  response: compareResponse,
  security: compareRequirementLists,
  securityScheme: compareSecurityScheme,
  schema: compareSchemaIn('schema'),
  text: compareSchemaIn('text'),
  parts: compareSchemaIn('parts'),
  bytes: compareSchemaIn('bytes'),
}

/** Downgrades XML changes to documentation if no operation sends the schema as XML. Each is kept once. */
const downgradeUnusedXml = (found: readonly UsedEdit[]): UsedEdit[] => {
  const noted = new Set<string>()
  return found.flatMap((one) => {
    const isXml = one.uses.some(({ within }) => /[/+]xml\b/i.test(within))
    if (one.edit.kind !== 'xml-changed' || isXml) return [one]
    const key = `${one.edit.from?.pointer} ${one.edit.to?.pointer}`
    if (noted.has(key)) return []
    noted.add(key)
    return [{ ...one, edit: { ...one.edit, kind: 'xml-note-changed', direction: 'neither' as const } }]
  })
}

/** One of the two documents to compare. */
interface DiffInput {
  /** The document as parsed JSON or YAML: OpenAPI 3.0 or 3.1. */
  readonly document: unknown
}

/** Adds the pointer to sentences that several changes have, such as the same change of two variants. */
const withPointers = (changes: readonly Change[]): readonly Change[] => {
  const alike = groupedBy(changes, ({ sentence }) => sentence)
  const pointerIn = (list: readonly Change[], { from, to }: Change): string | undefined => {
    const newer = new Set(list.map((one) => one.to?.pointer))
    const older = new Set(list.map((one) => one.from?.pointer))
    return newer.size > 1 ? (to ?? from)?.pointer : older.size > 1 ? (from ?? to)?.pointer : undefined
  }
  return changes.map((change) => {
    const { sentence } = change
    const pointer = pointerIn(alike.get(sentence) ?? [], change)
    if (pointer === undefined) return change
    return { ...change, sentence: sentence.replace(/\.$/, ` (\`${pointer}\`).`) }
  })
}

/** All differences between two documents, in the older one's order; `locatePointers` finds the lines. */
export function diffDocuments(from: DiffInput, to: DiffInput): readonly Change[] {
  const root = compare(walkers, [documentFragment(from.document)], [documentFragment(to.document)])
  return withPointers(downgradeUnusedXml(collectUses(root)).map(changeOf))
}

type Lines = ReadonlyMap<string, number>

/** The lines of pointers in the text of a document, as far as they are there. */
export type LinesOf = (pointers: readonly string[]) => Lines

/** The pointers above one, the nearest first, without that of the whole document. */
const above = (pointer: string): string[] => {
  const segments = pointer.split('/')
  return segments.slice(2).map((_, index) => segments.slice(0, segments.length - 1 - index).join('/'))
}

/** The line of a pointer, or of its nearest parent that is in the text. */
const withLine = (location: ChangeLocation, lines: Lines): ChangeLocation => {
  const found = [location.pointer, ...above(location.pointer)].find((pointer) => lines.has(pointer))
  const line = found === undefined ? undefined : lines.get(found)
  return line === undefined ? location : { ...location, line }
}

const withAbove = (pointers: readonly (string | undefined)[]): string[] =>
  pointers.flatMap((pointer) => (pointer === undefined ? [] : [pointer, ...above(pointer)]))

/** The nearest remaining location above a removed one. */
const nearOf = ({ from, to }: Change, lines: Lines): ChangeLocation | undefined => {
  if (to || !from) return undefined
  const pointer = above(from.pointer).find((one) => lines.has(one))
  return pointer === undefined ? undefined : withLine({ pointer }, lines)
}

/** Changes with the lines of their locations; a removed location has the line of its nearest parent. */
export function withLines(changes: readonly Change[], older: LinesOf, newer: LinesOf): LocatedChange[] {
  const fromLines = older(withAbove(changes.map(({ from }) => from?.pointer)))
  const toLines = newer(withAbove(changes.map(({ from, to }) => (to ?? from)?.pointer)))
  return changes.map((change) => {
    const { from, to } = change
    const near = nearOf(change, toLines)
    return {
      ...change,
      ...(from && { from: withLine(from, fromLines) }),
      ...(to && { to: withLine(to, toLines) }),
      ...(near && { near }),
    }
  })
}
