import type { PixAddress } from '../api/schemas.js'
import type { PixAddressRecord, CustomerRecord } from '../state/records.js'
import { customerOf, ownedRecord } from '../customer/customers.js'
import type { Call, Handlers, Service } from '../service/service.js'
import { defined } from '../primitives/defined.js'
import { Refusal } from '../primitives/refusal.js'
import { ofCustomer } from '../state/repository.js'

const renderPixAddress = (record: PixAddressRecord): PixAddress => ({
  id: record.id,
  customer_id: record.customerId,
  status: record.status,
  recipient: record.recipient,
  created_at: record.createdAt.toISOString(),
  updated_at: record.updatedAt.toISOString(),
  ...defined({ label: record.label }),
})

type Account = PixAddressRecord['recipient']['account']

/** The identity of an account: punctuation in tax numbers is ignored. */
const identityOf = (account: Account): string => {
  if (account.type === 'BANK_DETAILS')
    return `${account.bank_code} ${account.branch_code} ${account.account_number}`
  const isTaxNumber = account.type === 'CPF' || account.type === 'CNPJ'
  return `${account.type} ${isTaxNumber ? account.key.replaceAll(/[./-]/g, '') : account.key.toLowerCase()}`
}

const checkUnused = ({ store }: Service, customer: CustomerRecord, account: Account): void => {
  for (const { recipient } of store.pixAddresses.walk(ofCustomer(customer), { order: 'oldest-first' }))
    if (identityOf(recipient.account) === identityOf(account))
      throw new Refusal(409, 'this PIX account is already registered to the customer')
}

const addressOf = (call: Call<'getPixAddress'> | Call<'deletePixAddress'>): PixAddressRecord => {
  const { customer_id: customerId, pix_address_id: id } = call.path
  return ownedRecord(call, customerId, call.service.store.pixAddresses, id, 'PIX address')
}

/** PIX destinations: registered at once and payable immediately, because no provider is involved. */
export const pixHandlers = {
  registerPixAddress: (call) => {
    const { service, partnerId, body } = call
    const customer = customerOf(call, body.customer_id)
    checkUnused(service, customer, body.recipient.account)
    const now = service.clock()
    const record = {
      id: service.random.uuid('pix-address'),
      partnerId,
      customerId: customer.id,
      status: 'Registered' as const,
      recipient: body.recipient,
      ...defined({ label: body.label }),
      createdAt: now,
      updatedAt: now,
    }
    service.store.pixAddresses.save(record)
    return { status: 200, body: renderPixAddress(record) }
  },
  getPixAddresses: (call) => {
    const { service, path } = call
    const scope = ofCustomer(customerOf(call, path.customer_id))
    const records = [...service.store.pixAddresses.walk(scope, { order: 'newest-first' })]
    return { status: 200, body: { items: records.map(renderPixAddress) } }
  },
  getPixAddress: (call) => ({ status: 200, body: renderPixAddress(addressOf(call)) }),
  deletePixAddress: (call) => {
    const { partnerId, id } = addressOf(call)
    call.service.store.pixAddresses.remove(partnerId, id)
    return { status: 200 }
  },
} satisfies Handlers
