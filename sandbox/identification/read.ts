import { customerOf } from '../customer/records.js'
import type { Handlers } from '../http/call.js'
import { found, ofCustomer } from '../state/lookup.js'
import { pageOf } from '../state/paging.js'
import { renderIdentification } from './render.js'

/** Reading identifications: one by its id, or those of a customer. */
export const readHandlers = {
  getIdentificationById: ({ service, partnerId, path }) => ({
    status: 200,
    body: renderIdentification(found(service.store.identifications, partnerId, path.id, 'identification')),
  }),
  getAllCustomerIdentifications: (call) => {
    const scope = ofCustomer(customerOf(call, call.path.id))
    const page = pageOf(call.service.store.identifications, scope, call.query)
    return { status: 200, body: { ...page, items: page.items.map(renderIdentification) } }
  },
} satisfies Handlers
