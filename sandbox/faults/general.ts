import type { Answer } from '../pipeline/answer.js'
import { editBody, editObject, withHeader } from './edit.js'
import type { Fault, Hooks } from './fault.js'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** Changes the answer to the reading of one customer. */
const onCustomer = (change: (answer: Answer) => Answer): Hooks => ({
  answer: (answer, { operationId }) =>
    operationId === 'getCustomerById' && answer.status === 200 ? change(answer) : answer,
})

/** Faults in keys, idempotency, and in what every answer owes to its document. */
export const generalFaults: readonly Fault[] = [
  { rule: 'authentication/key-required', does: 'serves callers without a key' },
  { rule: 'authentication/unknown-key', does: 'serves callers with any key' },
  {
    rule: 'authentication/sub-partner-optional',
    does: 'refuses to list the terms without X-SUB-PARTNER-ID',
    hooks: () => ({
      answer: (answer, { operationId, headers }) =>
        operationId === 'getAllCurrentTermsAndConditions' &&
        answer.status === 200 &&
        headers['x-sub-partner-id'] === undefined
          ? { ...answer, status: 400, body: JSON.stringify("header 'X-SUB-PARTNER-ID' is required") }
          : answer,
    }),
  },
  {
    rule: 'idempotency/replay-status',
    does: 'answers 200 to a retry of what answered 201',
    hooks: () => ({
      answer: (answer, { replay }) => (replay && answer.status === 201 ? { ...answer, status: 200 } : answer),
    }),
  },
  {
    rule: 'idempotency/replay-body',
    does: 'answers a retry with another id, as if it had been carried out again',
    hooks: () => ({
      answer: (answer, { replay, service }) =>
        replay
          ? editObject(answer, (body) => Object.assign(body, { id: service.chance.uuid('fault') }))
          : answer,
    }),
  },
  {
    rule: 'idempotency/replay-headers',
    does: 'states X-API-Version on a replay',
    hooks: () => ({
      answer: (answer, { replay, version = '' }) =>
        replay ? withHeader(answer, 'x-api-version', version) : answer,
    }),
  },
  {
    rule: 'idempotency/optional',
    does: 'refuses the creation of a customer without an idempotency key',
    hooks: () => ({
      answer: (answer, { operationId, headers }) =>
        operationId === 'createCustomer' && answer.status === 201 && headers['idempotency-key'] === undefined
          ? { ...answer, status: 400, body: JSON.stringify("header 'IDEMPOTENCY-KEY' is required") }
          : answer,
    }),
  },
  {
    rule: 'documents/status',
    does: 'answers 203 to the reading of a customer',
    hooks: () => onCustomer((answer) => ({ ...answer, status: 203 })),
  },
  {
    rule: 'documents/media-type',
    does: 'sends a customer as text/html',
    hooks: () => onCustomer((answer) => withHeader(answer, 'content-type', 'text/html; charset=utf-8')),
  },
  {
    rule: 'documents/body',
    does: 'leaves the email out of a customer that is read by its id',
    hooks: () => onCustomer((answer) => editObject(answer, (customer) => delete customer['email'])),
  },
  {
    rule: 'documents/headers',
    does: 'states no date in X-API-Version on the list of crypto currencies',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === 'listCryptoCurrencies' ? withHeader(answer, 'x-api-version', 'any') : answer,
    }),
  },
  {
    rule: 'errors/string-body',
    does: 'answers 401, 403 and 404 with an object',
    hooks: () => ({
      answer: (answer, { version }) =>
        version !== undefined && [401, 403, 404].includes(answer.status)
          ? editBody(answer, (message) => ({ message }))
          : answer,
    }),
  },
  {
    rule: 'errors/api-error',
    does: 'answers a refused request for abilities with a 500 that has no trace_id',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === 'getCustomerAbilities' && answer.status === 400
          ? {
              status: 500,
              headers: { ...answer.headers, ...JSON_HEADERS },
              body: '{"message":"internal error"}',
            }
          : answer,
    }),
  },
]
