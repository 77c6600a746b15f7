import { approvedIdentification } from '../onboarding/approved-identification.js'
import { customerOf, isNewest } from './conditions.js'
import { editBody, editItems, editObject, objectAt, withHeader, withoutHeader } from './edit.js'
import type { About } from '../pipeline/fault-set.js'
import type { Fault, Hooks } from './fault.js'

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

const onboarded = (about: About): boolean => {
  const customer = customerOf(about)
  return customer !== undefined && approvedIdentification(about.service.store, customer) !== undefined
}

const monthAfter = (version: string): string => {
  const day = new Date(`${version}T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + 1)
  return day.toISOString().slice(0, 10)
}

/** Customers who lose the order of their creation with an identification that is sent under the newest version. */
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

/** Faults that only some calls show: of one operation, of one kind of customer, of one sort of wrong request. */
export const callFaults: readonly Fault[] = [
  blindOn(
    'autoramps',
    'ignores an unknown version where an autoramp is read or made',
    'getAutorampById',
    'createAutoramp',
  ),
  blindOn('signings', 'ignores an unknown version where a document is signed', 'createCustomerSigning'),
  blindOn('sandbox', 'ignores an unknown version below /sandbox', 'updateSandboxIdentificationStatus'),
  {
    rule: 'versioning/unknown-version',
    variant: 'next-month',
    does: 'serves the month after the newest version',
    hooks: () => ({
      negotiate: (outcome, { requested, newest }) =>
        requested === monthAfter(newest) ? { served: newest } : outcome,
    }),
  },
  {
    rule: 'versioning/malformed-version',
    variant: 'list',
    does: 'serves the first of several versions on one line',
    hooks: () => ({
      negotiate: (outcome, { requested = '', supported }) => {
        const [first = ''] = requested.split(',')
        return requested.includes(',') && supported.includes(first) ? { served: first } : outcome
      },
    }),
  },
  {
    rule: 'versioning/error-body',
    variant: 'signings',
    does: 'answers a version error with a string where a document is signed',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === 'createCustomerSigning' && String(answer.body).includes('unsupported_api_version')
          ? editBody(answer, () => 'bad version')
          : answer,
    }),
  },
  {
    rule: 'versioning/unknown-path',
    does: 'names no version where no operation has the path',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === undefined ? withoutHeader(answer, 'x-api-version') : answer,
    }),
  },
  { rule: 'authentication/key-required', variant: 'empty', does: 'serves callers with an empty key' },
  { rule: 'authentication/unknown-key', variant: 'prefix', does: 'serves keys that begin with a right one' },
  { rule: 'authentication/unknown-key', variant: 'case', does: 'compares keys without their letter case' },
  { rule: 'authentication/key-in-header', does: 'takes the key from a bearer token as well' },
  {
    rule: 'idempotency/replay-body',
    variant: 'signings',
    does: 'answers the retry of a signing with another id',
    hooks: () => ({
      answer: (answer, { operationId, replay, service }) =>
        operationId === 'createCustomerSigning' && replay
          ? editObject(answer, (body) => Object.assign(body, { id: service.chance.uuid('fault') }))
          : answer,
    }),
  },
  {
    rule: 'idempotency/replay-headers',
    variant: 'sandbox',
    does: 'states X-API-Version on a replay below /sandbox',
    hooks: () => ({
      answer: (answer, { operationId, replay, version = '' }) =>
        operationId === 'updateSandboxIdentificationStatus' && replay
          ? withHeader(answer, 'x-api-version', version)
          : answer,
    }),
  },
  {
    rule: 'errors/bad-request-body',
    variant: 'creation',
    does: 'answers a wrong body of a customer with an object',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === 'createCustomer' && answer.status === 400
          ? editBody(answer, (body) => (typeof body === 'string' ? { message: body } : body))
          : answer,
    }),
  },
  {
    rule: 'errors/api-error',
    variant: 'creation',
    does: 'fails with a string at a wrong body of a customer',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === 'createCustomer' && answer.status === 400 && !String(answer.body).startsWith('{')
          ? { ...answer, status: 500 }
          : answer,
    }),
  },
  {
    rule: 'abilities/rail-status',
    variant: 'onboarded',
    does: 'calls a rail of an identified customer Ready',
    hooks: () => ({
      answer: (answer, about) =>
        about.operationId === 'getCustomerAbilities' && answer.status === 200 && onboarded(about)
          ? editObject(answer, (body) =>
              Object.assign(objectAt(body, 'fiat_deposit', 'usd'), { ach: 'Ready' }),
            )
          : answer,
    }),
  },
  {
    rule: 'abilities/flows',
    variant: 'missing',
    does: 'leaves the flows out of the currencies',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === 'getCustomerAbilities' && answer.status === 200
          ? editObject(answer, ({ currencies }) => {
              if (Array.isArray(currencies)) for (const currency of currencies) delete currency.flows
            })
          : answer,
    }),
  },
  {
    rule: 'customers/onboarding-order',
    variant: 'business',
    does: 'starts businesses of the newest version with their identification',
    hooks: () => ({
      answer: (answer, about) =>
        about.operationId === 'createCustomer' && answer.status === 201 && isNewest(about)
          ? editObject(answer, (customer) => {
              if (customer['customer_type'] === 'Business') customer['status'] = 'IdentificationRequired'
            })
          : answer,
    }),
  },
  {
    rule: 'customers/pinned',
    variant: 'identified',
    does: 'takes a customer who is identified under the newest version into the order of that',
    hooks: losingOrder,
  },
  {
    rule: 'required-signings/one-document',
    variant: 'business',
    does: 'has another document outstanding for businesses',
    hooks: () => ({
      answer: (answer, about) =>
        about.operationId === 'getCustomerRequiredSignings' &&
        answer.status === 200 &&
        customerOf(about)?.type === 'Business'
          ? editItems(answer, (item) =>
              Object.assign(item, { id: about.service.chance.named('fault:business') }),
            )
          : answer,
    }),
  },
]
