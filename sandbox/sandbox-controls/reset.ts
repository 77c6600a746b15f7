import type { Handlers } from '../http/call.js'
import { clearPartner } from '../state/store.js'

/** POST /sandbox/reset: forgets the partner's records; keys and stored idempotent answers stay. */
export const resetHandlers = {
  resetSandbox: ({ service, partnerId }) => {
    clearPartner(service.store, partnerId)
    return { status: 200, body: true }
  },
} satisfies Handlers
