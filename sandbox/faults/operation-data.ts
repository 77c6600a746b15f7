import { versions } from '../../versions/index.js'
import { type Answer, JSON_MEDIA_TYPE } from '../pipeline/answer.js'
import { objectAt } from './edit.js'
import type { Fault, Hooks } from './fault.js'
import { at, done, told } from './answers.js'

const failed = ({ headers }: Answer): Answer => ({
  status: 500,
  headers: { ...headers, 'content-type': JSON_MEDIA_TYPE },
  body: JSON.stringify({ message: 'internal error', trace_id: 'a3f1' }),
})

/** Gives a query parameter of one operation a value before anyone looks at it. */
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

/** Has the document require a header of one operation. */
const requireHeader = (path: string, method: string): Hooks => ({
  document: (document) => {
    const operation = objectAt(document, 'paths', path, method)
    const header = { name: 'X-Request-Origin', in: 'header', required: true, schema: { type: 'string' } }
    operation['parameters'] = addTo(operation['parameters'], header)
  },
})

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > 255

const failures: readonly Fault[] = [
  {
    rule: 'operations/no-server-error',
    does: 'fails on the id of a customer that is no UUID',
    hooks: () => at('getCustomerById', 400, failed),
  },
  {
    rule: 'operations/no-server-error',
    variant: 'optional',
    does: 'fails on customers that are listed in an order',
    hooks: () =>
      at('getAllCustomers', 200, (answer, { values }) =>
        values?.query['sort_order'] === undefined ? answer : failed(answer),
      ),
  },
  {
    rule: 'operations/no-server-error',
    variant: 'body',
    does: 'fails on bodies for a fee profile that it should refuse',
    hooks: () => at('createFeeProfile', 400, failed),
  },
  {
    rule: 'operations/no-server-error',
    variant: 'one-version',
    does: 'fails on the subdivisions of a country, under the version before the newest alone',
    hooks: () =>
      at('getCountrySubdivisions', 200, (answer, { version }) =>
        version === versions.at(-2) ? failed(answer) : answer,
      ),
  },
]

const data: readonly Fault[] = [
  {
    rule: 'operations/negative-data',
    does: 'takes any type of a source currency for crypto',
    hooks: () =>
      put(
        'getExchangeRate',
        'source_currency_type',
        'crypto',
        (text) => text !== undefined && text !== 'fiat',
      ),
  },
  {
    rule: 'operations/negative-data',
    variant: 'boolean',
    does: 'takes any text for a truth value when it is asked whether an autoramp can be created',
    hooks: () =>
      put('checkAutorampLimit', 'is_third_party', 'true', (text) => text !== undefined && text !== 'false'),
  },
  {
    rule: 'operations/negative-data',
    variant: 'body',
    does: 'takes any body for a change of a customer',
    hooks: () => at('updateCustomer', 400, (answer) => done(answer)),
  },
  {
    rule: 'operations/negative-data',
    variant: 'path',
    does: 'lists no addresses for the id of a customer that is no UUID',
    hooks: () => at('getWalletAddresses', 400, (answer) => told(answer, 200, [])),
  },
  {
    rule: 'operations/positive-data',
    does: 'answers 405 to the list of fiat currencies',
    hooks: () => at('listFiatCurrencies', 200, (answer) => told(answer, 405, 'method not allowed')),
  },
  {
    rule: 'operations/positive-data',
    variant: 'default',
    does: 'refuses a page size of 10, the default',
    hooks: () =>
      at('getAllCustomers', 200, (answer, { values }) =>
        values?.query['page_size'] === 10 ? told(answer, 400, 'page_size') : answer,
      ),
  },
  {
    rule: 'operations/positive-data',
    variant: 'limit',
    does: 'refuses a search term of 256 characters',
    hooks: () =>
      at('getAllCustomers', 200, (answer, { values }) =>
        isLong(values?.query['search_term']) ? told(answer, 400, 'search_term') : answer,
      ),
  },
]

const missing: readonly Fault[] = [
  {
    rule: 'operations/required-parameter',
    does: 'takes an amount of 1 where an exchange rate is asked for without one',
    hooks: () => put('getExchangeRate', 'amount', '1', isAbsent),
  },
  {
    rule: 'operations/required-parameter',
    variant: 'search',
    does: 'searches hosted providers without a term',
    hooks: () => put('searchHostedVasps', 'q', 'bank', isAbsent),
  },
  {
    rule: 'operations/required-header',
    does: 'documents a header of the fee profiles as required and serves them without it',
    hooks: () => requireHeader('/fee-profiles', 'get'),
  },
  {
    rule: 'operations/required-header',
    variant: 'post',
    does: 'documents a header of the creation of fee profiles as required and creates them without it',
    hooks: () => requireHeader('/fee-profiles', 'post'),
  },
]

/** Faults in what operations take, and in what they fail on. */
export const operationDataFaults: readonly Fault[] = [...failures, ...data, ...missing]
