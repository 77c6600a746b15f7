import type { Operation } from '../../../runtime/surface.js'
import type { CallOptions } from '../../engine/call-options.js'
import type { ScenarioContext } from '../../engine/context.js'
import { ifPossible } from '../../engine/outcome.js'
import { headerlessVersion } from '../../observers/index.js'
import { createCustomer, customer, customerBody } from './customer.js'
import { plainReads } from './probe.js'
import { quoteSubject } from './quote.js'

/** A call that the service serves to whoever may make it. */
export interface Asked {
  /** Method and template, for messages. */
  readonly name: string
  readonly operation: Operation
  readonly options: CallOptions
}

const customerReads = ['/customers/{}', '/customers/{}/required-signings', '/customers/{}/abilities'] as const

const ofCustomer = async (context: ScenarioContext): Promise<Asked[]> => {
  const { id } = await customer(context, headerlessVersion)
  return customerReads.flatMap((template) => {
    const operation = context.find('get', template)
    return operation ? [{ name: `GET ${template}`, operation, options: { path: [id] } }] : []
  })
}

const ofQuote = async (context: ScenarioContext): Promise<Asked[]> => {
  const { operation, query } = await quoteSubject(context)
  return [{ name: 'GET /autoramps/quote', operation, options: { query } }]
}

const ofCreation = async (context: ScenarioContext): Promise<Asked[]> => {
  const operation = context.operation('post', '/customers')
  await context.once(`customer ${headerlessVersion}`, () => createCustomer(context, headerlessVersion))
  return [{ name: 'POST /customers', operation, options: { body: customerBody(context) } }]
}

const mostReads = 12

const ofReads = (context: ScenarioContext): Asked[] =>
  plainReads(context)
    .slice(0, mostReads)
    .map((operation) => {
      const hasCountry = operation.parameters.some(({ name }) => name === 'country')
      const name = `GET ${context.under.operations.relativePath(operation)}`
      return { name, operation, options: hasCountry ? { query: { country: 'DEU' } } : {} }
    })

/**
 * Calls of every kind that can be made here: plain reads, reads of a customer, a quote, the creation of a customer.
 * The body of the creation is a fresh one each time.
 */
export async function askable(context: ScenarioContext): Promise<readonly Asked[]> {
  const all = ofReads(context)
  for (const more of [ofCustomer, ofQuote, ofCreation]) {
    all.push(...((await ifPossible(more(context))) ?? []))
  }
  return all
}
