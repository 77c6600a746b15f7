import type { Answer } from '../pipeline/answer.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import { fault, type Fault } from './fault.js'

/** Returns the last served quote if the request names something that does not exist. */
const lastServed =
  (isServed: (about: AnswerContext, query: ReadonlyMap<string, unknown>) => boolean) => () => {
    let last: Answer | undefined
    return {
      answer: (answer: Answer, about: AnswerContext): Answer => {
        if (about.operationId !== 'getAutorampQuote') return answer
        if (answer.status === 200) last = answer
        const query = new Map(Object.entries(about.values?.query ?? {}))
        const isLenient = answer.status === 404 && isServed(about, query)
        return isLenient && last ? { ...last, headers: answer.headers } : answer
      },
    }
  }

const isCustomer = (
  { service, partnerId = '' }: AnswerContext,
  query: ReadonlyMap<string, unknown>,
): boolean => service.store.customers.find(partnerId, String(query.get('customer_id'))) !== undefined

const isAddress = (
  { service, partnerId = '' }: AnswerContext,
  query: ReadonlyMap<string, unknown>,
): boolean =>
  service.store.fiatAddresses.find(partnerId, String(query.get('recipient_account_id'))) !== undefined

/** Faults in the recipient of a quote. */
export const quoteRecipientFaults: readonly Fault[] = [
  fault(
    'quote/registered-recipient',
    'serves a quote for a recipient_account_id that no address has',
    lastServed((about, query) => isCustomer(about, query) && !isAddress(about, query)),
  ),
  fault(
    'quote/registered-recipient:customer',
    'serves a quote for a customer_id that nobody has',
    lastServed((about, query) => !isCustomer(about, query)),
  ),
  fault('quote/own-recipient', 'pays addresses of other customers'),
  fault('quote/own-recipient:pending', 'pays addresses whose registration is pending'),
  fault('quote/verified-wallet', 'registers wallets of customers whatever proves that they own them'),
  fault('quote/verified-wallet:custodian', 'registers wallets at custodians by any text for a DID'),
]
