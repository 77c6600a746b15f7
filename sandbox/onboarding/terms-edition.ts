import type { Store } from '../state/store.js'

/** The edition of the global terms that a partner's customers owe; the first is 1. */
export const termsEdition = ({ accounts }: Store, partnerId: string): number =>
  accounts.find(partnerId, partnerId)?.termsEdition ?? 1
