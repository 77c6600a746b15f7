import { at } from './answers.js'
import { approvedIdentification } from '../onboarding/approved-identification.js'
import { customerOf, isNewest } from './conditions.js'
import { editBody, editItems, editObject, objectAt, withHeader, withoutHeader } from './edit.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import { fault, type Fault, type Hooks } from './fault.js'

/** Serves an unknown version on some operations. */
const blindOn = (variant: string, does: string, ...operations: readonly string[]): Fault => ({
  rule: 'versioning/every-operation',
  variant,
  does,
  hooks: () => ({
    negotiate: (outcome, { operationId = '' }) =>
      outcome.problem?.reason === 'version_unknown' && operations.includes(operationId)
        ? { served: outcome.served }
        : outcome,
  }),
})

const onboarded = (about: AnswerContext): boolean => {
  const customer = customerOf(about)
  return customer !== undefined && approvedIdentification(about.service.store, customer) !== undefined
}

const monthAfter = (version: string): string => {
  const day = new Date(`${version}T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + 1)
  return day.toISOString().slice(0, 10)
}

/** Customers lose the onboarding order of their creation when an identification is sent under the newest version. */
const losingOrder = (): Hooks => {
  const lost = new Set<string>()
  return {
    answer: (answer, about) => {
      const id = String(about.values?.path['id'])
      if (about.operationId === 'createCustomerIdentificationV2' && answer.status === 201) {
        if (isNewest(about) && customerOf(about)?.version !== about.version) lost.add(id)
        return answer
      }
      return about.operationId === 'getCustomerById' && lost.has(id)
        ? editObject(answer, (customer) => Object.assign(customer, { status: 'SigningsRequired' }))
        : answer
    },
  }
}

/** Faults that only some calls show: of one operation, one kind of customer, or one kind of invalid request. */
export const callFaults: readonly Fault[] = [
  blindOn(
    'autoramps',
    'ignores an unknown version where an autoramp is read or made',
    'getAutorampById',
    'createAutoramp',
  ),
  blindOn('signings', 'ignores an unknown version where a document is signed', 'createCustomerSigning'),
  blindOn('sandbox', 'ignores an unknown version below /sandbox', 'updateSandboxIdentificationStatus'),
  fault('versioning/unknown-version:next-month', 'serves the month after the newest version', () => ({
    negotiate: (outcome, { requested, newest }) =>
      requested === monthAfter(newest) ? { served: newest } : outcome,
  })),
  fault('versioning/malformed-version:list', 'serves the first of several versions on one line', () => ({
    negotiate: (outcome, { requested = '', supported }) => {
      const [first = ''] = requested.split(',')
      return requested.includes(',') && supported.includes(first) ? { served: first } : outcome
    },
  })),
  fault(
    'versioning/error-body:signings',
    'answers a version error with a string where a document is signed',
    () => ({
      answer: (answer, { operationId }) =>
        operationId === 'createCustomerSigning' && String(answer.body).includes('unsupported_api_version')
          ? editBody(answer, () => 'bad version')
          : answer,
    }),
  ),
  fault('versioning/unknown-path', 'names no version where no operation has the path', () => ({
    answer: (answer, { operationId }) =>
      operationId === undefined ? withoutHeader(answer, 'x-api-version') : answer,
  })),
  fault('authentication/key-required:empty', 'serves callers with an empty key'),
  fault('authentication/unknown-key:prefix', 'serves keys that begin with a right one'),
  fault('authentication/unknown-key:case', 'compares keys without their letter case'),
  fault('authentication/key-in-header', 'takes the key from a bearer token as well'),
  fault('idempotency/replay-body:signings', 'answers the retry of a signing with another id', () => ({
    answer: (answer, { operationId, replay, service }) =>
      operationId === 'createCustomerSigning' && replay
        ? editObject(answer, (body) => Object.assign(body, { id: service.random.uuid('fault') }))
        : answer,
  })),
  fault('idempotency/replay-headers:sandbox', 'states X-API-Version on a replay below /sandbox', () => ({
    answer: (answer, { operationId, replay, version = '' }) =>
      operationId === 'updateSandboxIdentificationStatus' && replay
        ? withHeader(answer, 'x-api-version', version)
        : answer,
  })),
  fault('errors/bad-request-body:creation', 'answers a wrong body of a customer with an object', () =>
    at('createCustomer', 400, (answer) =>
      editBody(answer, (body) => (typeof body === 'string' ? { message: body } : body)),
    ),
  ),
  fault('errors/api-error:creation', 'fails with a string at a wrong body of a customer', () =>
    at('createCustomer', 400, (answer) =>
      !String(answer.body).startsWith('{') ? { ...answer, status: 500 } : answer,
    ),
  ),
  fault('abilities/rail-status:onboarded', 'calls a rail of an identified customer Ready', () =>
    at('getCustomerAbilities', 200, (answer, about) =>
      onboarded(about)
        ? editObject(answer, (body) => Object.assign(objectAt(body, 'fiat_deposit', 'usd'), { ach: 'Ready' }))
        : answer,
    ),
  ),
  fault('abilities/flows:missing', 'leaves the flows out of the currencies', () =>
    at('getCustomerAbilities', 200, (answer) =>
      editObject(answer, ({ currencies }) => {
        if (Array.isArray(currencies)) for (const currency of currencies) delete currency.flows
      }),
    ),
  ),
  fault(
    'customers/onboarding-order:business',
    'starts businesses of the newest version with their identification',
    () =>
      at('createCustomer', 201, (answer, about) =>
        isNewest(about)
          ? editObject(answer, (customer) => {
              if (customer['customer_type'] === 'Business') customer['status'] = 'IdentificationRequired'
            })
          : answer,
      ),
  ),
  fault(
    'customers/pinned:identified',
    'takes a customer who is identified under the newest version into the order of that',
    losingOrder,
  ),
  fault('required-signings/one-document:business', 'has another document outstanding for businesses', () =>
    at('getCustomerRequiredSignings', 200, (answer, about) =>
      customerOf(about)?.type === 'Business'
        ? editItems(answer, (item) =>
            Object.assign(item, { id: about.service.random.named('fault:business') }),
          )
        : answer,
    ),
  ),
]
