import { defaultVersion } from '../../versions/index.js'
import { isNewest } from './conditions.js'
import type { Answer } from '../pipeline/answer.js'
import { objectAt } from './edit.js'
import type { About } from '../pipeline/fault-set.js'
import type { Fault, Hooks, JsonObject } from './fault.js'
import { at, done, told } from './answers.js'

const notFound = (answer: Answer): Answer => told(answer, 404, 'not found')

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

const hasHeader = ({ headers }: About, name: string): boolean => headers[name] !== undefined

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
    does: 'takes note of methods that a path does not have, under the first version alone',
    hooks: () => ({
      answer: (answer, { operationId, version }) =>
        operationId === undefined && answer.status === 405 && version === defaultVersion
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
    does: 'does not find customers that are read by their id, under the newest version',
    hooks: () => at('getCustomerById', 200, (answer, about) => (isNewest(about) ? notFound(answer) : answer)),
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

/** Faults in who may call an operation and by which method, and in the life of what it creates. */
export const operationFaults: readonly Fault[] = [...access, ...things]
