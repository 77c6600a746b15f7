import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isSameDocument } from '../terms/items.js'
import { memberAt } from '../../../document/index.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { fresh, ofBusiness } from './settled-signings.js'
import { createCustomer } from '../subjects/customer.js'
import { outstandingItems, readSignings } from '../subjects/onboarding.js'

const another = async (context: ScenarioContext): Promise<Exchange> => {
  const { id } = await createCustomer(context, context.version)
  return readSignings(context, id, context.version)
}

/** One document is due, and it is that of a person. An id may be that of the reader's own copy. */
const expectSame = (context: ScenarioContext, own: unknown, other: Exchange, hasOwnIds: boolean): void => {
  const [first, ...rest] = outstandingItems(other)
  if (first === undefined) return
  context.expect(rest.length === 0, `one global document is due, ${rest.length + 1} came`, other)
  const isSame = memberAt(own, 'id') === memberAt(first, 'id') || (hasOwnIds && isSameDocument(own, first))
  context.expect(isSame, 'one global document is due: two customers are told of different ones', other)
}

/** `required-signings/one-document`: one, and the same for whoever has to sign it. */
export const oneDocument: Scenario = async (context) => {
  const { exchange } = await fresh(context)
  const [own, ...more] = outstandingItems(exchange)
  if (!isSuccess(exchange)) throw unmet(`required signings are not served: ${outcomeOf(exchange)}`, exchange)
  if (own === undefined) throw new NotApplicable('nothing is outstanding for a fresh customer')
  context.expect(more.length === 0, `one global document is due, ${more.length + 1} came`, exchange)
  if (more.length > 0) return
  const person = await ifPossible(another(context))
  const business = await ifPossible(ofBusiness(context))
  // That ids are those of one reader shows between two readers of one kind.
  const [theirs] = person ? outstandingItems(person) : []
  const hasOwnIds = theirs !== undefined && memberAt(theirs, 'id') !== memberAt(own, 'id')
  for (const other of [person, business]) if (other) expectSame(context, own, other, hasOwnIds)
}
