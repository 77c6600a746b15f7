import type { Operation } from '../../../runtime/surface.js'
import type { CallOptions } from '../../engine/call-options.js'
import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { ifPossible } from '../../engine/outcome.js'
import { type Exchange, headerValue } from '../../model/exchange.js'
import { isVersionError } from '../../model/version-error.js'
import { headerlessVersion } from '../../observers/index.js'
import { isSuccess, outcomeOf } from '../reading.js'
import { createCustomer, customer, customerBody } from '../subjects/customer.js'
import { plainReads, probe } from '../subjects/probe.js'
import { quoteSubject } from '../subjects/quote.js'

const echoOf = ({ response }: Exchange): string | undefined => headerValue(response.headers, 'x-api-version')

// The echo tells which version was served. Where it is wrong for an explicit version too, it tells nothing here.
const judgeDefault = async (
  context: ScenarioContext,
  version: readonly string[],
  how: string,
): Promise<void> => {
  const exchange = await probe(context, { version })
  const echo = echoOf(exchange)
  const came = isVersionError(exchange) ? outcomeOf(exchange) : `X-API-Version: ${echo ?? '(absent)'} came`
  const isServed = echo === undefined || echo === headerlessVersion
  const holds = isServed || (await probe(context, { version: [headerlessVersion] }).then(echoOf)) === echo
  const message = `with the header ${how}, ${headerlessVersion} is due; ${came}`
  context.expect(!isVersionError(exchange) && holds, message, exchange)
}

interface Asked {
  readonly name: string
  readonly operation: Operation
  readonly options: CallOptions
}

const ofCustomer = async (context: ScenarioContext): Promise<Asked[]> => {
  const { id } = await customer(context, headerlessVersion)
  return ['/customers/{}/required-signings', '/customers/{}/abilities'].flatMap((template) => {
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

const askable = async (context: ScenarioContext): Promise<readonly Asked[]> => {
  const all = ofReads(context)
  for (const more of [ofCustomer, ofQuote, ofCreation]) {
    all.push(...((await ifPossible(more(context))) ?? []))
  }
  return all
}

const everyOperation: Scenario = async (context) => {
  for (const { name, operation, options } of await askable(context)) {
    const exchange = await context.call(operation, { ...options, version: ['2099-12-31'] })
    const message = `${name} serves X-API-Version: 2099-12-31 (${exchange.response.status})`
    context.expect(!isSuccess(exchange), message, exchange)
  }
}

/** Versioning 1 to 3: which versions are served, where, and without a header. */
export const versioningScenarios: Readonly<Record<string, Scenario>> = {
  'versioning/default-absent': (context) => judgeDefault(context, [], 'absent'),
  'versioning/default-empty': (context) => judgeDefault(context, [''], 'empty'),
  'versioning/every-operation': everyOperation,
}
