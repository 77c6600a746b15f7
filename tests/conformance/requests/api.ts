import type { Api } from '../../../conformance/model/api.js'
import type { Call } from '../../../conformance/model/call.js'
import type { Operation, Parameter } from '../../../runtime/surface.js'

/** An operation with what a test says of it. */
export const operationOf = (own: Partial<Operation> = {}): Operation => ({
  operationId: 'one',
  method: 'get',
  path: '/things',
  servers: ['/'],
  pointer: '#/paths/~1things/get',
  tags: [],
  deprecated: false,
  security: [],
  parameters: [],
  responses: {},
  ...own,
})

/** A parameter in the style that its location usually has. */
export const parameterOf = (own: Partial<Parameter> & Pick<Parameter, 'name' | 'in'>): Parameter => {
  const isForm = own.in === 'query' || own.in === 'cookie'
  return {
    pointer: '#/p',
    required: own.in === 'path',
    deprecated: false,
    style: isForm ? 'form' : 'simple',
    explode: isForm,
    allowReserved: false,
    ...own,
  }
}

/** A service of these operations. */
export const apiOf = (operations: readonly Operation[], own: Partial<Api> = {}): Api => ({
  version: 'test',
  baseUrl: 'http://localhost:1',
  operations,
  document: {},
  surface: {
    version: 'test',
    title: 'test',
    sha256: '',
    operations: Object.fromEntries(operations.map((one) => [one.operationId, one])),
    webhooks: {},
    securitySchemes: {},
    schemas: {},
    validator: () => Promise.reject(new Error('no validators')),
    schemaValidators: {},
  },
  ...own,
})

/** A call of an operation without anything. */
export const callOf = (operation: Operation, own: Partial<Call> = {}): Call => ({
  operation,
  path: {},
  query: {},
  header: {},
  cookie: {},
  ...own,
})
