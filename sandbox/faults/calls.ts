import { setTimeout } from 'node:timers/promises'

import type { ServedResponse } from '../pipeline/response.js'
import {
  anotherId,
  asking,
  body,
  documents,
  firstValue,
  header,
  json,
  on,
  remembered,
  respond,
  status,
} from './changes.js'
import { add, type JsonObject, objectIn, remove, faultsOf, type Hooks } from './fault.js'

/** Documents a link from the response that creates a customer to an operation. */
export function linksCustomer(operationId: string): Hooks {
  const link = { operationId, parameters: { id: '$response.body#/id' } }
  return documents((document) => {
    const at = (root: JsonObject, keys: readonly string[]) =>
      keys.reduce((holder, key) => objectIn(holder[key]), root)
    const response = at(document, ['paths', '/customers', 'post', 'responses', '201'])
    const { $ref: reference } = response
    const shared = typeof reference === 'string' ? at(document, reference.split('/').slice(1)) : response
    shared['links'] = { next: link }
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
  return asking(operationId, (query) => {
    if (isWrong(firstValue(query, name))) query.set(name, [value])
  })
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

const declaresStatus = { 'answers/status': 'the document declares the stored status alone' }

/** Two concurrent requests with one key are both answered anew. */
export const bothAnew = { 'idempotency/concurrent': 'two at once get two ids as well' }

export const declaresText = { 'answers/body': 'the document declares a string' }

export const isFailure = { 'answers/server-error': 'it is a failure of the service, whatever its body' }

/** Faults in keys, idempotency, refusals, and in what documents state for every operation. */
export const callFaults = faultsOf({
  'authentication/key-required': [
    'serves callers without a key',
    { apiKey: (key, _, [known]) => key ?? known },
    { 'authentication/key-in-header': 'requests with the key elsewhere have none in the header' },
  ],
  'authentication/unknown-key': [
    'serves callers with any key',
    { apiKey: (key, _, known) => (key && !known.includes(key) ? known[0] : key) },
  ],
  'authentication/key-in-header': [
    'takes the key from a bearer token as well',
    { apiKey: (key, { authorization }) => key ?? String(authorization ?? '').replace(/^Bearer /, '') },
  ],
  'authentication/sub-partner-optional': [
    'refuses to list the terms without X-SUB-PARTNER-ID',
    on(
      'getAllCurrentTermsAndConditions 200',
      respond(400, "header 'X-SUB-PARTNER-ID' is required"),
      ({ headers }) => headers['x-sub-partner-id'] === undefined,
    ),
    { 'terms/items': 'no country has terms for callers without the header' },
  ],
  'idempotency/replay-status': [
    'answers 200 to a retry of a request with 201',
    on('* 201', status(200), ({ replay }) => replay),
    declaresStatus,
  ],
  'idempotency/replay-body': [
    'answers a retry with another id, as if it had been carried out again',
    on('*', anotherId, ({ replay }) => replay),
    bothAnew,
  ],
  'idempotency/replay-headers': [
    'states X-API-Version on a replay',
    on(
      '*',
      header('x-api-version', ({ version = '' }) => version),
      ({ replay }) => replay,
    ),
  ],
  'idempotency/optional': [
    'refuses the creation of a customer without an idempotency key',
    on(
      'createCustomer 201',
      respond(400, "header 'IDEMPOTENCY-KEY' is required"),
      ({ headers }) => headers['idempotency-key'] === undefined,
    ),
  ],
  'idempotency/other-key': [
    'gives every customer that is created under the second version the id of the first',
    () => {
      let id: unknown
      return on(
        'createCustomer',
        json((customer) => (customer['id'] = id ??= customer['id'])),
        ({ version, service }) => version === service.versions.supported[1],
      )
    },
  ],
  'idempotency/concurrent': ['carries out both of two POSTs that come at once with one key', uncoordinated],
  'errors/string-body': [
    'answers 401, 403 and 404 with an object',
    on(
      '*',
      body((message) => ({ message })),
      ({ version }, response) => version !== undefined && [401, 403, 404].includes(response.status),
    ),
    declaresText,
  ],
  'errors/bad-request-body': [
    'answers 400 with an object',
    on(
      '* 400',
      body((error) => (typeof error === 'string' ? { error } : error)),
      ({ version }) => version !== undefined,
    ),
    declaresText,
  ],
  'errors/api-error': [
    'answers a refused request for abilities with a 500 that has no trace_id',
    on('getCustomerAbilities 400', respond(500, { message: 'internal error' })),
    isFailure,
  ],
  'answers/status': ['answers 203 to the reading of a customer', on('getCustomerById 200', status(203))],
  'answers/media-type': [
    'sends a customer as text/html',
    on('getCustomerById 200', header('content-type', 'text/html; charset=utf-8')),
  ],
  'answers/body': [
    'leaves the email out of a customer that is read by its id',
    on('getCustomerById 200', json(remove('/email'))),
  ],
  'answers/format': [
    'states no date in X-API-Version on the list of crypto currencies',
    on('listCryptoCurrencies', header('x-api-version', 'any')),
  ],
  'answers/write-only': [
    'documents the name of a crypto currency as writeOnly and answers with it',
    documents(add('/components/schemas/CryptoCurrency/properties/name/writeOnly', true)),
  ],
  'answers/headers': [
    'documents a header of the list of crypto currencies as required and answers without it',
    documents(
      add('/paths/~1cryptocurrencies/get/responses/200/headers/X-Request-Id', {
        required: true,
        schema: { type: 'string' },
      }),
    ),
  ],
  'answers/server-error': [
    'fails on the id of a customer that is not a UUID',
    on('getCustomerById 400', failed),
  ],
  'answers/undeclared-refusal': [
    'answers 410 to PIX addresses that it does not find',
    on('getPixAddress 404', status(410)),
  ],
  'methods/undeclared': [
    'answers 200 to methods that a path does not have',
    on('* 405', respond(200, {}), ({ operationId }) => operationId === undefined),
  ],
  'security/required': [
    'lists fee profiles for callers without a key',
    on(
      'getFeeProfiles 401',
      respond(200, { items: [] }),
      ({ headers }) => headers['x-api-key'] === undefined,
    ),
  ],
  'state/readable': [
    'does not find any fiat address that is read by its id',
    on('getFiatAddress 200', respond(404, 'not found')),
  ],
  'state/gone': ['shows deleted fiat addresses', remembered('getFiatAddress', 'fiat_address_id')],
  'state/links': ['documents a link to a missing operation', linksCustomer('noSuchOperation')],
  'requests/invalid-refused': [
    'treats any type of a source currency as crypto',
    withParameter(
      'getExchangeRate',
      'source_currency_type',
      'crypto',
      (text) => text !== undefined && text !== 'fiat',
    ),
  ],
  'requests/valid-accepted': [
    'refuses a page size of 10, the default',
    on('getAllCustomers 200', respond(400, 'page_size'), ({ values }) => values?.query['page_size'] === 10),
  ],
})
