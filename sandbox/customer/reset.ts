import type { Handlers } from '../service/call.js'
import { clearPartner, removeCustomer } from '../state/store.js'

/** POST /sandbox/reset: deletes the customers of the partner, or of one sub-partner; settings and keys are kept. */
export const resetHandlers = {
  resetSandbox: ({ service: { store }, partnerId, subPartnerId }) => {
    if (subPartnerId === undefined) clearPartner(store, partnerId)
    else {
      const scope = { partnerId, index: 'subPartner', value: subPartnerId }
      for (const customer of store.customers.walk(scope, { order: 'oldest-first' }))
        removeCustomer(store, customer)
    }
    return { status: 200, body: true }
  },
} satisfies Handlers
