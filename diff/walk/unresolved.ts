import { isSame } from '../equal/canonical.js'
import { refOf } from '../../document/index.js'
import type { Fragment } from '../fragments/fragment.js'
import type { Visit } from '../engine/visit.js'

/** Reports a reference that leads nowhere, or no longer does: what stands behind it cannot be compared. */
export function reportUnresolved(visit: Visit, from: Fragment, to: Fragment): void {
  const [before, after] = [refOf(from.value), refOf(to.value)]
  if (!isSame(before, after)) visit.report('reference-changed', { from, to, owner: to, before, after })
}
