import { customerOf } from '../customer/records.js'
import type { Handlers } from '../service/call.js'
import { found } from '../service/find.js'
import { ofCustomer } from '../state/lookup.js'
import { pageOf } from '../state/paging.js'
import { renderIdentification } from './render.js'

/** Reading identifications: one by its id, or those of a customer. */
export const readHandlers = {
  getIdentificationById: ({ service: { store }, partnerId, path }) => ({
    status: 200,
    body: renderIdentification(store, found(store.identifications, partnerId, path.id, 'identification')),
  }),
  getAllCustomerIdentifications: (call) => {
    const scope = ofCustomer(customerOf(call, call.path.id))
    const { store } = call.service
    const page = pageOf(store.identifications, scope, call.query)
    const items = page.items.map((record) => renderIdentification(store, record))
    return { status: 200, body: { ...page, items } }
  },
} satisfies Handlers
