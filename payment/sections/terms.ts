import type { ScenarioContext, Scenario } from '../../conformance/rules/context.js'
import { type Exchange, jsonBody } from '../../conformance/exchange/exchange.js'
import { answered, ifPossible, NotApplicable } from '../../conformance/model/outcome.js'
import { createCustomer } from '../fixtures/customer.js'
import { outstandingItems, readSignings } from '../fixtures/onboarding.js'
import { inTurn, noneServed } from '../fixtures/steps.js'
import { memberAt } from '../../document/index.js'
import { outcomeOf, isRefusal, isSuccess, listIn } from '../../conformance/exchange/reading.js'
import { type Check, isText, isUuid } from '../values/checks.js'
import { deepEqual } from '../../runtime/json.js'
import { scenario, section } from '../statements/statement.js'

/** True for the same document; ids may be those of the reader, and links may contain tokens. */
export function isSameDocument(one: unknown, other: unknown): boolean {
  return memberAt(one, 'id') === memberAt(other, 'id') || memberAt(one, 'url') === memberAt(other, 'url')
}

/** A link, which may be relative. */
const isLink: Check = (value) =>
  typeof value === 'string' && /^\S+$/.test(value) && URL.canParse(value, 'https://terms.example')

const fields = { id: isUuid, display_name: isText, url: isLink } as const

/** Judges a response by the table of terms and conditions items: an array of id, display_name and url. */
export function expectTermsItems(context: ScenarioContext, exchange: Exchange): void {
  const body = jsonBody(answered(exchange).response)
  if (exchange.response.status !== 200 || !Array.isArray(body)) {
    context.violate(`expected 200 with an array of items, got ${outcomeOf(exchange)}`, exchange)
    return
  }
  for (const [name, isRight] of Object.entries(fields)) {
    const wrong = body.findIndex((item: unknown) => !isRight(memberAt(item, name)))
    const came = memberAt(body[wrong], name) === undefined ? 'it is absent' : 'it is something else'
    context.expect(wrong === -1, `a terms item must have ${name}; ${came}`, exchange, `/${wrong}/${name}`)
  }
}

const template = '/terms-and-conditions'
const countries =
  'DEU USA BRA GBR FRA JPN NGA CAN MEX ESP ITA NLD CHE POL IND AUS SGP ARE ZAF KEN GHA ARG'.split(' ')

const read = (context: ScenarioContext, country: string): Promise<Exchange> =>
  context.given(`terms ${country}`, () =>
    context.call(context.operation('get', template), { query: { country } }),
  )

/** `terms/items`: a service need not know every country or have terms for each, so those that it knows are judged. */
const termsItems: Scenario = async (context) => {
  const exchanges = await inTurn(countries, (country) => read(context, country))
  const known = exchanges.filter((exchange) => !isRefusal(exchange))
  for (const exchange of known.length === 0 ? exchanges.slice(0, 1) : known)
    expectTermsItems(context, exchange)
}

const countryRequired: Scenario = async (context) => {
  const operation = context.operation('get', template)
  const declared = operation.parameters.find(({ name }) => name === 'country')
  const optional = 'country is required; the document has it optional'
  context.expect(declared?.required !== false, optional, undefined, declared?.pointer)
  const exchange = await context.call(operation, { exactQuery: true })
  const message = `expected a refusal without country, got ${exchange.response.status}`
  context.expect(isRefusal(answered(exchange)), message, exchange)
}

/** Texts that are not country codes in any reading; two letters could be one. */
const noCodes = ['Germany', 'D1U', '']

/** `terms/by-country`: two countries may have the same terms, so only all of them being equal is a finding. */
const byCountry: Scenario = async (context) => {
  for (const country of noCodes) {
    const exchange = await context.call(context.operation('get', template), { query: { country } })
    const message = `country is a code of three letters; ${JSON.stringify(country)} is served`
    context.expect(!isSuccess(exchange), message, exchange)
  }
  const exchanges = await inTurn(countries, (country) => read(context, country))
  const served = exchanges.filter((exchange) => (listIn(exchange) ?? []).length > 0)
  const [first, ...others] = served
  if (first === undefined || others.length === 0)
    throw new NotApplicable('terms are not served for two countries')
  const isAlike = others.every((one) => deepEqual(listIn(first), listIn(one)))
  const message = `terms are those of the country; all of ${served.length} countries have the same`
  context.expect(!isAlike, message, first)
}

const globalDocument: Scenario = async (context) => {
  const exchanges = await inTurn(countries, (country) => read(context, country))
  const first = exchanges.find((exchange) => isSuccess(exchange))
  if (!first) throw noneServed('no terms are served', exchanges[0])
  for (const [index, exchange] of exchanges.entries()) {
    if (!isSuccess(exchange)) continue
    const [count, where] = [listIn(exchange)?.length, countries[index]]
    const message = `expected one global document for ${where}, got ${count ?? 'no list'}`
    context.expect(count === 1, message, exchange)
    const isSame = isSameDocument(listIn(first)?.[0], listIn(exchange)?.[0])
    const other = `the document for ${where} is not that for ${countries[exchanges.indexOf(first)]}`
    context.expect(isSame, other, exchange)
  }
  await ifPossible(expectToSign(context, first))
}

/** An id or a link may be that of the customer, so a document is another one only if its name is another too. */
const expectToSign = async (context: ScenarioContext, listed: Exchange): Promise<void> => {
  const customer = await createCustomer(context, context.version)
  const [due] = outstandingItems(await readSignings(context, customer))
  const [shown] = listIn(listed) ?? []
  if (due === undefined || shown === undefined) return
  const nameOf = (item: unknown): unknown => memberAt(item, 'display_name')
  const message = 'the global document is not the one that a new customer must sign'
  context.expect(isSameDocument(shown, due) || nameOf(shown) === nameOf(due), message, listed)
}

/** Endpoints: terms and conditions. */
export const termsSections = [
  section(
    'Endpoints, GET /terms-and-conditions',
    'Lists the [documents](#resources-terms-item) that customers of a country must sign. The query parameter `country` is an ISO 3166-1 alpha-3 code.',
    {
      'terms/country-required': scenario({ also: ['documents/statements'], run: countryRequired })`
        The country is required
        The query parameter country is required.`,
      'terms/by-country': scenario({
        versions: { until: 'global-terms' },
        severity: 'warning',
        also: ['documents/statements'],
        run: byCountry,
      })`
        Terms are those of a country
        country takes an ISO 3166-1 alpha-3 code, and before 2026-08-01 the terms are those of that country.`,
      'terms/items': scenario({ also: ['documents/statements'], run: termsItems })`
        Terms are items
        200 with an array of items, each with id, display_name and url.`,
      'terms/global-document': scenario({
        versions: { from: 'global-terms' },
        severity: 'warning',
        run: globalDocument,
      })`
        One document for all countries
        For customers of 2026-08-01 one global document is returned whatever the country.`,
    },
  ),
] as const
