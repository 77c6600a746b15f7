import type { Answer } from '../pipeline/answer.js'
import type { About } from '../pipeline/fault-set.js'
import type { Fault } from './fault.js'

/** Answers the last served quote wherever nothing is found of what the request names. */
const lastServed = (isServed: (about: About, query: ReadonlyMap<string, unknown>) => boolean) => () => {
  let last: Answer | undefined
  return {
    answer: (answer: Answer, about: About): Answer => {
      if (about.operationId !== 'getAutorampQuote') return answer
      if (answer.status === 200) last = answer
      const query = new Map(Object.entries(about.values?.query ?? {}))
      const isLenient = answer.status === 404 && isServed(about, query)
      return isLenient && last ? { ...last, headers: answer.headers } : answer
    },
  }
}

const isCustomer = ({ service, partnerId = '' }: About, query: ReadonlyMap<string, unknown>): boolean =>
  service.store.customers.find(partnerId, String(query.get('customer_id'))) !== undefined

const isAddress = ({ service, partnerId = '' }: About, query: ReadonlyMap<string, unknown>): boolean =>
  service.store.fiatAddresses.find(partnerId, String(query.get('recipient_account_id'))) !== undefined

/** Faults in who is paid by a quote. */
export const quoteRecipientFaults: readonly Fault[] = [
  {
    rule: 'quote/registered-recipient',
    does: 'serves a quote for a recipient_account_id that no address has',
    hooks: lastServed((about, query) => isCustomer(about, query) && !isAddress(about, query)),
  },
  {
    rule: 'quote/registered-recipient',
    variant: 'customer',
    does: 'serves a quote for a customer_id that nobody has',
    hooks: lastServed((about, query) => !isCustomer(about, query)),
  },
  { rule: 'quote/own-recipient', does: 'pays addresses of other customers' },
  {
    rule: 'quote/own-recipient',
    variant: 'pending',
    does: 'pays addresses whose registration is pending',
  },
]
