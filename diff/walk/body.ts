import { member } from '../../document/index.js'
import { childOf, type Fragment } from '../fragments/fragment.js'
import { followed } from '../fragments/references.js'
import type { Visit, Walker } from '../engine/visit.js'
import { compareContent } from './media-types.js'
import { reportUnresolved } from './unresolved.js'
import { membersOf, noteProse } from './prose.js'

const step = 'request body'

const isRequired = (fragment: Fragment): boolean => member(fragment.value, 'required') === true

/** Compares two request bodies. */
export const compareBody: Walker = (visit, [from], [to]) => {
  if (from === undefined || to === undefined) return
  reportUnresolved(visit, from, to)
  const [old, fresh] = [isRequired(from), isRequired(to)]
  if (old !== fresh) {
    const kind = fresh ? 'body-became-required' : 'body-became-optional'
    visit.report(kind, { ...membersOf(from, to, 'required'), owner: to })
  }
  compareContent(visit, from, to)
  noteProse(visit, from, to)
}

/** Compares the request bodies of two operations. */
export function compareBodies(visit: Visit, from: Fragment, to: Fragment): void {
  const [one, other] = [childOf(from, 'requestBody'), childOf(to, 'requestBody')]
  const [old, fresh] = [one && followed(one), other && followed(other)]
  if (old !== undefined && fresh !== undefined) visit.enter('body', [old], [fresh], { step })
  else if (fresh !== undefined) {
    visit.report(isRequired(fresh) ? 'required-body-added' : 'body-added', {
      from,
      to: fresh,
      owner: to,
      step,
    })
  } else if (old !== undefined) {
    visit.report(isRequired(old) ? 'required-body-removed' : 'body-removed', {
      from: old,
      to,
      owner: from,
      step,
    })
  }
}
