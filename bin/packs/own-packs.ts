import { documentPack, type RulePack } from '../../conformance/index.js'
import { paymentPack } from '../../payment/index.js'

/** The packs that come with rampart: the rules of any document, and the specification of the payment API. */
export const ownPacks: readonly RulePack[] = [documentPack, paymentPack]

/** Ids that no rule of a user's own may have: those of the rules that come with rampart. */
export function takenIds(): readonly string[] {
  return ownPacks.flatMap(({ rules }) => rules.map(({ id }) => id))
}
