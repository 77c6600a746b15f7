import { defaultVersion } from '../../versions/index.js'
import { isNewest } from './conditions.js'
import type { Answer } from '../pipeline/answer.js'
import { isEditable, objectAt } from './edit.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import { fault, type Fault, type Hooks, type JsonObject } from './fault.js'
import { at, done, respondWith } from './answers.js'

const notFound = (answer: Answer): Answer => respondWith(answer, 404, 'not found')

/** Adds a link from the response that creates a customer to another operation in the document. */
const linkCustomer = (link: JsonObject): Hooks => ({
  document: (document) => {
    // Another fault may have removed the operation from the document.
    const keys = ['paths', '/customers', 'post', 'responses', '201']
    const response = keys.reduce<unknown>((holder, key) => isEditable(holder) && holder[key], document)
    if (!isEditable(response)) return
    const { $ref: reference } = response
    const place =
      typeof reference === 'string' ? objectAt(document, ...reference.split('/').slice(1)) : response
    place['links'] = { next: link }
  },
})

/** Caches addresses and never updates them. */
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

const hasHeader = ({ headers }: AnswerContext, name: string): boolean => headers[name] !== undefined

const access: readonly Fault[] = [
  fault('methods/undeclared', 'answers any method that a path does not have with 200', () => ({
    answer: (answer, { operationId }) =>
      operationId === undefined && answer.status === 405 ? respondWith(answer, 200, {}) : answer,
  })),
  fault(
    'methods/undeclared:one-version',
    'takes note of methods that a path does not have, under the first version alone',
    () => ({
      answer: (answer, { operationId, version }) =>
        operationId === undefined && answer.status === 405 && version === defaultVersion
          ? done(answer, 202)
          : answer,
    }),
  ),
  fault('security/required', 'lists fee profiles for callers without a key', () =>
    at('getFeeProfiles', 401, (answer, about) =>
      hasHeader(about, 'x-api-key') ? answer : respondWith(answer, 200, { items: [] }),
    ),
  ),
  fault('security/required:unknown-key', 'lists fee profiles for callers with any key', () =>
    at('getFeeProfiles', 401, (answer, about) =>
      hasHeader(about, 'x-api-key') ? respondWith(answer, 200, { items: [] }) : answer,
    ),
  ),
  fault('security/required:write', 'changes customers for callers without a key', () =>
    at('updateCustomer', 401, (answer) => done(answer)),
  ),
]

const things: readonly Fault[] = [
  fault('state/readable', 'does not find any fiat address that is read by its id', () =>
    at('getFiatAddress', 200, notFound),
  ),
  fault(
    'state/readable:customer',
    'does not find customers that are read by their id, under the newest version',
    () => at('getCustomerById', 200, (answer, about) => (isNewest(about) ? notFound(answer) : answer)),
  ),
  fault('state/gone', 'shows fiat addresses that were deleted as if they were there', rememberAddresses),
  fault('state/links', 'documents a link to an operation that it does not have', () =>
    linkCustomer({ operationId: 'noSuchOperation', parameters: { id: '$response.body#/id' } }),
  ),
  fault('state/links:elsewhere', 'documents that the id of a customer leads to an autoramp', () =>
    linkCustomer({ operationId: 'getAutorampById', parameters: { id: '$response.body#/id' } }),
  ),
]

/** Faults in who may call an operation and with which method, and in the life cycle of created records. */
export const operationFaults: readonly Fault[] = [...access, ...things]
