import { at } from './answers.js'
import type { Answer } from '../pipeline/answer.js'
import { editBody, editObject, withHeader } from './edit.js'
import { fault, type Fault, type Hooks } from './fault.js'

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

/** Changes the response to reading one customer. */
const onCustomer = (change: (answer: Answer) => Answer): Hooks =>
  at('getCustomerById', 200, (answer) => change(answer))

/** Faults in keys, idempotency, and in what every response must have by its document. */
export const generalFaults: readonly Fault[] = [
  fault('authentication/key-required', 'serves callers without a key'),
  fault('authentication/unknown-key', 'serves callers with any key'),
  fault('authentication/sub-partner-optional', 'refuses to list the terms without X-SUB-PARTNER-ID', () =>
    at('getAllCurrentTermsAndConditions', 200, (answer, { headers }) =>
      headers['x-sub-partner-id'] === undefined
        ? { ...answer, status: 400, body: JSON.stringify("header 'X-SUB-PARTNER-ID' is required") }
        : answer,
    ),
  ),
  fault('idempotency/replay-status', 'answers 200 to a retry of what answered 201', () => ({
    answer: (answer, { replay }) => (replay && answer.status === 201 ? { ...answer, status: 200 } : answer),
  })),
  fault(
    'idempotency/replay-body',
    'answers a retry with another id, as if it had been carried out again',
    () => ({
      answer: (answer, { replay, service }) =>
        replay
          ? editObject(answer, (body) => Object.assign(body, { id: service.random.uuid('fault') }))
          : answer,
    }),
  ),
  fault('idempotency/replay-headers', 'states X-API-Version on a replay', () => ({
    answer: (answer, { replay, version = '' }) =>
      replay ? withHeader(answer, 'x-api-version', version) : answer,
  })),
  fault('idempotency/optional', 'refuses the creation of a customer without an idempotency key', () =>
    at('createCustomer', 201, (answer, { headers }) =>
      headers['idempotency-key'] === undefined
        ? { ...answer, status: 400, body: JSON.stringify("header 'IDEMPOTENCY-KEY' is required") }
        : answer,
    ),
  ),
  fault('answers/status', 'answers 203 to the reading of a customer', () =>
    onCustomer((answer) => ({ ...answer, status: 203 })),
  ),
  fault('answers/media-type', 'sends a customer as text/html', () =>
    onCustomer((answer) => withHeader(answer, 'content-type', 'text/html; charset=utf-8')),
  ),
  fault('answers/body', 'leaves the email out of a customer that is read by its id', () =>
    onCustomer((answer) => editObject(answer, (customer) => delete customer['email'])),
  ),
  fault('answers/format', 'states no date in X-API-Version on the list of crypto currencies', () => ({
    answer: (answer, { operationId }) =>
      operationId === 'listCryptoCurrencies' ? withHeader(answer, 'x-api-version', 'any') : answer,
  })),
  fault('errors/string-body', 'answers 401, 403 and 404 with an object', () => ({
    answer: (answer, { version }) =>
      version !== undefined && [401, 403, 404].includes(answer.status)
        ? editBody(answer, (message) => ({ message }))
        : answer,
  })),
  fault('errors/api-error', 'answers a refused request for abilities with a 500 that has no trace_id', () =>
    at('getCustomerAbilities', 400, (answer) => ({
      status: 500,
      headers: { ...answer.headers, ...jsonHeaders },
      body: '{"message":"internal error"}',
    })),
  ),
]
