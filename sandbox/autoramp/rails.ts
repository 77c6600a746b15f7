import type { Currency, DepositRail } from '../api/schemas.js'
import type { Service } from '../service/service.js'
import type { AutorampRecord } from '../state/records.js'

const parties = {
  bank_name: 'Sandbox Bank',
  bank_address: '1 Sandbox Way, Testville',
  recipient_name: 'Sandbox Deposits',
  recipient_address: '2 Sandbox Way, Testville',
}

/** Keeps members that the document does not list, since it does not restrict these rails. */
const rail = <Rail extends DepositRail>(details: Rail): Rail => details

/** A number of a fixed length, derived from the autoramp. */
type Digits = (name: string, length: number) => string

const digitsOf =
  ({ random }: Service, autorampId: string): Digits =>
  (name, length) => {
    const number = random.integer(`rail:${autorampId}:${name}`, 0, 999_999_999).toString()
    return number.padStart(length, '0').slice(0, length)
  }

const dollarRails = (digits: Digits, fedNow: boolean): DepositRail[] => {
  const number = digits('account', 9)
  const account = { account_number: number, routing_number: digits('routing', 9), ...parties }
  const rails: DepositRail[] = [
    { type: 'AchWire', ...account },
    rail({ type: 'Swift', bic: 'SNDBUS00XXX', account_number: number, ...parties }),
  ]
  return fedNow ? [...rails, { type: 'FedNow', ...account }] : rails
}

const fiatRails = (code: string, digits: Digits, fedNow: boolean): DepositRail[] => {
  switch (code) {
    case 'USD':
      return dollarRails(digits, fedNow)
    case 'EUR':
      return [
        rail({ type: 'Iban', iban: `DE00${digits('iban-1', 9)}${digits('iban-2', 9)}`, bic: 'SNDBDE00XXX' }),
      ]
    case 'GBP': {
      const account = { account_number: digits('account', 8), sort_code: digits('sort-code', 6) }
      return [
        { type: 'FPS', ...account },
        { type: 'CHAPS', ...account },
      ]
    }
    case 'BRL':
      return [{ type: 'Pix', pix_key: digits('pix', 9), instruction: 'Pay with this key.' }]
    case 'MXN':
      return [
        { type: 'Spei', clabe: `${digits('clabe-1', 9)}${digits('clabe-2', 9)}`, instruction: 'Pay to it.' },
      ]
    default:
      return [
        { type: 'AfricanBankTransfer', account_number: digits('account', 9), currency: code },
        { type: 'MobileMoney', mobile_number: digits('mobile', 9) },
      ]
  }
}

/** Whether an autoramp has its deposit account. */
export function hasDepositAccount({ status }: Pick<AutorampRecord, 'status'>): boolean {
  return status === 'DepositAccountAdded' || status === 'Approved'
}

const railsOf = (currency: Currency, digits: Digits, fedNow: boolean): DepositRail[] =>
  currency.type === 'Crypto'
    ? [{ type: 'Crypto', chain: currency.blockchain, address: `sandbox-${digits('wallet', 9)}` }]
    : fiatRails(currency.code, digits, fedNow)

/** Currencies on the same chain share its wallet. */
const railKey = (currency: Currency): string =>
  currency.type === 'Crypto' ? currency.blockchain : currency.code

/** The rails for deposits, none before the account exists; FedNow if account and version have it. */
export function depositRails(service: Service, autoramp: AutorampRecord, fedNow: boolean): DepositRail[] {
  if (!hasDepositAccount(autoramp)) return []
  const digits = digitsOf(service, autoramp.id)
  const distinct = new Map(autoramp.sources.map((currency) => [railKey(currency), currency]))
  return [...distinct.values()].flatMap((currency) => railsOf(currency, digits, fedNow && service.fedNow))
}
