import { expect, test } from 'vitest'
import { diff, documentOf, type Json } from './support/documents.js'

const text = { type: 'string' }
const withSchema = (schema: Json): object =>
  documentOf({
    paths: {
      '/a': {
        get: {
          responses: {
            '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/B' } } } },
          },
        },
      },
    },
    components: { schemas: { B: schema } },
  })
const withOperation = (get: object): object => documentOf({ paths: { '/a': { get } } })
const parameters = (more: object): object => ({ parameters: [{ in: 'query', schema: text, ...more }] })
const variant = (kind: string, more: object = {}): object => ({
  type: 'object',
  properties: { kind: { const: kind }, a: text },
  ...more,
})

/** Changes whose sentences are easily wrong: a value is absent, or two things have one name. */
const rows: readonly (readonly [from: object, to: object, sentences: readonly string[]])[] = [
  [
    withSchema({ type: 'object' }),
    withSchema({}),
    ['The type of `B` was `object` and may be any now in responses.'],
  ],
  [
    withSchema({}),
    withSchema({ type: 'object' }),
    ['The type of `B` could be any and can only be `object` now in responses.'],
  ],
  [
    withSchema({ type: 'object' }),
    withSchema(false),
    ['The type of `B` could be `object` and can only be nothing now in responses.'],
  ],
  [
    withSchema({ ...text, default: '' }),
    withSchema({ ...text, default: 'a' }),
    ['The default of `B` was `""` and is `a` in responses.'],
  ],
  [
    withSchema({ ...text, contentEncoding: 'base64' }),
    withSchema(text),
    ['The `contentEncoding` of `B` was `base64` and is not stated in responses.'],
  ],
  [
    withOperation({ operationId: 'getA' }),
    withOperation({}),
    ['The operationId of `get /a` was `getA` and is not stated.'],
  ],
  [withOperation(parameters({})), withOperation({}), ['Parameter without a name was removed from `get /a`.']],
  [
    withOperation(parameters({ name: 'a' })),
    withOperation(parameters({ name: 'a', required: true })),
    ['Parameter `a` of `get /a` became required.'],
  ],
  [
    withOperation(parameters({ name: 'a' })),
    withOperation({ parameters: [{ in: 'query', name: 'a', content: { 'text/plain': { schema: text } } }] }),
    ['Parameter `a` of `get /a` was written by its style and is written by `text/plain`.'],
  ],
  [
    withSchema({
      type: 'object',
      oneOf: [{ required: ['a'] }, { required: ['b', 'c'] }, { minProperties: 3 }],
    }),
    withSchema({ type: 'object', oneOf: [{ required: ['a'] }, { minProperties: 3 }] }),
    ['Variant `required: b, c` was removed from `B` in responses.'],
  ],
  [
    withSchema({ oneOf: ['x', 'y'].map((kind) => variant(kind)) }),
    withSchema({ oneOf: ['x', 'y'].map((kind) => variant(kind, { required: ['a'] })) }),
    [0, 1].map(
      (index) =>
        `Property \`a\` of \`B\` became required in responses (\`#/components/schemas/B/oneOf/${index}/properties/a\`).`,
    ),
  ],
  [
    withSchema({ ...text, allOf: [{ not: { const: 'a' } }, { not: { const: 'b' } }] }),
    withSchema(text),
    [0, 1].map(
      (index) =>
        `\`B\` no longer excludes some values in responses (\`#/components/schemas/B/allOf/${index}/not\`).`,
    ),
  ],
]

test.each(rows)('%j to %j', (from, to, sentences) => {
  expect(diff(from, to).map(({ sentence }) => sentence)).toEqual(sentences)
})
