import { versions } from '../../versions/index.js'
import { type Answer, jsonMediaType } from '../pipeline/answer.js'
import { objectAt } from './edit.js'
import { fault, type Fault, type Hooks } from './fault.js'
import { at, done, respondWith } from './answers.js'

const failed = ({ headers }: Answer): Answer => ({
  status: 500,
  headers: { ...headers, 'content-type': jsonMediaType },
  body: JSON.stringify({ message: 'internal error', trace_id: 'a3f1' }),
})

/** Sets a query parameter of one operation before it is read. */
const put = (
  operationId: string,
  name: string,
  value: string,
  isWrong: (text?: string) => boolean,
): Hooks => ({
  query: (query, asked) =>
    asked === operationId && isWrong(query.get(name)?.[0]) ? new Map([...query, [name, [value]]]) : query,
})

const isAbsent = (text?: string): boolean => text === undefined

const addTo = (list: unknown, entry: unknown): unknown[] => [...(Array.isArray(list) ? list : []), entry]

/** Makes a header of one operation required in the document. */
const requireHeader = (path: string, method: string): Hooks => ({
  document: (document) => {
    const operation = objectAt(document, 'paths', path, method)
    const header = { name: 'X-Request-Origin', in: 'header', required: true, schema: { type: 'string' } }
    operation['parameters'] = addTo(operation['parameters'], header)
  },
})

/** Makes a header of one response required in the document. */
const requireAnswerHeader = (path: string, method: string, status: string): Hooks => ({
  document: (document) => {
    const headers = objectAt(document, 'paths', path, method, 'responses', status, 'headers')
    headers['X-Request-Id'] = { required: true, schema: { type: 'string' } }
  },
})

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > 255

const failures: readonly Fault[] = [
  fault('answers/server-error', 'fails on the id of a customer that is no UUID', () =>
    at('getCustomerById', 400, failed),
  ),
  fault('answers/server-error:optional', 'fails on customers that are listed in an order', () =>
    at('getAllCustomers', 200, (answer, { values }) =>
      values?.query['sort_order'] === undefined ? answer : failed(answer),
    ),
  ),
  fault('answers/server-error:body', 'fails on bodies for a fee profile that it should refuse', () =>
    at('createFeeProfile', 400, failed),
  ),
  fault(
    'answers/server-error:one-version',
    'fails on the subdivisions of a country, under the version before the newest alone',
    () =>
      at('getCountrySubdivisions', 200, (answer, { version }) =>
        version === versions.at(-2) ? failed(answer) : answer,
      ),
  ),
]

const data: readonly Fault[] = [
  fault('answers/undeclared-refusal', 'answers 410 to PIX addresses that it does not find', () =>
    at('getPixAddress', 404, (answer) => ({ ...answer, status: 410 })),
  ),
  fault(
    'answers/headers',
    'documents a header of the list of crypto currencies as required and answers without it',
    () => requireAnswerHeader('/cryptocurrencies', 'get', '200'),
  ),
  fault('requests/invalid-refused', 'takes any type of a source currency for crypto', () =>
    put('getExchangeRate', 'source_currency_type', 'crypto', (text) => text !== undefined && text !== 'fiat'),
  ),
  fault(
    'requests/invalid-refused:boolean',
    'takes any text for a truth value when it is asked whether an autoramp can be created',
    () =>
      put('checkAutorampLimit', 'is_third_party', 'true', (text) => text !== undefined && text !== 'false'),
  ),
  fault('requests/invalid-refused:body', 'takes any body for a change of a customer', () =>
    at('updateCustomer', 400, (answer) => done(answer)),
  ),
  fault('requests/invalid-refused:path', 'lists no addresses for the id of a customer that is no UUID', () =>
    at('getWalletAddresses', 400, (answer) => respondWith(answer, 200, [])),
  ),
  fault('answers/undeclared-refusal:method', 'answers 405 to the list of fiat currencies', () =>
    at('listFiatCurrencies', 200, (answer) => respondWith(answer, 405, 'method not allowed')),
  ),
  fault('requests/valid-accepted', 'refuses a page size of 10, the default', () =>
    at('getAllCustomers', 200, (answer, { values }) =>
      values?.query['page_size'] === 10 ? respondWith(answer, 400, 'page_size') : answer,
    ),
  ),
  fault('requests/valid-accepted:limit', 'refuses a search term of 256 characters', () =>
    at('getAllCustomers', 200, (answer, { values }) =>
      isLong(values?.query['search_term']) ? respondWith(answer, 400, 'search_term') : answer,
    ),
  ),
]

const missing: readonly Fault[] = [
  fault(
    'requests/invalid-refused:parameter',
    'takes an amount of 1 where an exchange rate is asked for without one',
    () => put('getExchangeRate', 'amount', '1', isAbsent),
  ),
  fault('requests/invalid-refused:search', 'searches hosted providers without a term', () =>
    put('searchHostedVasps', 'q', 'bank', isAbsent),
  ),
  fault(
    'requests/invalid-refused:header',
    'documents a header of the fee profiles as required and serves them without it',
    () => requireHeader('/fee-profiles', 'get'),
  ),
  fault(
    'requests/invalid-refused:header-post',
    'documents a header of the creation of fee profiles as required and creates them without it',
    () => requireHeader('/fee-profiles', 'post'),
  ),
]

/** Faults in the input of operations, and in their failures. */
export const operationDataFaults: readonly Fault[] = [...failures, ...data, ...missing]
