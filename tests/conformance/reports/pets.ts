import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call, Case, Observed, Api } from '../../../conformance/model/case.js'
import type { Operation } from '../../../runtime/surface.js'
import { exploredApi } from '../../support/explored-api.js'
import { exchangeOf, type Telling } from '../support/make.js'

/** The document of a service of pets, to whose lines findings point. */
export const documentText = readFileSync(join(import.meta.dirname, 'pets.yaml'), 'utf8')

/** A service of pets as it is explored. */
export const pets: Api = {
  ...(await exploredApi(documentText)),
  version: 'openapi',
  baseUrl: 'http://127.0.0.1:8080',
}

const operationNamed = (name: string): Operation => {
  const { [name]: operation } = pets.surface.operations
  if (!operation) throw new RangeError(name)
  return operation
}

/** The operations: listing, creating, reading and deleting pets. */
export const [listPets, createPet, getPet, deletePet] = [
  operationNamed('listPets'),
  operationNamed('createPet'),
  operationNamed('getPet'),
  operationNamed('deletePet'),
] as const

/** A case of an operation that was sent, and answered so. */
export const observedOf = (
  operation: Operation,
  telling: Telling = {},
  {
    expectation = 'valid',
    ...call
  }: Partial<Pick<Case, 'expectation'> & Pick<Call, 'query' | 'body' | 'credentials'>> = {},
): Observed => {
  const exchange = exchangeOf({
    method: operation.method.toUpperCase(),
    url: `http://127.0.0.1:8080${operation.path.replace('{petId}', '7')}`,
    asked: [],
    ...telling,
  })
  return {
    api: pets,
    case: { call: { operation, path: {}, query: {}, header: {}, cookie: {}, ...call }, expectation },
    exchange: { ...exchange, operationId: operation.operationId },
    durationMs: 1,
  }
}
