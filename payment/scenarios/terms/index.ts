import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { answered, unmet } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { expectTermsItems, isSameDocument } from './items.js'
import { isRefusal, isSuccess, listIn, outcomeOf } from '../../../conformance/exchange/reading.js'

const template = '/terms-and-conditions'
const countries = ['DEU', 'USA', 'BRA', 'GBR', 'FRA', 'JPN', 'NGA']

const read = (context: ScenarioContext, country: string): Promise<Exchange> =>
  context.once(`terms ${context.version} ${country}`, () =>
    context.call(context.operation('get', template), { query: { country } }),
  )

// Which countries a service knows is not promised, nor that each has terms: those that it knows are looked at.
const items: Scenario = async (context) => {
  const answers: Exchange[] = []
  for (const country of countries) answers.push(await read(context, country))
  const known = answers.filter((exchange) => !isRefusal(exchange))
  for (const exchange of known.length === 0 ? answers.slice(0, 1) : known) expectTermsItems(context, exchange)
}

const countryRequired: Scenario = async (context) => {
  const operation = context.operation('get', template)
  const declared = operation.parameters.find(({ name }) => name === 'country')
  const optional = 'country is required; the document has it optional'
  context.expect(declared?.required !== false, optional, undefined, declared?.pointer)
  const exchange = await context.call(operation, { exactQuery: true })
  const message = `without country a refusal is due; ${exchange.response.status} came`
  context.expect(isRefusal(answered(exchange)), message, exchange)
}

const globalDocument: Scenario = async (context) => {
  const answers: [string, Exchange][] = []
  for (const country of countries) answers.push([country, await read(context, country)])
  const served = answers.filter(([, exchange]) => isSuccess(exchange))
  const [first] = served
  const [asked] = answers
  if (!first && asked) throw unmet(`no terms are served: ${outcomeOf(asked[1])}`, asked[1])
  if (!first) return
  for (const [country, exchange] of served) {
    const count = listIn(exchange)?.length
    const message = `one global document is due for ${country}; ${count ?? 'no list'} came`
    context.expect(count === 1, message, exchange)
    const isSame = isSameDocument(listIn(first[1])?.[0], listIn(exchange)?.[0])
    context.expect(isSame, `the document for ${country} is not that for ${first[0]}`, exchange)
  }
}

/** GET /terms-and-conditions. */
export const termsScenarios: Readonly<Record<string, Scenario>> = {
  'terms/items': items,
  'terms/country-required': countryRequired,
  'terms/global-document': globalDocument,
}
