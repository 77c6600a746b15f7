import { askForCode } from '../authentication-codes/codes.js'
import { bankWaits } from '../authentication-codes/decide.js'
import { customerOf } from '../customer/records.js'
import type { Handlers } from '../service/call.js'
import { badRequest, Refusal } from '../primitives/refusal.js'
import type { BankAccountIdentifier, FiatAddressStatus } from '../api/schemas.js'
import { fiatEntry } from '../money/currencies.js'
import type { Service } from '../service/service.js'
import type { CustomerRecord, FiatAddressRecord } from '../state/records.js'
import { found } from '../service/find.js'
import { ofCustomer } from '../state/lookup.js'
import { renderFiatAddress } from './fiat-render.js'
import { malformedMember, sameIdentifier } from './identifiers.js'

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
      `request body at /bank_details/account_identifier/${member} has not the form of a ${identifier.type} account`,
    )
}

const checkUnused = (
  { store }: Service,
  customer: CustomerRecord,
  identifier: BankAccountIdentifier,
): void => {
  for (const { bankDetails } of store.fiatAddresses.walk(ofCustomer(customer), { order: 'oldest-first' }))
    if (sameIdentifier(bankDetails.account_identifier, identifier))
      throw new Refusal(409, 'this bank account is already registered to the customer')
}

/** A SWIFT account is registered at once, because no provider is involved (Other statuses). */
const firstStatus = ({ type }: BankAccountIdentifier): FiatAddressStatus =>
  type === 'SWIFT' ? 'Registered' : 'RegistrationPending'

/** Registers bank accounts: at once, or pending until a sandbox operation completes the registration. */
export const fiatRegistrationHandlers = {
  registerFiatAddress: (call) => {
    const { service, partnerId, body } = call
    const customer = customerOf(call, body.customer_id)
    const { account_identifier: identifier } = body.bank_details
    checkCurrency(body.currency.code, identifier)
    checkForm(identifier)
    checkUnused(service, customer, identifier)
    const now = service.clock()
    const record = {
      id: service.random.uuid('fiat-address'),
      partnerId,
      customerId: customer.id,
      status: firstStatus(identifier),
      bankDetails: body.bank_details,
      currency: body.currency.code,
      ...(body.label === undefined ? {} : { label: body.label }),
      createdAt: now,
      updatedAt: now,
    }
    service.store.fiatAddresses.save(record)
    return { status: 200, body: renderFiatAddress(record) }
  },
  updateSandboxFiatAddressVerificationStatus: ({ service, partnerId, path, body }) => {
    const record = found(service.store.fiatAddresses, partnerId, path.id, 'fiat address')
    const moved = { ...record, status: body, updatedAt: service.clock() }
    service.store.fiatAddresses.save(moved)
    if (bankWaits(moved.status)) askForCode(service, { of: 'fiat-address', record: moved })
    return { status: 200, body: renderFiatAddress(moved) }
  },
  retryFiatAddressAuth: ({ service, partnerId, path }) => {
    const known = found(service.store.fiatAddresses, partnerId, path.id, 'fiat address')
    const record: FiatAddressRecord =
      known.status === 'AuthorizationFailed'
        ? { ...known, status: 'AuthorizationRequired', updatedAt: service.clock() }
        : known
    service.store.fiatAddresses.save(record)
    askForCode(service, { of: 'fiat-address', record })
    return { status: 201 }
  },
} satisfies Handlers
