import type { KindName } from '../catalogue/index.js'
import { canonical } from '../engine/equal.js'
import {
  isObject,
  type JsonObject,
  lastKey,
  member,
  objectOf,
  once,
  operationsIn,
} from '../../document/index.js'
import {
  childOf,
  childrenOf,
  compareMaps,
  followed,
  type Fragment,
  ofBoth,
  targetOf,
  type Visit,
  type Walker,
} from '../engine/node.js'
import { flip } from '../engine/engine.js'
import { membersOf } from '../engine/members.js'
import { compareFlag, isRequired, reportUnresolved, noteProse, noteExamples } from './prose.js'
import { compareContent, comparePayload, explodeOf, mayExplode, type Offered } from './media-types.js'

export const compareHeader: Walker = ofBoth((visit, from, to) => {
  reportUnresolved(visit, from, to)
  const facts = { owner: to, name: lastKey(to.pointer) }
  compareFlag(visit, from, to, 'required', ['header-became-required', 'header-became-optional'], facts)
  if (comparePayload(visit, from, to, 'header', facts.name)) {
    const [before, after] = [explodeOf(from.value, 'header'), explodeOf(to.value, 'header')]
    if (before !== after && mayExplode(from, 'header') && mayExplode(to, 'header')) {
      visit.report('header-explode-changed', { ...facts, ...membersOf(from, to, 'explode'), before, after })
    }
  }
  compareFlag(visit, from, to, 'deprecated', ['header-deprecated', 'header-no-longer-deprecated'], facts)
  noteExamples(visit, from, to)
  noteProse(visit, from, to)
})

const headersOf = (response: Fragment): Map<string, Offered> => {
  const found = new Map<string, Offered>()
  for (const [name, fragment] of childrenOf(childOf(response, 'headers'))) {
    // OpenAPI ignores `Content-Type` headers in favour of media types.
    if (name.toLowerCase() !== 'content-type')
      found.set(name.toLowerCase(), { name, fragment: followed(fragment) })
  }
  return found
}

/** Compares the headers of two responses by case-insensitive name. */
const compareHeaders = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [before, after] = [headersOf(from), headersOf(to)]
  for (const [key, { name, fragment }] of before) {
    const other = after.get(key)
    const step = `header ${name}`
    if (other !== undefined) visit.enter('header', [fragment], [other.fragment], { step })
    else {
      const kind = isRequired(fragment) ? 'required-header-removed' : 'header-removed'
      visit.report(kind, { from: fragment, to, owner: from, name, step })
    }
  }
  for (const [key, { name, fragment }] of after) {
    if (before.has(key)) continue
    const kind = isRequired(fragment) ? 'required-header-added' : 'header-added'
    visit.report(kind, { from, to: fragment, owner: to, name, step: `header ${name}` })
  }
}

/** Method and path of each operation with an id. */
const routesById = once(
  (root: JsonObject) =>
    new Map(
      operationsIn(root, 'paths').map(({ method, name, node }) => [node['operationId'], `${method} ${name}`]),
    ),
)

/** A link as text, by the id of the operation that it leads to and by its path, either of which may be renamed. */
const linkTexts = (fragment: Fragment): readonly string[] => {
  if (!isObject(fragment.value)) return [canonical(fragment.value)]
  const { operationRef } = fragment.value
  const target = typeof operationRef === 'string' ? targetOf(fragment, operationRef) : undefined
  const operationId = fragment.value['operationId'] ?? member(target?.value, 'operationId')
  const route = routesById(objectOf(fragment.document.root)).get(operationId)
  const leads = operationId === undefined ? { operationRef } : { operationRef: null, operationId }
  return [leads, ...(route === undefined ? [] : [{ operationRef: null, operationId: route }])].map((one) =>
    canonical({ ...objectOf(fragment.value), description: undefined, ...one }),
  )
}

const compareLinks = (visit: Visit, from: Fragment, to: Fragment): void => {
  const links = [childrenOf(childOf(from, 'links')), childrenOf(childOf(to, 'links'))] as const
  compareMaps(visit, { from, to }, links, ['link-removed', 'link-added'], (one, other, name) => {
    const [link, counterpart] = [followed(one), followed(other)]
    const texts = linkTexts(counterpart)
    if (!linkTexts(link).some((text) => texts.includes(text)))
      visit.report('link-changed', { from: link, to: counterpart, owner: to, name })
    noteProse(visit, link, counterpart)
  })
}

/** Compares two responses. The flow of the visit is that of the response. */
export const compareResponse: Walker = ofBoth((visit, from, to) => {
  reportUnresolved(visit, from, to)
  compareContent(visit, from, to)
  compareHeaders(visit, from, to)
  compareLinks(visit, from, to)
  noteProse(visit, from, to)
})

/** A response without the content that its status, or any response to HEAD, never has (RFC 9110). */
const withPossibleContent = (method: string, code: string, fragment: Fragment): Fragment => {
  const response = followed(fragment)
  const isEmpty = method === 'head' || /^(1\d\d|204|205|304)$/.test(code)
  if (!isEmpty || !isObject(response.value)) return response
  const { content: _none, ...value } = response.value
  return { ...response, value }
}

const responsesOf = (operation: Fragment): Map<string, Fragment> =>
  new Map(
    [...childrenOf(childOf(operation, 'responses'))]
      .filter(([code]) => !code.startsWith('x-'))
      .map(([code, fragment]) => [
        /^\dxx$/i.test(code) ? code.toUpperCase() : code,
        withPossibleContent(lastKey(operation.pointer), code, fragment),
      ]),
  )

const isSuccess = (code: string): boolean => /^[123]/.test(code)

/** The range or `default` response that applies to a status without a response of its own. */
const covering = (list: ReadonlyMap<string, Fragment>, code: string): Fragment | undefined => {
  if (code === 'default') return undefined
  const range = /^\d\d\d$/.test(code) ? list.get(`${code.charAt(0)}XX`) : undefined
  // Beside a success that is stated, `default` means the errors.
  const isOfErrors = isSuccess(code) && [...list.keys()].some(isSuccess)
  return range ?? (isOfErrors ? undefined : list.get('default'))
}

const reportAlone = (visit: Visit, code: string, one: Fragment, owner: Fragment, isNew: boolean): void => {
  const subject = /^[45]|^default$/.test(code) ? 'error' : 'success'
  const kind: KindName = `${subject}-status-${isNew ? 'added' : 'removed'}`
  const facts = { ...(isNew ? { to: one } : { from: one }), owner, name: code, step: `response ${code}` }
  visit.report(kind, facts, flip(visit.flow))
}

const enter = (visit: Visit, code: string, from: Fragment, to: Fragment): void =>
  visit.enter('response', [from], [to], { step: `response ${code}`, flow: flip(visit.flow) })

/** Compares responses by status; a status without a response of its own is compared with the range or `default`. */
export function compareResponses(visit: Visit, from: Fragment, to: Fragment): void {
  const [before, after] = [responsesOf(from), responsesOf(to)]
  for (const [code, fragment] of before) {
    const counterpart = after.get(code)
    const cover = covering(after, code)
    if (counterpart !== undefined) enter(visit, code, fragment, counterpart)
    else if (cover !== undefined) {
      visit.report('status-unstated', { from: fragment, to: cover, owner: from, name: code })
      enter(visit, code, fragment, cover)
    } else reportAlone(visit, code, fragment, from, false)
  }
  for (const [code, fragment] of after) {
    if (before.has(code)) continue
    const cover = covering(before, code)
    if (cover !== undefined) {
      visit.report('status-stated', { from: cover, to: fragment, owner: to, name: code })
      enter(visit, code, cover, fragment)
    } else reportAlone(visit, code, fragment, to, true)
  }
}
