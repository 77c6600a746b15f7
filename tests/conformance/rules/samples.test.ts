import { describe, expect, test } from 'vitest'
import { sampledBody, sampledParameter } from '../../../conformance/rules/request.js'
import type { Parameter } from '../../../runtime/surface.js'
import { parameterOf } from '../support/make.js'

test.each<[Partial<Parameter>, string]>([
  [{ example: 'shown' }, 'shown'],
  [{ example: [1] }, '[1]'],
  [{ schema: { type: 'string' } }, 'Sample'],
  [{ schema: { type: 'integer' } }, '1'],
  [{ schema: false }, 'Sample'],
  [{ content: { json: { pointer: '#', schema: { const: 'x' } } } }, 'x'],
  [{}, 'Sample'],
])('the parameter %j is sent as %s', (changes, value) => {
  const { schema: _, ...parameter } = parameterOf({ name: 'a', in: 'query' })
  expect(sampledParameter({ ...parameter, ...changes }, { schemas: {} })).toBe(value)
})

describe('a body', () => {
  const body = (examples?: Record<string, unknown>) => ({
    pointer: '#/b',
    required: true,
    content: {
      'application/xml': { pointer: '#/x', schema: { type: 'string' as const } },
      'application/json; charset=utf-8': {
        pointer: '#/j',
        schema: {
          type: 'object',
          required: ['note', 'country'],
          properties: { note: { type: 'string' }, country: { type: 'string' } },
        },
        ...(examples && { examples }),
      },
    },
  })

  test('follows an example but for what a hint knows better', () => {
    const hint = (path: readonly string[]) => (path.at(-1) === 'note' ? 'new' : undefined)
    const shown = { one: { note: 'old', country: 'PRT', more: 1 } }
    expect(sampledBody(body(shown), { schemas: {}, hint })).toEqual({ note: 'new', country: 'PRT' })
  })

  test('needs no example', () =>
    expect(sampledBody(body(), { schemas: {} })).toEqual({ note: 'Sample', country: 'DE' }))

  test('is empty if none is declared, or none satisfies its schema', () => {
    const pointer = '#/j'
    const none = { pointer, required: true, content: { 'application/json': { pointer, schema: false } } }
    expect(sampledBody(undefined, { schemas: {} })).toEqual({})
    expect(sampledBody(none, { schemas: {} })).toEqual({})
  })
})
