import type { Scenario } from '../engine/context.js'
import { jsonBody } from '../model/exchange.js'
import { expectTermsItems } from './items.js'
import { listIn } from './reading.js'

const terms = '/terms-and-conditions'
const countries = ['DEU', 'USA', 'BRA']

const items: Scenario = async (context) => {
  const operation = context.operation('get', terms)
  expectTermsItems(context, await context.call(operation, { query: { country: 'DEU' } }))
}

const countryRequired: Scenario = async (context) => {
  const operation = context.operation('get', terms)
  const exchange = await context.call(operation, { exactQuery: true })
  const { status } = exchange.response
  context.expect(status >= 400 && status < 500, `without country a refusal is due; ${status} came`, exchange)
}

const globalDocument: Scenario = async (context) => {
  const operation = context.operation('get', terms)
  const answers = []
  for (const country of countries) answers.push(await context.call(operation, { query: { country } }))
  const [first] = answers
  for (const [index, exchange] of answers.entries()) {
    const count = listIn(exchange)?.length
    context.expect(
      count === 1,
      `one global document is due for ${countries[index]}; ${count ?? 'no list'} came`,
      exchange,
    )
    const same =
      first && JSON.stringify(jsonBody(first.response)) === JSON.stringify(jsonBody(exchange.response))
    context.expect(
      same === true,
      `the document for ${countries[index]} is not that for ${countries[0]}`,
      exchange,
    )
  }
}

/** GET /terms-and-conditions. */
export const termsScenarios: Readonly<Record<string, Scenario>> = {
  'terms/items': items,
  'terms/country-required': countryRequired,
  'terms/global-document': globalDocument,
}
