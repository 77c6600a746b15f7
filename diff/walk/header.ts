import { lastKey, member } from '../../document/index.js'
import { childOf, childrenOf, type Fragment } from '../fragments/fragment.js'
import { followed } from '../fragments/references.js'
import type { Visit, Walker } from '../engine/visit.js'
import { reportUnresolved } from './unresolved.js'
import { membersOf, noteDeprecation, noteExamples, noteProse } from './prose.js'
import { comparePayload, explodeOf, isComposite } from './serialization.js'

const isRequired = (fragment: Fragment): boolean => member(fragment.value, 'required') === true

/** Compares two headers. */
export const compareHeader: Walker = (visit, [from], [to]) => {
  if (from === undefined || to === undefined) return
  reportUnresolved(visit, from, to)
  const facts = { owner: to, name: lastKey(to.pointer) }
  const [old, fresh] = [isRequired(from), isRequired(to)]
  if (old !== fresh) {
    const kind = fresh ? 'header-became-required' : 'header-became-optional'
    visit.report(kind, { ...facts, ...membersOf(from, to, 'required') })
  }
  if (comparePayload(visit, from, to, 'header', facts.name, to)) {
    const [before, after] = [explodeOf(from.value, 'header'), explodeOf(to.value, 'header')]
    if (before !== after && isComposite(from) && isComposite(to)) {
      visit.report('header-explode-changed', { ...facts, ...membersOf(from, to, 'explode'), before, after })
    }
  }
  noteDeprecation(visit, from, to, 'header', facts)
  noteExamples(visit, from, to)
  noteProse(visit, from, to)
}

interface Named {
  readonly name: string
  readonly fragment: Fragment
}

const headersOf = (response: Fragment): Map<string, Named> => {
  const found = new Map<string, Named>()
  for (const [name, fragment] of childrenOf(childOf(response, 'headers'))) {
    // OpenAPI ignores `Content-Type` headers in favour of media types.
    if (name.toLowerCase() !== 'content-type')
      found.set(name.toLowerCase(), { name, fragment: followed(fragment) })
  }
  return found
}

/** Compares the headers of two responses by case-insensitive name. */
export function compareHeaders(visit: Visit, from: Fragment, to: Fragment): void {
  const [old, fresh] = [headersOf(from), headersOf(to)]
  for (const [key, { name, fragment }] of old) {
    const other = fresh.get(key)
    const step = `header ${name}`
    if (other !== undefined) visit.enter('header', [fragment], [other.fragment], { step })
    else {
      const kind = isRequired(fragment) ? 'required-header-removed' : 'header-removed'
      visit.report(kind, { from: fragment, to, owner: from, name, step })
    }
  }
  for (const [key, { name, fragment }] of fresh) {
    if (old.has(key)) continue
    const kind = isRequired(fragment) ? 'required-header-added' : 'header-added'
    visit.report(kind, { from, to: fragment, owner: to, name, step: `header ${name}` })
  }
}
