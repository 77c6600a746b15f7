import { at } from './answers.js'
import { editObject } from './edit.js'
import { fault, type Fault } from './fault.js'

/** Faults in idempotency keys. */
export const idempotencyFaults: readonly Fault[] = [
  fault(
    'idempotency/other-key',
    'gives every customer that is created under the second version the id of the first',
    () => {
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
  ),
  fault('idempotency/concurrent', 'carries out both of two POSTs that come at once with one key'),
  fault('idempotency/replay-body:second-retry', 'forgets the stored body after the first retry', () => {
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
  }),
  fault(
    'idempotency/replay-status:one-operation',
    'answers 200 to the retry of an identification that answered 201',
    () =>
      at('createCustomerIdentificationV2', 201, (answer, { replay }) =>
        replay ? { ...answer, status: 200 } : answer,
      ),
  ),
  fault(
    'idempotency/replay-body:transactions',
    'answers the retry of a simulated transaction with another id',
    () => ({
      answer: (answer, { operationId, replay, service }) =>
        operationId === 'createSandboxTransaction' && replay
          ? editObject(answer, (body) => Object.assign(body, { id: service.random.uuid('fault') }))
          : answer,
    }),
  ),
]
