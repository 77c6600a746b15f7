import type { Answer } from '../http/answer.js'
import { objectAt } from './edit.js'
import type { About, Fault, Hooks, JsonObject } from './fault.js'

const failed = ({ headers }: Answer): Answer => ({
  status: 500,
  headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ message: 'internal error', trace_id: 'a3f1' }),
})

const done = ({ headers: { 'content-type': _type, ...headers } }: Answer, status = 204): Answer => ({
  status,
  headers,
})

const told = (answer: Answer, status: number, value: unknown): Answer => ({
  ...answer,
  status,
  headers: { ...answer.headers, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

const notFound = (answer: Answer): Answer => told(answer, 404, 'not found')

/** Changes answers of one operation that have a status. */
const at = (
  operationId: string,
  status: number,
  change: (answer: Answer, about: About) => Answer,
): Hooks => ({
  answer: (answer, about) =>
    about.operationId === operationId && answer.status === status ? change(answer, about) : answer,
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

/** Has the document link the answer that creates a customer to another operation. */
const linkCustomer = (link: JsonObject): Hooks => ({
  document: (document) => {
    const response = objectAt(document, 'paths', '/customers', 'post', 'responses', '201')
    const { $ref: reference } = response
    const place =
      typeof reference === 'string' ? objectAt(document, ...reference.split('/').slice(1)) : response
    place['links'] = { next: link }
  },
})

/** Remembers what an address looked like and shows it for ever. */
const rememberAddresses = (): Hooks => {
  const seen = new Map<string, Answer>()
  return {
    answer: (answer, { operationId, values }) => {
      const id = values?.path['fiat_address_id']
      if (operationId !== 'getFiatAddress' || typeof id !== 'string') return answer
      if (answer.status === 200) seen.set(id, answer)
      return seen.get(id) ?? answer
    },
  }
}

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > 255

const hasHeader = ({ headers }: About, name: string): boolean => headers[name] !== undefined

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
    does: 'fails on the subdivisions of a country, under 2026-07-01 alone',
    hooks: () =>
      at('getCountrySubdivisions', 200, (answer, { version }) =>
        version === '2026-07-01' ? failed(answer) : answer,
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

const access: readonly Fault[] = [
  {
    rule: 'operations/unsupported-method',
    does: 'answers any method that a path does not have with 200',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === undefined && answer.status === 405 ? told(answer, 200, {}) : answer,
    }),
  },
  {
    rule: 'operations/unsupported-method',
    variant: 'one-version',
    does: 'takes note of methods that a path does not have, under 2025-03-13 alone',
    hooks: () => ({
      answer: (answer, { operationId, version }) =>
        operationId === undefined && answer.status === 405 && version === '2025-03-13'
          ? done(answer, 202)
          : answer,
    }),
  },
  {
    rule: 'operations/ignored-auth',
    does: 'lists fee profiles for callers without a key',
    hooks: () =>
      at('getFeeProfiles', 401, (answer, about) =>
        hasHeader(about, 'x-api-key') ? answer : told(answer, 200, { items: [] }),
      ),
  },
  {
    rule: 'operations/ignored-auth',
    variant: 'unknown-key',
    does: 'lists fee profiles for callers with any key',
    hooks: () =>
      at('getFeeProfiles', 401, (answer, about) =>
        hasHeader(about, 'x-api-key') ? told(answer, 200, { items: [] }) : answer,
      ),
  },
  {
    rule: 'operations/ignored-auth',
    variant: 'write',
    does: 'changes customers for callers without a key',
    hooks: () => at('updateCustomer', 401, (answer) => done(answer)),
  },
]

const things: readonly Fault[] = [
  {
    rule: 'operations/available-after-creation',
    does: 'does not find any fiat address that is read by its id',
    hooks: () => at('getFiatAddress', 200, notFound),
  },
  {
    rule: 'operations/available-after-creation',
    variant: 'customer',
    does: 'does not find customers that are read by their id, under 2026-08-01',
    hooks: () =>
      at('getCustomerById', 200, (answer, { version }) =>
        version === '2026-08-01' ? notFound(answer) : answer,
      ),
  },
  {
    rule: 'operations/use-after-delete',
    does: 'shows fiat addresses that were deleted as if they were there',
    hooks: rememberAddresses,
  },
  {
    rule: 'operations/links',
    does: 'documents a link to an operation that it does not have',
    hooks: () => linkCustomer({ operationId: 'noSuchOperation', parameters: { id: '$response.body#/id' } }),
  },
  {
    rule: 'operations/links',
    variant: 'elsewhere',
    does: 'documents that the id of a customer leads to an autoramp',
    hooks: () => linkCustomer({ operationId: 'getAutorampById', parameters: { id: '$response.body#/id' } }),
  },
]

/** Faults in what the documents say of any operation. */
export const operationFaults: readonly Fault[] = [...failures, ...data, ...missing, ...access, ...things]
