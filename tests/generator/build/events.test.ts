import { describe, expect, it } from 'vitest'
import { eventsOf } from '../../../generator/build/events.js'
import type { JsonSchema, Operation } from '../../../runtime/surface.js'
import { ref } from '../support/documents.js'

const tagged = (...tags: string[]): JsonSchema => ({ properties: { type: { enum: tags } } })

const components: Readonly<Record<string, JsonSchema>> = {
  '#/components/schemas/A': tagged('a'),
  '#/components/schemas/Many': tagged('b', 'c'),
  '#/components/schemas/Plain': {},
}

const posted = (path: string, schema: JsonSchema, mediaType = 'application/json') =>
  ({
    path,
    method: 'post',
    requestBody: {
      pointer: '',
      required: true,
      content: { [mediaType]: { pointer: '', schema, validator: 'V' } },
    },
  }) as unknown as Operation

/** Types of the events, each with its validator, and with a star if its body has no tag. */
const found = (...webhooks: Operation[]): string => {
  const { tag, events } = eventsOf(Object.fromEntries(webhooks.map((one) => [one.path, one])), {
    lookup: (pointer) => components[pointer],
    validatorOf: (schema) => schema,
    contained: undefined,
  })
  return [
    tag,
    ...events.map(({ type, isTagged, validator }) => `${type}:${validator}${isTagged ? '' : '*'}`),
  ].join(' ')
}

describe('the events of webhooks', () => {
  it.each([
    ['the values of the tag', [posted('w', tagged('a', 'b'))], 'type a:V b:V'],
    ['branches with one tag', [posted('w', { oneOf: [ref('A'), ref('Plain')] })], 'type a:A'],
    ['no branch with several tags', [posted('w', { anyOf: [ref('A'), ref('Many')] })], 'type a:A'],
    ['webhooks without a tag', [posted('w', {}), posted('v', ref('Plain'))], 'type w:V* v:V*'],
    ['both kinds', [posted('w', tagged('a')), posted('v', {})], 'type a:V v:V*'],
    [
      'webhooks, where two share a tag',
      [posted('w', tagged('a')), posted('v', tagged('a'))],
      'type w:V* v:V*',
    ],
    ['nothing that is not JSON', [posted('w', tagged('a'), 'text/plain')], 'type'],
    [
      'what a discriminator names',
      [
        posted('w', {
          discriminator: { propertyName: 'mode' },
          properties: { mode: { const: 'm' }, type: { const: 'a' } },
        }),
      ],
      'mode m:V',
    ],
  ])('are %s', (_what, webhooks, expected) => {
    expect(found(...webhooks)).toBe(expected)
  })
})
