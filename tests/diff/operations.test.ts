import { describe, expect, test } from 'vitest'
import { catalogue } from '../../diff/index.js'
import { diff, documentOf, idsOf } from './support/documents.js'

test('every id of the catalogue has a sentence and one effect', () => {
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length)
  for (const { title, template: says } of catalogue) expect(title.length * says.length).toBeGreaterThan(0)
})

describe('a reference that leads nowhere', () => {
  const schema = { type: 'string' }
  const content = { 'text/plain': { schema } }
  const answers = { 200: { description: 'ok' } }
  test.each([
    [
      'response',
      'response-reference-changed',
      { description: 'ok' },
      (one: object) => ({ responses: { 200: one } }),
    ],
    [
      'body',
      'request-reference-changed',
      { content },
      (one: object) => ({ requestBody: one, responses: answers }),
    ],
    [
      'header',
      'response-reference-changed',
      { schema },
      (one: object) => ({ responses: { 200: { description: 'ok', headers: { 'X-A': one } } } }),
    ],
  ])('of a %s', (_name, id, there, build) => {
    const of = (one: object) => documentOf({ paths: { '/a': { post: build(one) } } })
    const [gone, other] = [{ $ref: '#/components/x/Gone' }, { $ref: '#/components/x/Other' }]
    expect(diff(of(gone), of(gone))).toEqual([])
    expect(idsOf(diff(of(gone), of(other)))).toEqual([id])
    expect(idsOf(diff(of(there), of(gone)))).toContain(id)
    expect(idsOf(diff(of(gone), of(there)))).toContain(id)
  })

  test('of a parameter gives it its name', () => {
    const of = (...parameters: object[]) =>
      documentOf({ paths: { '/a': { get: { parameters, responses: answers } } } })
    const [change] = diff(of(), of({ $ref: '#/components/parameters/Gone' }))
    expect(change?.sentence).toContain('`#/components/parameters/Gone`')
  })
})

test.each([
  ['beside webhooks', { webhooks: {} }, { 'x-webhooks': { sent: {} } }],
  ['of an operation', {}, { paths: { '/a': { get: { 'x-webhooks': {} } } } }],
])('x-webhooks %s is an extension like any other', (_where, besides, changed) => {
  const paths = { '/a': { get: {} } }
  const [from, to] = [documentOf({ paths, ...besides }), documentOf({ paths, ...besides, ...changed })]
  expect(idsOf(diff(from, to))).toEqual(['extension-changed'])
})

test('sentences of webhooks and callbacks do not speak of responses', () => {
  const schema = { $ref: '#/components/schemas/Sent' }
  const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} }
  const of = (...values: string[]) => ({
    ...documentOf({ webhooks: { sent: { post } } }),
    components: { schemas: { Sent: { type: 'object', properties: { kind: { enum: values } } } } },
  })
  const [change] = diff(of('a'), of('a', 'b'))
  expect(change?.id).toBe('response-enum-value-added')
  expect(change?.sentence).toBe('Value `b` was added to `Sent.kind` in data that the service sends.')
})

test('a body that became optional is called by its name once', () => {
  const of = (required: boolean) => {
    const requestBody = { required, content: { 'text/plain': {} } }
    return documentOf({ paths: { '/a': { post: { requestBody, responses: {} } } } })
  }
  const [change] = diff(of(true), of(false))
  expect(change?.sentence).toBe('The request body of `post /a` became optional.')
})
