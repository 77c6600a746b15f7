import { registry } from '../../payment/index.js'
import { exploreRules } from '../../conformance/index.js'

/** Ids that no rule of a user's own may have: those of the rules that come with rampart. */
export function takenIds(): readonly string[] {
  return [...registry.rules.map(({ id }) => id), ...Object.keys(exploreRules)]
}
