import { sameIdentifier, sameWalletAddress } from '../addresses/identifiers.js'
import { badRequest, notFound } from '../primitives/refusal.js'
import type { Account, Autoramp, PayoutRoute } from '../api/schemas.js'
import type { Money } from '../money/money.js'
import type { Service } from '../service/service.js'
import type { CustomerRecord, FiatAddressRecord, PixAddressRecord, WalletRecord } from '../state/records.js'
import { newest, ofCustomer } from '../state/repository.js'

/** A registered address for payouts, in both forms that the documents have. */
interface Payee {
  readonly account: Account
  readonly recipient: Autoramp['recipient']
  /** The payout route; absent for a wallet. */
  readonly network?: PayoutRoute
}

const bankPayee = ({ bankDetails }: FiatAddressRecord): Payee => ({
  account: { type: 'Fiat', account_identifier: bankDetails.account_identifier },
  recipient: { type: 'BankAccount', ...bankDetails },
  network: bankDetails.account_identifier.type,
})

const walletPayee = ({ chain, address }: WalletRecord): Payee => ({
  account: { type: 'Crypto', chain, address },
  recipient: { type: 'Wallet', blockchain: chain, address },
})

const pixPayee = ({ id, recipient }: PixAddressRecord): Payee => ({
  account: { type: 'Pix', id },
  recipient: { type: 'Pix', ...recipient },
  network: 'Pix',
})

const bankProblem = (
  { status, currency }: Pick<FiatAddressRecord, 'status' | 'currency'>,
  destination: Money,
): string | undefined => {
  if (status !== 'Registered') return 'is not registered yet'
  return destination.type === 'Fiat' && destination.code === currency
    ? undefined
    : 'does not hold the destination currency'
}

const pixProblem = ({ status }: PixAddressRecord, destination: Money): string | undefined =>
  bankProblem({ status, currency: 'BRL' }, destination)

const walletProblem = ({ disabled, chain }: WalletRecord, destination: Money): string | undefined => {
  if (disabled) return 'is disabled'
  return destination.type === 'Crypto' && destination.chain === chain
    ? undefined
    : 'is not on the chain of the destination currency'
}

const refuse = (problem: string | undefined): void => {
  if (problem !== undefined)
    throw badRequest(`query parameter 'recipient_account_id' names an address that ${problem}`)
}

/** Only addresses of this customer are found; any other id is a 404. */
const byId = (service: Service, customer: CustomerRecord, id: string, destination: Money): Payee => {
  const { store, faults } = service
  const bank = store.fiatAddresses.find(customer.partnerId, id)
  if (bank?.customerId === customer.id || (bank && !faults.checks(true, 'own-recipient'))) {
    const isEarly = bank.status !== 'Registered'
    if (faults.checks(true, 'recipient-status') || !isEarly) refuse(bankProblem(bank, destination))
    return bankPayee(bank)
  }
  const pix = store.pixAddresses.find(customer.partnerId, id)
  if (pix?.customerId === customer.id) {
    refuse(pixProblem(pix, destination))
    return pixPayee(pix)
  }
  const wallet = store.wallets.find(customer.partnerId, id)
  if (wallet?.customerId !== customer.id) throw notFound('recipient account')
  refuse(walletProblem(wallet, destination))
  return walletPayee(wallet)
}

const holdsText = ({ bankDetails }: FiatAddressRecord, text: string): boolean => {
  const { account_identifier: identifier } = bankDetails
  return identifier.type === 'SEPA' ? identifier.iban === text : identifier.account_number === text
}

/** The newest bank account or wallet of a customer that is meant, and can be paid in a currency. */
const registered = (
  { store }: Service,
  customer: CustomerRecord,
  destination: Money,
  isBank: (bank: FiatAddressRecord) => boolean,
  isWallet: (wallet: WalletRecord) => boolean,
): Payee | undefined => {
  const scope = ofCustomer(customer)
  const isPayableBank = (one: FiatAddressRecord) => isBank(one) && bankProblem(one, destination) === undefined
  const bank = newest(store.fiatAddresses, scope, isPayableBank)
  if (bank !== undefined) return bankPayee(bank)
  const isPayableWallet = (one: WalletRecord) =>
    isWallet(one) && walletProblem(one, destination) === undefined
  const wallet = newest(store.wallets, scope, isPayableWallet)
  return wallet && walletPayee(wallet)
}

const isBank = ({ bankDetails }: FiatAddressRecord, account: Account): boolean =>
  account.type === 'Fiat' && sameIdentifier(bankDetails.account_identifier, account.account_identifier)

const isWallet = ({ chain, address }: WalletRecord, account: Account): boolean =>
  account.type === 'Crypto' && account.chain === chain && sameWalletAddress(chain, account.address, address)

/** The payee for an account in a body. Throws `Refusal` 400 if it is not the customer's, or does not fit. */
export function payeeOfAccount(
  service: Service,
  customer: CustomerRecord,
  account: Account,
  destination: Money,
): Payee {
  const isChecked = service.faults.checks(true, 'recipient-account')
  const known = registered(
    service,
    customer,
    destination,
    (bank) => !isChecked || isBank(bank, account),
    (wallet) => isWallet(wallet, account),
  )
  if (known !== undefined) return known
  const { pixAddresses } = service.store
  const pix = account.type === 'Pix' ? pixAddresses.find(customer.partnerId, account.id) : undefined
  if (pix?.customerId === customer.id && pixProblem(pix, destination) === undefined) return pixPayee(pix)
  throw badRequest(
    'request body at /recipient_account is not registered to the customer for the destination currency',
  )
}

/**
 * The recipient of a quote; the id takes precedence over the text. Throws `Refusal` 404 for an id that is not the
 * customer's, 400 for an address that is not registered, does not fit the destination, or is missing.
 */
export function payeeOf(
  service: Service,
  customer: CustomerRecord,
  query: { readonly recipient_account_id?: string; readonly recipient_account?: string },
  destination: Money,
): Payee {
  const { recipient_account_id: id, recipient_account: text } = query
  if (id !== undefined) return byId(service, customer, id, destination)
  if (text === undefined) throw badRequest("query parameter 'recipient_account_id' is required")
  const known = registered(
    service,
    customer,
    destination,
    (bank) => holdsText(bank, text),
    ({ chain, address }) => sameWalletAddress(chain, address, text),
  )
  if (known !== undefined) return known
  throw badRequest("'recipient_account' is not registered to the customer for this currency")
}
