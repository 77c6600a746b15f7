import type { EventType } from '../api/event-types.js'
import { railAbilities } from '../customer/abilities.js'
import type { Service } from '../service/service.js'
import { newest } from '../state/repository.js'
import { type Draft, generalEvent, pingEvent, refundEvent, statusEvent } from './events.js'

/** The customer of an example: the newest, so that receivers find it, or a made-up one. */
const customerOf = ({ store, random }: Service, partnerId: string): string =>
  newest(store.customers, { partnerId })?.id ?? random.named(`example-customer:${partnerId}`)

const madeUp = (service: Service, type: EventType, customerId: string, webhookId: string): Draft => {
  const id = service.random.named(`example:${type}`)
  switch (type) {
    case 'ping':
      return pingEvent(webhookId, customerId)
    case 'register_fiat_address_status':
      return statusEvent(type, customerId, { id, status: 'Registered' })
    case 'register_autoramp_status':
      return statusEvent(type, customerId, { id, status: 'Approved' })
    case 'identification_status':
      return statusEvent(type, customerId, { id, status: 'Approved' })
    case 'customer_status':
      return statusEvent(type, customerId, { id: customerId, status: 'Active' })
    case 'customer_fiat_abilities': {
      const abilities = railAbilities(service, { state: 'Active' })
      return { type, customerId, message: { id: customerId, ...abilities } }
    }
    case 'transaction_status':
      return { type, customerId, message: { id, transaction_status: 'Completed' } }
    case 'transaction_refunded': {
      const refund = { id: service.random.named(`example:${type}:refund`), createdAt: service.clock() }
      const sourceCurrency = { type: 'Fiat', code: 'USD' } as const
      return refundEvent({ id, customerId, refund, amountIn: '10.00', sourceCurrency })
    }
    case 'customer_created':
      return generalEvent(type, customerId, customerId)
    case 'transaction':
    case 'new_autoramp':
    case 'new_bank_account':
    case 'deposit_address_created':
      return generalEvent(type, customerId, id)
  }
}

/**
 * An event for trying a webhook: a repetition of the newest of its type that really happened to the partner, or a
 * made-up one. The specification shows the ping alone.
 */
export function exampleEvent(service: Service, partnerId: string, type: EventType, webhookId: string): Draft {
  // A ping is about the webhook that gets it.
  const event =
    type === 'ping' ? undefined : newest(service.store.events, { partnerId }, (one) => one.type === type)
  if (event === undefined) return madeUp(service, type, customerOf(service, partnerId), webhookId)
  const { data } = JSON.parse(event.body)
  return { type, customerId: data.customer_id, message: data.message }
}
