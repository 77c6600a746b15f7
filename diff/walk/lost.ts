import { isSame } from '../equal/canonical.js'
import { lostOf } from '../document/resolve.js'
import type { Spot } from '../document/side.js'
import type { Visit } from '../engine/visit.js'

/** Reports a reference that leads nowhere, or no longer does: what stands behind it cannot be compared. */
export const reportLost = (visit: Visit, from: Spot, to: Spot): void => {
  const [before, after] = [lostOf(from), lostOf(to)]
  if (!isSame(before, after)) visit.report('reference-changed', { from, to, owner: to, before, after })
}
