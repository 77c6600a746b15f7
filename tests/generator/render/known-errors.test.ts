import { expect, it } from 'vitest'
import { knownErrors } from '../../../generator/render/client.js'
import type { JsonSchema, Operation } from '../../../runtime/surface.js'

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties })
const text: JsonSchema = { type: 'string' }

const versions = { supported: { type: 'array' } } as const
const versionError = object({ error: { const: 'unsupported_api_version' }, ...versions })
const code = { versionErrorCode: '"unsupported_api_version"' }
const problem: JsonSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: text, message: text },
}
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const operationWith = (schema: JsonSchema, status: string): Operation => ({
  operationId: 'it',
  method: 'get',
  path: '/it',
  servers: ['/'],
  pointer: '#/paths/~1it/get',
  tags: [],
  deprecated: false,
  security: [],
  parameters: [],
  responses: {
    [status]: {
      pointer: '#',
      headers: {},
      content: { 'application/json': { pointer: '#', schema } },
    },
  },
})

const known = (answer: JsonSchema, schemas: Record<string, JsonSchema> = {}, status = '400') =>
  knownErrors({ operations: { it: operationWith(answer, status) }, schemas })

const inlineErrors = 'readonly { readonly code: unknown; readonly message: unknown }[]'

it.each<readonly [string, ReturnType<typeof known>, ReturnType<typeof known>]>([
  ['an error of another kind', known(object({ message: text })), {}],
  [
    'a version error that stands there',
    known(versionError),
    { versionError: '{ readonly error: "unsupported_api_version" }', ...code },
  ],
  [
    'a version error in a union of components',
    known(ref('Bad'), { Bad: { anyOf: [text, ref('Version')] }, Version: versionError }),
    { versionError: 'components["schemas"]["Version"]', ...code },
  ],
  [
    'a version error by an enumeration',
    known(ref('A/b'.replace('/', '~1')), {
      'A/b': object({ ...versions, error: { enum: ['no_such_version'] } }),
    }),
    { versionError: 'components["schemas"]["A/b"]', versionErrorCode: '"no_such_version"' },
  ],
  ['an error of one code', known(object({ error: { const: 'unsupported_api_version' } })), {}],
  ['an error of several codes', known(object({ ...versions, error: { enum: ['one', 'two'] } })), {}],
  ['a version error inside another object', known(object({ inner: versionError })), {}],
  ['a version error in a success', known(versionError, {}, '200'), {}],
  ['errors that stand there', known(list(problem)), { errors: inlineErrors }],
  [
    'errors of a component',
    known(list(ref('Problem')), { Problem: problem }),
    { errors: 'readonly components["schemas"]["Problem"][]' },
  ],
  [
    'errors that are a component',
    known(ref('Problems'), { Problems: list(problem) }, 'default'),
    { errors: 'components["schemas"]["Problems"]' },
  ],
  ['a list of objects that may lack a code', known(list(object({ code: text, message: text }))), {}],
  [
    'two lists of errors',
    known({ oneOf: [list(ref('A')), list(ref('B'))] }, { A: problem, B: problem }),
    { errors: 'readonly components["schemas"]["A"][] | readonly components["schemas"]["B"][]' },
  ],
  ['a component that leads back to itself', known(ref('A'), { A: { oneOf: [ref('A'), ref('Gone')] } }), {}],
])('%s', (_what, found, expected) => {
  expect(found).toEqual(expected)
})
