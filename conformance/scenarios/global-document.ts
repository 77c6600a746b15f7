import type { Scenario, ScenarioContext } from '../engine/context.js'
import { ifPossible, NotApplicable, unmet } from '../engine/outcome.js'
import type { Exchange } from '../model/exchange.js'
import { isSameDocument } from './items.js'
import { dig, isSuccess, outcomeOf } from './reading.js'
import { createCustomer, type CustomerKind } from './subjects/customer.js'
import { outstandingItems, readSignings } from './subjects/onboarding.js'

const another = async (context: ScenarioContext, kind: CustomerKind): Promise<Exchange> => {
  const { id } = await createCustomer(context, context.version, kind)
  return readSignings(context, id, context.version)
}

// An id may be that of the reader's own copy, which shows between two readers of one kind.
const hasOwnIds = async (context: ScenarioContext, own: unknown): Promise<boolean> => {
  const [item] = outstandingItems(await another(context, 'Person'))
  return dig(item, 'id') !== dig(own, 'id')
}

/**
 * `required-signings/one-document`: one, and the same for whoever has to sign it.
 * @param fresh reads what is outstanding for a customer that was just created
 */
export const oneDocument =
  (fresh: (context: ScenarioContext) => Promise<Exchange>): Scenario =>
  async (context) => {
    const exchange = await fresh(context)
    const count = outstandingItems(exchange).length
    if (!isSuccess(exchange))
      throw unmet(`required signings are not served: ${outcomeOf(exchange)}`, exchange)
    if (count === 0) throw new NotApplicable('nothing is outstanding for a fresh customer')
    context.expect(count === 1, `one global document is due, ${count} came`, exchange)
    const business = await ifPossible(another(context, 'Business'))
    if (!business || count !== 1) return
    const [[own], [other]] = [outstandingItems(exchange), outstandingItems(business)]
    if (other === undefined || dig(own, 'id') === dig(other, 'id')) return
    const isSame = isSameDocument(own, other) && (await hasOwnIds(context, own))
    const message = 'one global document is due: a business and a person are told of different ones'
    context.expect(isSame, message, business)
  }
