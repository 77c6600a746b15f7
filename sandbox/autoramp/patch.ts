import { customerOf } from '../customer/customers.js'
import { feeProfile } from '../fee-profiles/fee-profiles.js'
import type { Call, Handlers } from '../service/call.js'
import { badRequest, notFound } from '../primitives/refusal.js'
import type { AutorampRecord, CustomerRecord } from '../state/records.js'
import { openAutoramp, renderAutoramp } from './autoramps.js'
import { checkSources, supportedMoney } from './create.js'
import { payeeOfAccount } from '../quotes/recipient.js'

type Patch = Call<'patchAutorampMarketById'>
type Change = Partial<Pick<AutorampRecord, 'destination' | 'recipient' | 'network' | 'feeProfileId'>>

/** A new destination requires a matching recipient; the recipient can also be changed alone. */
const changedPayout = (call: Patch, customer: CustomerRecord, record: AutorampRecord): Change => {
  const { destination_currency: destination = record.destination, recipient_account: account } = call.body
  if (account === undefined) {
    if (call.body.destination_currency === undefined) return {}
    throw badRequest('request body at /recipient_account is required with a new destination currency')
  }
  const money = supportedMoney('/destination_currency', destination)
  checkSources(record.sources, money)
  const { recipient, network } = payeeOfAccount(call.service, customer, account, money)
  return { destination, recipient, ...(network === undefined ? {} : { network }) }
}

/** PATCH /autoramps/{id}: changes an autoramp created from market parameters, with immediate effect. */
export const patchHandlers = {
  patchAutorampMarketById: (call) => {
    const { service, body, path } = call
    const customer = customerOf(call, body.customer_id)
    const record = openAutoramp(call, path.id)
    if (record.customerId !== customer.id) throw notFound('autoramp')
    if (record.source === 'Quote')
      throw badRequest('an autoramp that was made from a quote cannot be changed')
    const { network, ...rest } = record
    const payout = changedPayout(call, customer, record)
    const kept = payout.recipient === undefined && network !== undefined ? { network } : {}
    const changed = {
      ...rest,
      ...kept,
      ...payout,
      feeProfileId: feeProfile(call, body.fee_profile_id ?? record.feeProfileId).id,
    }
    service.store.autoramps.save(changed)
    return { status: 200, body: renderAutoramp(service, changed, call.behaviours) }
  },
} satisfies Handlers
