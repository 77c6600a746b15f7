import type { Operation } from '../../../runtime/surface.js'
import type { CallOptions } from '../../engine/call-options.js'
import type { ScenarioContext } from '../../engine/context.js'
import { ifPossible, Skip } from '../../engine/outcome.js'
import { jsonBody } from '../../model/exchange.js'
import { isSuccess } from '../reading.js'
import { customer, customerBody } from '../subjects/customer.js'
import { linkBody } from '../subjects/onboarding.js'
import { askQuote, quoteSubject } from '../subjects/quote.js'
import { freshIban, recipientHint } from '../subjects/recipient.js'

/**
 * A POST that can be carried out, and how to build it; every building makes another one. Whether the service takes it
 * may hang on what the customer did before, so a refusal is no matter of the document.
 */
export interface Repeatable {
  /** Method and template, for messages. */
  readonly name: string
  readonly operation: Operation
  readonly options: CallOptions
}

const ofCustomers = async (context: ScenarioContext): Promise<Repeatable> => ({
  name: 'POST /customers',
  operation: context.operation('post', '/customers'),
  options: { body: customerBody(context) },
})

const ofAddresses = async (context: ScenarioContext): Promise<Repeatable> => {
  const operation = context.operation('post', '/addresses/fiat')
  const { id } = await customer(context, context.version)
  const hint = recipientHint(id, freshIban(context))
  const body = context.sampleBody(operation, hint, ['SEPA', 'Fiat', 'Individual'])
  return { name: 'POST /addresses/fiat', operation, options: { body, isGuess: true } }
}

const ofIdentifications = async (context: ScenarioContext): Promise<Repeatable> => {
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const { id } = await customer(context, context.version)
  const body = linkBody(context, operation)
  return {
    name: 'POST /customers/{}/identifications/v2',
    operation,
    options: { path: [id], body, isGuess: true },
  }
}

const ofAutoramps = async (context: ScenarioContext): Promise<Repeatable> => {
  const operation = context.operation('post', '/autoramps')
  const quote = await askQuote(context, await quoteSubject(context))
  if (!isSuccess(quote)) throw new Skip('no second quote is served')
  return { name: 'POST /autoramps', operation, options: { body: jsonBody(quote.response), isGuess: true } }
}

const makers = [ofCustomers, ofAddresses, ofIdentifications, ofAutoramps]

/** One POST of each kind that can be built from the document. @throws Skip when there is none. */
export async function repeatables(context: ScenarioContext): Promise<readonly Repeatable[]> {
  const made: Repeatable[] = []
  for (const make of makers) {
    const one = await ifPossible(make(context))
    if (one) made.push(one)
  }
  if (made.length === 0) throw new Skip('the document has no POST that could be repeated')
  return made
}

/** A creation of a customer, which every service of this kind has. @throws Skip when the document has none. */
export const customerCreation = ofCustomers
