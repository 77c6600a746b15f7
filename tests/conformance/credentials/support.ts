import { onTestFinished } from 'vitest'
import { Credentials, type CredentialsInput } from '../../../conformance/credentials/credentials.js'
import { operationOf, surfaceOf } from '../support/make.js'
import type { Operation, SecurityScheme } from '../../../runtime/surface.js'

type Security = Operation['security']

/** An operation with only the given security requirements. */
export const operationWith = (security: Security): Operation =>
  operationOf({ operationId: 'x', path: '/x', servers: [], pointer: '#/paths/~1x/get', tags: [], security })

export interface Given extends Partial<Omit<CredentialsInput, 'api'>> {
  readonly schemes?: Readonly<Record<string, SecurityScheme>>
  readonly baseUrl?: string
  readonly origin?: string
  readonly document?: Readonly<Record<string, unknown>>
}

/** Credentials for a document with these schemes, and an operation for each of these lists of requirements. */
export const credentialsFor = (needs: readonly Security[], given: Given = {}): Credentials => {
  const { schemes = {}, baseUrl = 'http://127.0.0.1:1', origin, document = {}, env = {}, ...rest } = given
  const operations = needs.map(operationWith)
  const surface = surfaceOf([], { securitySchemes: schemes })
  const credentials = new Credentials({
    api: { surface, document, baseUrl, operations, ...(origin !== undefined && { origin }) },
    env,
    ...rest,
  })
  onTestFinished(() => credentials.close())
  return credentials
}
