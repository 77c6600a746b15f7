import type { Handlers, SuccessOf, Call, Service } from '../service/service.js'
import type { FiatAddressRecord, CustomerRecord } from '../state/records.js'
import { ofCustomer, requireRecord, pageOf } from '../state/repository.js'
import type { Store } from '../state/store.js'
import { defined } from '../primitives/defined.js'
import { customerOf, isVisible, ownedRecord } from '../customer/customers.js'
import type { FiatAddress, BankAccountIdentifier, FiatAddressStatus } from '../api/schemas.js'
import { requestCode, bankWaits } from '../authentication-codes/authentication-codes.js'
import { badRequest, Refusal } from '../primitives/refusal.js'
import { fiatEntry } from '../money/money.js'
import { malformedMember, sameIdentifier } from './identifiers.js'

type Microdeposit = SuccessOf<'getCustomerMicrodeposits'>['body'][number]

/** Two payments of some cents that verify an ACH account; other accounts need none. */
const depositsTo = ({ random }: Service, record: FiatAddressRecord): readonly Microdeposit[] => {
  if (record.bankDetails.account_identifier.type !== 'ACH') return []
  return ['first', 'second'].map((which) => ({
    amount: `0.${random.integer(`microdeposit:${record.id}:${which}`, 1, 99).toString().padStart(2, '0')}`,
    currency_code: record.currency,
    counterparty_name: record.bankDetails.provider_name,
    created_at: record.createdAt.toISOString(),
  }))
}

const renderFiatAddress = (record: FiatAddressRecord): FiatAddress => ({
  id: record.id,
  customer_id: record.customerId,
  status: record.status,
  currency: record.currency,
  country: record.bankDetails.provider_country.code,
  bank_name: record.bankDetails.provider_name,
  bank_details: record.bankDetails,
  bank_account_identifier: record.bankDetails.account_identifier,
  is_third_party: record.bankDetails.is_third_party,
  ownership_verified: record.status === 'Registered' && !record.bankDetails.is_third_party,
  created_at: record.createdAt.toISOString(),
  updated_at: record.updatedAt.toISOString(),
  ...defined({ label: record.label }),
})

/** The currency of each kind of bank account; a SWIFT account can hold any. */
const currencyOf: Readonly<Record<BankAccountIdentifier['type'], string | undefined>> = {
  SEPA: 'EUR',
  ACH: 'USD',
  Wire: 'USD',
  RTP: 'USD',
  FEDNOW: 'USD',
  CHAPS: 'GBP',
  FPS: 'GBP',
  SWIFT: undefined,
}

const checkCurrency = (code: string, { type }: BankAccountIdentifier): void => {
  if (fiatEntry(code) === undefined)
    throw badRequest('request body at /currency/code is not a currency of this service')
  const expected = currencyOf[type] ?? code
  if (expected !== code)
    throw badRequest(`request body at /currency/code must be ${expected} for a ${type} account`)
}

const checkForm = (identifier: BankAccountIdentifier): void => {
  const member = malformedMember(identifier)
  if (member !== undefined)
    throw badRequest(
      `request body at /bank_details/account_identifier/${member} does not have the form of a ${identifier.type} account`,
    )
}

const checkUnused = (store: Store, customer: CustomerRecord, identifier: BankAccountIdentifier): void => {
  for (const { bankDetails } of store.fiatAddresses.walk(ofCustomer(customer), { order: 'oldest-first' }))
    if (sameIdentifier(bankDetails.account_identifier, identifier))
      throw new Refusal(409, 'this bank account is already registered to the customer')
}

const addressOf = (call: Call<'getFiatAddress'> | Call<'deleteFiatAddress'>): FiatAddressRecord => {
  const { customer_id: customerId, fiat_address_id: id } = call.path
  return ownedRecord(call, customerId, call.service.store.fiatAddresses, id, 'fiat address')
}

/** Registers, reads and deletes bank accounts. */
export const fiatAddressHandlers = {
  /** GET /customers/{id}/microdeposits: two for every ACH account, newest account first. */
  getCustomerMicrodeposits: (call) => {
    const { service } = call
    const scope = ofCustomer(customerOf(call, call.path.id))
    const accounts = [...service.store.fiatAddresses.walk(scope, { order: 'newest-first' })]
    return { status: 200, body: accounts.flatMap((record) => depositsTo(service, record)) }
  },
  /** Registers bank accounts: at once, or pending until a sandbox operation completes the registration. */
  registerFiatAddress: (call) => {
    const { service, partnerId, body } = call
    const customer = customerOf(call, body.customer_id)
    const { account_identifier: identifier } = body.bank_details
    checkCurrency(body.currency.code, identifier)
    checkForm(identifier)
    checkUnused(service.store, customer, identifier)
    const now = service.clock()
    // No provider is involved in a SWIFT account (Other statuses).
    const status: FiatAddressStatus = identifier.type === 'SWIFT' ? 'Registered' : 'RegistrationPending'
    const record = {
      id: service.random.uuid('fiat-address'),
      partnerId,
      customerId: customer.id,
      status,
      bankDetails: body.bank_details,
      currency: body.currency.code,
      ...defined({ label: body.label }),
      createdAt: now,
      updatedAt: now,
    }
    service.store.fiatAddresses.save(record)
    return { status: 200, body: renderFiatAddress(record) }
  },
  updateSandboxFiatAddressVerificationStatus: ({ service, partnerId, path, body }) => {
    const record = requireRecord(service.store.fiatAddresses, partnerId, path.id, 'fiat address')
    const moved = { ...record, status: body, updatedAt: service.clock() }
    service.store.fiatAddresses.save(moved)
    if (bankWaits(moved.status)) requestCode(service, { of: 'fiat-address', record: moved })
    return { status: 200, body: renderFiatAddress(moved) }
  },
  retryFiatAddressAuth: ({ service, partnerId, path }) => {
    const known = requireRecord(service.store.fiatAddresses, partnerId, path.id, 'fiat address')
    const record: FiatAddressRecord =
      known.status === 'AuthorizationFailed'
        ? { ...known, status: 'AuthorizationRequired', updatedAt: service.clock() }
        : known
    service.store.fiatAddresses.save(record)
    requestCode(service, { of: 'fiat-address', record })
    return { status: 201 }
  },
  /** A list without a status filter shows the registered ones. */
  getFiatAddressesByStatus: (call) => {
    const { service, partnerId, query } = call
    const wanted = query.status ?? 'Registered'
    const fits = ({ status, customerId }: FiatAddressRecord): boolean =>
      status === wanted && isVisible(call, service.store.customers.find(partnerId, customerId))
    const { fiatAddresses } = service.store
    return { status: 200, body: pageOf(fiatAddresses, { partnerId }, query, renderFiatAddress, fits) }
  },
  getFiatAddresses: (call) => {
    const { service, path, query } = call
    const scope = ofCustomer(customerOf(call, path.customer_id))
    return { status: 200, body: pageOf(service.store.fiatAddresses, scope, query, renderFiatAddress) }
  },
  getFiatAddress: (call) => ({ status: 200, body: renderFiatAddress(addressOf(call)) }),
  deleteFiatAddress: (call) => {
    const { partnerId, id } = addressOf(call)
    call.service.store.fiatAddresses.remove(partnerId, id)
    return { status: 200 }
  },
} satisfies Handlers
