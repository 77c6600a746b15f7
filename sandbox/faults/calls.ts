import { setTimeout } from 'node:timers/promises'

import type { ResponseContext } from '../pipeline/fault-set.js'
import type { ServedResponse } from '../pipeline/response.js'
import {
  anotherId,
  asked,
  body,
  documents,
  firstValue,
  header,
  isReplay,
  isSecond,
  json,
  lacks,
  on,
  remembered,
  requiring,
  respond,
  status,
  type When,
} from './changes.js'
import { add, objectAt, remove, resolved, fault, faultsOf, type Hooks } from './fault.js'

/** Documents a link from the response that creates a customer to an operation. */
export function linksCustomer(operationId: string): Hooks {
  const link = { operationId, parameters: { id: '$response.body#/id' } }
  return documents((document) => {
    const response = objectAt(document, '/paths/~1customers/post/responses/201')
    resolved(document, response)['links'] = { next: link }
  })
}

/** A failure of the service, in the form of its errors. */
export const failed = respond(500, { message: 'internal error', trace_id: 'a3f1' })

/** Sets a query parameter that is missing or wrong, so that the request is accepted. */
export function withParameter(
  operationId: string,
  name: string,
  value: string,
  isWrong: (text?: string) => boolean,
): Hooks {
  return asked(operationId, name, value, (query) => isWrong(firstValue(query, name)))
}

/** Carries out a request though another one with its key is still running. */
const uncoordinated = (): Hooks => {
  const responses = new Map<string, ServedResponse>()
  return {
    idempotency: () => ({
      once: async (key, execute) => {
        const earlier = responses.get(key)
        if (earlier !== undefined) return { response: earlier, replay: true }
        await setTimeout(20)
        const response = await execute()
        responses.set(key, response)
        return { response, replay: false }
      },
    }),
  }
}

/** Gives every customer of the second version the id of the first. */
const oneId = (): Hooks => {
  let id: unknown
  const sameId = json((customer) => (customer['id'] = id ??= customer['id']))
  return on('createCustomer', sameId, isSecond)
}

const isVersioned: When = ({ version }) => version !== undefined

const servedVersion = ({ version = '' }: ResponseContext): string => version

const inObject = body((error) => (typeof error === 'string' ? { error } : error))

const requestId = { required: true, schema: { type: 'string' } }

const declaresStatus = { 'answers/status': 'the document declares the stored status alone' }

/** Two concurrent requests with one key are both answered anew. */
export const bothAnew = { 'idempotency/concurrent': 'two at once get two ids as well' }

export const declaresText = { 'answers/body': 'the document declares a string' }

export const isFailure = { 'answers/server-error': 'it is a failure of the service, whatever its body' }

/** Faults in keys, idempotency, refusals, and in what documents state for every operation. */
export const callFaults = faultsOf({
  'authentication/key-required': fault(
    { apiKey: (key, _, [known]) => key ?? known },
    { 'authentication/key-in-header': 'requests with the key elsewhere have none in the header' },
  )`serves callers without a key`,
  'authentication/unknown-key': fault({
    apiKey: (key, _, known) => (key && !known.includes(key) ? known[0] : key),
  })`serves callers with any key`,
  'authentication/key-in-header': fault({
    apiKey: (key, { authorization }) => key ?? String(authorization ?? '').replace(/^Bearer /, ''),
  })`takes the key from a bearer token as well`,
  'authentication/sub-partner-optional': fault(
    requiring('getAllCurrentTermsAndConditions 200', 'X-SUB-PARTNER-ID'),
    { 'terms/items': 'no country has terms for callers without the header' },
  )`refuses to list the terms without X-SUB-PARTNER-ID`,
  'idempotency/replay-status': fault(on('* 201', status(200), isReplay), declaresStatus)`
    answers 200 to a retry of a request with 201`,
  'idempotency/replay-body': fault(on('*', anotherId, isReplay), bothAnew)`
    answers a retry with another id, as if it had been carried out again`,
  'idempotency/replay-headers': fault(on('*', header('x-api-version', servedVersion), isReplay))`
    states X-API-Version on a replay`,
  'idempotency/optional': fault(requiring('createCustomer 201', 'IDEMPOTENCY-KEY'))`
    refuses the creation of a customer without an idempotency key`,
  'idempotency/other-key': fault(oneId)`
    gives every customer that is created under the second version the id of the first`,
  'idempotency/concurrent': fault(uncoordinated)`
    carries out both of two POSTs that come at once with one key`,
  'errors/string-body': fault(on('* 40[134]', inObject, isVersioned), declaresText)`
    answers 401, 403 and 404 with an object`,
  'errors/bad-request-body': fault(on('* 400', inObject, isVersioned), declaresText)`
    answers 400 with an object`,
  'errors/api-error': fault(
    on('getCustomerAbilities 400', respond(500, { message: 'internal error' })),
    isFailure,
  )`answers a refused request for abilities with a 500 that has no trace_id`,
  'answers/status': fault(on('getCustomerById 200', status(203)))`answers 203 to the reading of a customer`,
  'answers/media-type': fault(on('getCustomerById 200', header('content-type', 'text/html; charset=utf-8')))`
    sends a customer as text/html`,
  'answers/body': fault(on('getCustomerById 200', json(remove('/email'))))`
    leaves the email out of a customer that is read by its id`,
  'answers/format': fault(on('listCryptoCurrencies', header('x-api-version', 'any')))`
    states no date in X-API-Version on the list of crypto currencies`,
  'answers/write-only': fault(
    documents(add('/components/schemas/CryptoCurrency/properties/name/writeOnly', true)),
  )`documents the name of a crypto currency as writeOnly and answers with it`,
  'answers/headers': fault(
    documents(add('/paths/~1cryptocurrencies/get/responses/200/headers/X-Request-Id', requestId)),
  )`documents a header of the list of crypto currencies as required and answers without it`,
  'answers/server-error': fault(on('getCustomerById 400', failed))`
    fails on the id of a customer that is not a UUID`,
  'answers/undeclared-refusal': fault(on('getPixAddress 404', status(410)))`
    answers 410 to PIX addresses that it does not find`,
  'methods/undeclared': fault(on('* 405', respond(200, {}), ({ operationId }) => operationId === undefined))`
    answers 200 to methods that a path does not have`,
  'security/required': fault(on('getFeeProfiles 401', respond(200, { items: [] }), lacks('x-api-key')))`
    lists fee profiles for callers without a key`,
  'state/readable': fault(on('getFiatAddress 200', respond(404, 'not found')))`
    does not find any fiat address that is read by its id`,
  'state/gone': fault(remembered('getFiatAddress', 'fiat_address_id'))`shows deleted fiat addresses`,
  'state/links': fault(linksCustomer('noSuchOperation'))`documents a link to a missing operation`,
  'requests/invalid-refused': fault(
    withParameter('getExchangeRate', 'source_currency_type', 'crypto', (text = 'fiat') => text !== 'fiat'),
  )`treats any type of a source currency as crypto`,
  'requests/valid-accepted': fault(
    on('getAllCustomers 200', respond(400, 'page_size'), ({ values }) => values?.query['page_size'] === 10),
  )`refuses a page size of 10, the default`,
})
