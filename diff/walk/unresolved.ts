import { isSame } from '../equal/canonical.js'
import { refOf } from '../../document/index.js'
import type { Fragment } from '../fragments/fragment.js'
import type { Visit } from '../engine/visit.js'

/** Reports a changed reference that cannot be resolved, since its targets cannot be compared. */
export function reportUnresolved(visit: Visit, from: Fragment, to: Fragment): void {
  const [before, after] = [refOf(from.value), refOf(to.value)]
  if (!isSame(before, after)) visit.report('reference-changed', { from, to, owner: to, before, after })
}
