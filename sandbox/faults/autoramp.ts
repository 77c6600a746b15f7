import { at } from './answers.js'
import { defaultVersion } from '../../versions/index.js'
import type { Answer } from '../pipeline/answer.js'
import { editObject, isEditable, objectAt } from './edit.js'
import { fault, type Fault, type Hooks, type JsonObject } from './fault.js'

/** Changes the autoramp that is read by id. */
const ofRead = (edit: (autoramp: JsonObject) => void, only?: string): Hooks =>
  at('getAutorampById', 200, (answer, { version }) =>
    (only ?? version) === version ? editObject(answer, edit) : answer,
  )

const notFound = (only?: string): Hooks =>
  at('getAutorampById', 200, (answer, { version }) =>
    (only ?? version) === version
      ? { ...answer, status: 404, body: JSON.stringify('autoramp not found') }
      : answer,
  )

/** Removes the FedNow member from the rails of a document, or adds it. */
const listFedNow = (document: JsonObject, isListed: boolean): void => {
  const rail = objectAt(document, 'components', 'schemas', 'DepositRail')
  const { oneOf, discriminator } = rail
  if (!Array.isArray(oneOf) || !isEditable(discriminator)) return
  const name = '#/components/schemas/DepositRail_FedNowDepositInfo'
  const others = oneOf.filter((one: unknown) => !isEditable(one) || one['$ref'] !== name)
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

/** Changes the response to a further quote. */
const ofFurther = (change: (answer: Answer) => Answer): Hooks =>
  at('attachQuoteToAutoramp', 201, (answer) => change(answer))

/** Faults in reading autoramps, and in their further quotes. */
export const autorampFaults: readonly Fault[] = [
  fault('autoramp/further-served', 'refuses further quotes', () =>
    ofFurther((answer) => ({ ...answer, status: 400, body: JSON.stringify('no further quotes') })),
  ),
  fault('autoramp/further-served:lost', 'answers a further quote with the first one', () =>
    ofFurther((answer) =>
      editObject(answer, (autoramp) => {
        const { quotes } = autoramp
        if (!Array.isArray(quotes)) return
        autoramp['quotes'] = quotes.slice(-1)
        autoramp['quote'] = quotes.at(-1)
      }),
    ),
  ),
  fault('autoramp/market-quotes', 'takes further quotes for autoramps that were made without one'),
  fault('autoramp/further-served:unnamed', 'takes further quotes for any currency'),
  fault('autoramp/same:customer', 'answers another customer for the autoramp that is read', () =>
    ofRead((autoramp) => Object.assign(autoramp, { customer_id: '11111111-1111-4111-8111-111111111111' })),
  ),
  fault('autoramp/read', 'does not find any autoramp that is read by its id', () => notFound()),
  fault('autoramp/read:first-version', 'does not find autoramps for callers of the first version', () =>
    notFound(defaultVersion),
  ),
  fault('autoramp/same', 'answers another id for the autoramp that is read', () =>
    ofRead((autoramp) => Object.assign(autoramp, { id: '11111111-1111-4111-8111-111111111111' })),
  ),
  fault('autoramp/unknown-id', 'answers an empty 204 for an autoramp that is not there', () =>
    at('getAutorampById', 404, (answer) => ({ ...answer, status: 204, body: '' })),
  ),
  fault('autoramp/deposit-rails', 'answers the rails of an autoramp by their names', () =>
    ofRead((autoramp) => Object.assign(autoramp, { deposit_rails: {} })),
  ),
  fault('autoramp/rail-document', 'lists no FedNow rail in any document', () => ({
    document: (document) => listFedNow(document, false),
  })),
  fault('autoramp/rail-document:too-early', 'lists a FedNow rail in every document', () => ({
    document: (document) => listFedNow(document, true),
  })),
]
