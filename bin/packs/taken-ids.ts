import { ownPacks } from './packs-of-run.js'

/** Ids that no rule of a user's own may have: those of the rules that come with rampart. */
export function takenIds(): readonly string[] {
  return ownPacks.flatMap(({ rules }) => rules.map(({ id }) => id))
}
