import { editObject } from './edit.js'
import type { Fault } from './fault.js'

/** Faults in what belongs to an idempotency key. */
export const idempotencyFaults: readonly Fault[] = [
  {
    rule: 'idempotency/other-key',
    does: 'gives every customer that is created under the second version the id of the first',
    hooks: () => {
      let first: unknown
      return {
        answer: (answer, { operationId, version, service }) =>
          operationId === 'createCustomer' && version === service.versions.supported[1]
            ? editObject(answer, (body) => {
                first ??= body['id']
                body['id'] = first
              })
            : answer,
      }
    },
  },
  { rule: 'idempotency/concurrent', does: 'carries out both of two POSTs that come at once with one key' },
  {
    rule: 'idempotency/replay-body',
    variant: 'second-retry',
    does: 'forgets the stored body after the first retry',
    hooks: () => {
      const seen = new Set<unknown>()
      return {
        answer: (answer, { replay, headers, service }) => {
          const key = headers['idempotency-key']
          if (!replay) return answer
          if (seen.has(key))
            return editObject(answer, (body) => Object.assign(body, { id: service.random.uuid('fault') }))
          seen.add(key)
          return answer
        },
      }
    },
  },
  {
    rule: 'idempotency/replay-status',
    variant: 'one-operation',
    does: 'answers 200 to the retry of an identification that answered 201',
    hooks: () => ({
      answer: (answer, { replay, operationId }) =>
        replay && operationId === 'createCustomerIdentificationV2' && answer.status === 201
          ? { ...answer, status: 200 }
          : answer,
    }),
  },
  {
    rule: 'idempotency/replay-body',
    variant: 'transactions',
    does: 'answers the retry of a simulated transaction with another id',
    hooks: () => ({
      answer: (answer, { operationId, replay, service }) =>
        operationId === 'createSandboxTransaction' && replay
          ? editObject(answer, (body) => Object.assign(body, { id: service.random.uuid('fault') }))
          : answer,
    }),
  },
]
