import type { Store } from '../state/store.js'

/** The edition of the global terms that a partner's customers have to sign; the first is 1. */
export function termsEdition({ accounts }: Store, partnerId: string): number {
  return accounts.find(partnerId, partnerId)?.termsEdition ?? 1
}
