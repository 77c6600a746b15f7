import { describe, expect, it } from 'vitest'
import { selectOperations, type Selection } from '../../../generator/load/load.js'
import { ref } from '../support/documents.js'

const uses = (name: string): object => ({ responses: { 200: { content: { 'a/b': { schema: ref(name) } } } } })

const root = {
  openapi: '3.1.0',
  paths: {
    'x-note': 'kept',
    '/a': {
      parameters: [{ $ref: '#/components/parameters/p' }],
      get: { operationId: 'getA', tags: ['x', 'z'], ...uses('A') },
      post: { operationId: 'createA', tags: ['y'], ...uses('B') },
    },
    '/b': { get: { operationId: 'listB', ...uses('B') } },
  },
  webhooks: { made: { post: { operationId: 'made', tags: ['x'], ...uses('Event') } } },
  components: {
    schemas: { A: ref('Inner'), B: {}, Inner: {}, Event: {}, Unused: {} },
    parameters: { p: { schema: ref('B') } },
    securitySchemes: { key: {} },
    'x-odd': 'kept',
  },
}

/** Names of the operations that are left, and of the schemas. */
const selected = (selection: Selection, document: object = root): string => {
  const kept: Record<string, unknown> = selectOperations({ ...document }, selection, 'it.json')
  const text = JSON.stringify(kept)
  const { components } = kept as typeof root
  expect(components).toMatchObject({ securitySchemes: { key: {} }, 'x-odd': 'kept' })
  const operations = Array.from(text.matchAll(/"operationId":"(\w+)"/g), ([, name]) => name)
  return `${operations.join(' ')} | ${Object.keys(components.schemas).join(' ')}`
}

describe('a selection of operations', () => {
  it.each<readonly [Selection, string]>([
    [{}, 'getA createA listB made | A B Inner Event Unused'],
    [{ include: ['x'] }, 'getA made | A B Inner Event'],
    [{ include: ['x'], exclude: ['made'] }, 'getA | A B Inner'],
    [{ include: ['listB'] }, 'listB | B'],
    [{ include: ['*A'] }, 'getA createA | A B Inner'],
    [{ exclude: ['z', 'made'] }, 'createA listB | B'],
    [{ include: ['made'] }, 'made | Event'],
    [{ include: ['LISTB'], exclude: ['X'] }, 'listB | B'],
    [{ include: ['/b', 'GET /a'] }, 'getA listB | A B Inner'],
  ])('%j leaves %s', (selection, expected) => {
    expect(selected(selection)).toBe(expected)
  })

  const newer = {
    openapi: '3.2.0',
    paths: {
      '/a': {
        query: { operationId: 'queryA', ...uses('A') },
        additionalOperations: {
          COPY: { operationId: 'copyA', ...uses('B') },
          MOVE: { operationId: 'moveA', ...uses('Event') },
        },
      },
      '/b': { query: { operationId: 'queryB', ...uses('B') } },
    },
    components: root.components,
  }

  it.each<readonly [Selection, string]>([
    [{ include: ['queryA'] }, 'queryA | A Inner'],
    [{ include: ['COPY *'] }, 'copyA | B'],
    [{ exclude: ['moveA', '/b'] }, 'queryA copyA | A B Inner'],
  ])('%j leaves of OpenAPI 3.2 %s', (selection, expected) => {
    expect(selected(selection, newer)).toBe(expected)
  })

  it('is refused where nothing is left', () => {
    expect(() => selected({ include: ['none'] })).toThrow(
      expect.objectContaining({ code: 'SELECTION_EMPTY' }),
    )
  })
})
