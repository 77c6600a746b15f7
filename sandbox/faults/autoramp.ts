import { defaultVersion } from '../../versions/index.js'
import type { Answer } from '../pipeline/answer.js'
import { editObject, isObject, objectAt } from './edit.js'
import type { Fault, Hooks, JsonObject } from './fault.js'

/** Changes the autoramp that is read by its id. */
const ofRead = (edit: (autoramp: JsonObject) => void, only?: string): Hooks => ({
  answer: (answer, { operationId, version }) =>
    operationId === 'getAutorampById' && answer.status === 200 && (only ?? version) === version
      ? editObject(answer, edit)
      : answer,
})

const notFound = (only?: string): Hooks => ({
  answer: (answer, { operationId, version }) =>
    operationId === 'getAutorampById' && answer.status === 200 && (only ?? version) === version
      ? { ...answer, status: 404, body: JSON.stringify('autoramp not found') }
      : answer,
})

/** Takes the FedNow member out of the rails of a document, or puts it in. */
const listFedNow = (document: JsonObject, isListed: boolean): void => {
  const rail = objectAt(document, 'components', 'schemas', 'DepositRail')
  const { oneOf, discriminator } = rail
  if (!Array.isArray(oneOf) || !isObject(discriminator)) return
  const name = '#/components/schemas/DepositRail_FedNowDepositInfo'
  const others = oneOf.filter((one: unknown) => !isObject(one) || one['$ref'] !== name)
  const schemas = objectAt(document, 'components', 'schemas')
  if (isListed) {
    schemas['DepositRail_FedNowDepositInfo'] = {
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string', const: 'FedNow' } },
    }
  } else delete schemas['DepositRail_FedNowDepositInfo']
  rail['oneOf'] = isListed ? [...others, { $ref: name }] : others
  const mapping = objectAt(discriminator, 'mapping')
  if (isListed) mapping['FedNow'] = name
  else delete mapping['FedNow']
}

/** Changes what comes of a further quote. */
const ofFurther = (change: (answer: Answer) => Answer): Hooks => ({
  answer: (answer, { operationId }) =>
    operationId === 'attachQuoteToAutoramp' && answer.status === 201 ? change(answer) : answer,
})

/** Faults in autoramps that are read, and in their further quotes. */
export const autorampFaults: readonly Fault[] = [
  {
    rule: 'autoramp/further-served',
    does: 'refuses further quotes',
    hooks: () =>
      ofFurther((answer) => ({ ...answer, status: 400, body: JSON.stringify('no further quotes') })),
  },
  {
    rule: 'autoramp/further-served',
    variant: 'lost',
    does: 'answers a further quote with the first one',
    hooks: () =>
      ofFurther((answer) =>
        editObject(answer, (autoramp) => {
          const { quotes } = autoramp
          if (!Array.isArray(quotes)) return
          autoramp['quotes'] = quotes.slice(-1)
          autoramp['quote'] = quotes.at(-1)
        }),
      ),
  },
  { rule: 'autoramp/further-served', variant: 'unnamed', does: 'takes further quotes for any currency' },
  {
    rule: 'autoramp/same',
    variant: 'customer',
    does: 'answers another customer for the autoramp that is read',
    hooks: () =>
      ofRead((autoramp) => Object.assign(autoramp, { customer_id: '11111111-1111-4111-8111-111111111111' })),
  },
  {
    rule: 'autoramp/read',
    does: 'does not find any autoramp that is read by its id',
    hooks: () => notFound(),
  },
  {
    rule: 'autoramp/read',
    variant: 'first-version',
    does: 'does not find autoramps for callers of the first version',
    hooks: () => notFound(defaultVersion),
  },
  {
    rule: 'autoramp/same',
    does: 'answers another id for the autoramp that is read',
    hooks: () =>
      ofRead((autoramp) => Object.assign(autoramp, { id: '11111111-1111-4111-8111-111111111111' })),
  },
  {
    rule: 'autoramp/unknown-id',
    does: 'answers an empty 204 for an autoramp that is not there',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === 'getAutorampById' && answer.status === 404
          ? { ...answer, status: 204, body: '' }
          : answer,
    }),
  },
  {
    rule: 'autoramp/deposit-rails',
    does: 'answers the rails of an autoramp by their names',
    hooks: () => ofRead((autoramp) => Object.assign(autoramp, { deposit_rails: {} })),
  },
  {
    rule: 'autoramp/rail-document',
    does: 'lists no FedNow rail in any document',
    hooks: () => ({ document: (document) => listFedNow(document, false) }),
  },
  {
    rule: 'autoramp/rail-document',
    variant: 'too-early',
    does: 'lists a FedNow rail in every document',
    hooks: () => ({ document: (document) => listFedNow(document, true) }),
  },
]
