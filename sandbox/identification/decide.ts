import { settle } from '../onboarding/customer-state.js'
import type { Handlers } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import { found } from '../service/find.js'
import { renderIdentification } from './render.js'

/** POST /sandbox/identification/{id}: simulates the decision of a compliance review. */
export const decisionHandlers = {
  updateSandboxIdentificationStatus: ({ service, partnerId, path, body }) => {
    const { store, clock } = service
    const record = found(store.identifications, partnerId, path.id, 'identification')
    if (record.status === 'Archived')
      throw badRequest('the identification is archived and cannot be decided any more')
    const status = body.approved ? ('Approved' as const) : ('Declined' as const)
    const decided = { ...record, status, updatedAt: clock() }
    store.identifications.save(decided)
    settle(service, found(store.customers, partnerId, record.customerId, 'customer'))
    return { status: 201, body: renderIdentification(store, decided) }
  },
} satisfies Handlers
