import type { Json } from './documents.js'

const branches = ['then'] as const

/** A condition with its first branch; an object literal with that name would look like a promise. */
export const when = (test: Json, branch: Json, more: object = {}): object => ({
  ...more,
  if: test,
  ...Object.fromEntries(branches.map((name) => [name, branch])),
})

/**
 * Kinds without direction, for the way there and the way back, none if empty; where they differ by direction, one for
 * each.
 */
export type Kinds = string | readonly string[] | { readonly request: string; readonly response: string }

/** Two schemas that differ in one thing. */
export type SchemaRow = readonly [from: Json, to: Json, there: Kinds, back: Kinds]

const object = (properties: Json, more: object = {}): object => ({ type: 'object', properties, ...more })
const text = { type: 'string' }
const number = { type: 'number' }
const id = { type: 'string', format: 'uuid', description: 'What it is called by.' }

const limit = (key: string, base: object, name: string, lower: boolean, values = [2, 5]): SchemaRow[] => {
  const [low, high] = values
  const [tight, loose] = lower ? [high, low] : [low, high]
  return [
    [base, { ...base, [key]: low }, `${name}-added`, `${name}-removed`],
    [
      { ...base, [key]: loose },
      { ...base, [key]: tight },
      `${name}-${lower ? 'raised' : 'lowered'}`,
      `${name}-${lower ? 'lowered' : 'raised'}`,
    ],
  ]
}

const limits: SchemaRow[] = [
  ...limit('minimum', number, 'minimum', true),
  ...limit('maximum', number, 'maximum', false),
  ...limit('exclusiveMinimum', number, 'minimum', true),
  ...limit('exclusiveMaximum', number, 'maximum', false),
  [{ ...number, minimum: 5 }, { ...number, exclusiveMinimum: 5 }, 'minimum-raised', 'minimum-lowered'],
  [{ ...number, maximum: 5 }, { ...number, exclusiveMaximum: 5 }, 'maximum-lowered', 'maximum-raised'],
  ...limit('minLength', text, 'min-length', true),
  ...limit('maxLength', text, 'max-length', false),
  ...limit('minItems', { type: 'array' }, 'min-items', true),
  ...limit('maxItems', { type: 'array' }, 'max-items', false),
  ...limit('minProperties', { type: 'object' }, 'min-properties', true),
  ...limit('maxProperties', { type: 'object' }, 'max-properties', false),
  [
    { type: 'array', contains: text },
    { type: 'array', contains: text, minContains: 2 },
    'min-contains-raised',
    'min-contains-lowered',
  ],
  ...limit('maxContains', { type: 'array', contains: text }, 'max-contains', false),
]

const rest = (key: string, base: object, name: string, schema: Json): SchemaRow[] => [
  [base, { ...base, [key]: false }, `${name}-forbidden`, `${name}-allowed`],
  [base, { ...base, [key]: schema }, `${name}-constrained`, `${name}-unconstrained`],
  [
    { ...base, [key]: schema },
    { ...base, [key]: false },
    key.endsWith('Properties') ? `${name}-withdrawn` : `${name}-forbidden`,
    `${name}-allowed`,
  ],
]

const rests: SchemaRow[] = [
  ...rest('additionalProperties', { type: 'object' }, 'additional-properties', number),
  ...rest('unevaluatedProperties', { type: 'object' }, 'unevaluated-properties', number),
  ...rest('items', { type: 'array' }, 'items', number),
  ...rest('unevaluatedItems', { type: 'array' }, 'unevaluated-items', number),
  ...rest('propertyNames', { type: 'object' }, 'property-names', { maxLength: 3 }),
  ...rest('contentSchema', { type: 'string', contentMediaType: 'application/json' }, 'content', number),
]

const objects: SchemaRow[] = [
  [object({}), object({ a: text }), 'property-added', 'property-removed'],
  [
    object({}),
    object({ a: text }, { required: ['a'] }),
    'required-property-added',
    'required-property-removed',
  ],
  [
    object({}),
    object({ a: { type: 'string', default: 'x' } }, { required: ['a'] }),
    'required-property-added-with-default',
    'required-property-removed',
  ],
  [
    object({}, { additionalProperties: number }),
    object({ a: text }, { additionalProperties: number }),
    'property-added-to-map',
    'property-removed',
  ],
  [
    object({ a: text }, { additionalProperties: false }),
    object({}, { additionalProperties: false }),
    { request: 'property-removed-from-closed', response: 'property-removed' },
    'property-added',
  ],
  [object({ customer_id: id }), object({ customerId: id }), 'property-renamed', 'property-renamed'],
  [
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    'property-became-required',
    'property-became-optional',
  ],
  [object({}), object({}, { required: ['a'] }), 'property-became-required', 'property-became-optional'],
  [
    object({ a: { type: 'string', default: 'x' } }),
    object({ a: { type: 'string', default: 'x' } }, { required: ['a'] }),
    'property-became-required-with-default',
    'property-became-optional',
  ],
  [
    object({ a: text }),
    object({ a: { type: 'string', readOnly: true } }),
    'property-became-read-only',
    'property-no-longer-read-only',
  ],
  [
    object({ a: { type: 'string', readOnly: true } }, { required: ['a'] }),
    object({ a: text }, { required: ['a'] }),
    { request: 'required-property-no-longer-read-only', response: 'property-no-longer-read-only' },
    'property-became-read-only',
  ],
  [
    object({ a: text }),
    object({ a: { type: 'string', writeOnly: true } }),
    { request: '', response: 'property-became-write-only' },
    { request: '', response: 'property-no-longer-write-only' },
  ],
  [
    object({}),
    object({ a: { type: 'string', readOnly: true } }, { required: ['a'] }),
    { request: '', response: 'required-property-added' },
    { request: '', response: 'required-property-removed' },
  ],
  [
    object({}),
    object({ a: { type: 'string', writeOnly: true } }),
    { request: 'property-added', response: '' },
    { request: 'property-removed', response: '' },
  ],
  [
    object({}, { additionalProperties: number }),
    object({}, { additionalProperties: number, patternProperties: { '^x': text } }),
    'pattern-properties-added-in-map',
    'pattern-properties-removed-in-map',
  ],
  [
    object({}),
    object({}, { patternProperties: { '^x': text } }),
    'pattern-properties-added',
    'pattern-properties-removed',
  ],
  [
    object({}, { dependentRequired: { a: ['b'] } }),
    object({}, { dependentRequired: { a: ['b', 'c'] } }),
    'dependent-required-added',
    'dependent-required-removed',
  ],
  [
    object({}),
    object({}, { dependentSchemas: { a: { required: ['b'] } } }),
    'dependent-schema-added',
    'dependent-schema-removed',
  ],
]

const values: SchemaRow[] = [
  [text, number, 'type-changed', 'type-changed'],
  [{ type: 'integer' }, number, 'type-widened', 'type-narrowed'],
  [text, { type: ['string', 'integer'] }, 'type-widened', 'type-narrowed'],
  [{}, text, 'type-narrowed', 'type-widened'],
  [text, { type: ['string', 'null'] }, 'became-nullable', 'became-not-nullable'],
  [text, { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'became-nullable', 'became-not-nullable'],
  [{ properties: { a: text } }, object({ a: text }), 'type-stated', 'type-unstated'],
  [text, { type: 'null' }, 'type-changed', 'type-changed'],
  [{ type: ['string', 'null'] }, { type: 'null' }, 'type-narrowed', 'type-widened'],
  [text, { type: 'string', nullable: true }, 'became-nullable', 'became-not-nullable'],
  // `not` is compared with the types about null.
  [
    { type: ['string', 'null'] },
    { type: ['string', 'null'], not: { type: 'null' } },
    'became-not-nullable',
    'became-nullable',
  ],
  [
    { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { anyOf: [{ required: ['a'] }, { required: ['b'] }], not: { type: 'null' } },
    'became-not-nullable',
    'became-nullable',
  ],
  [{ enum: ['a'] }, { enum: ['a', 'b'] }, 'enum-value-added', 'enum-value-removed'],
  [{ const: 'a' }, { enum: ['b', 'a'] }, 'enum-value-added', 'enum-value-removed'],
  [{ const: 'a' }, { const: 'b' }, 'enum-replaced', 'enum-replaced'],
  [
    { oneOf: [{ const: 'a', type: 'number' }, { const: 'b' }] },
    { oneOf: [{ const: 'a' }, { const: 'b' }] },
    'enum-value-added',
    'enum-value-removed',
  ],
  [text, { type: 'string', enum: ['a', 'b'] }, 'enum-added', 'enum-removed'],
  [
    { type: 'string', 'x-extensible-enum': ['a'] },
    { type: 'string', 'x-extensible-enum': ['a', 'b'] },
    'known-value-added',
    'known-value-removed',
  ],
  [
    { anyOf: [{ enum: ['a'] }, { type: 'string' }] },
    { anyOf: [{ type: 'string' }, { enum: ['a', 'b'] }] },
    'known-value-added',
    'known-value-removed',
  ],
  [
    { type: 'string', enum: ['a'] },
    { anyOf: [{ enum: ['a'] }, { type: 'string' }] },
    'enum-opened',
    'enum-closed',
  ],
  [number, { type: 'number', multipleOf: 2 }, 'multiple-of-added', 'multiple-of-removed'],
  [
    { type: 'number', multipleOf: 0.1 },
    { type: 'number', multipleOf: 0.5 },
    'multiple-of-tightened',
    'multiple-of-loosened',
  ],
  [
    { type: 'number', multipleOf: 2 },
    { type: 'number', multipleOf: 3 },
    'multiple-of-changed',
    'multiple-of-changed',
  ],
  [text, { type: 'string', pattern: '^a' }, 'pattern-added', 'pattern-removed'],
  [
    { type: 'string', pattern: '^a' },
    { type: 'string', pattern: '^b' },
    'pattern-changed',
    'pattern-changed',
  ],
  [text, { type: 'string', format: 'uuid' }, 'format-added', 'format-removed'],
  [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
    'format-changed',
    'format-changed',
  ],
  [
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int64' },
    'format-widened',
    'format-narrowed',
  ],
  [text, { type: 'string', contentEncoding: 'base64' }, 'content-changed', 'content-changed'],
  [{ type: 'array' }, { type: 'array', uniqueItems: true }, 'unique-items-added', 'unique-items-removed'],
  [
    { type: 'array', prefixItems: [text] },
    { type: 'array', prefixItems: [text, number] },
    'prefix-item-added',
    'prefix-item-removed',
  ],
  [{ type: 'array' }, { type: 'array', contains: text }, 'contains-added', 'contains-removed'],
  [
    { type: 'array', contains: text },
    { type: 'array', contains: { type: 'string', minLength: 2 } },
    'contains-changed',
    'contains-changed',
  ],
  [text, { type: 'string', default: 'a' }, 'default-added', 'default-removed'],
  [{ type: 'string', default: 'b' }, { type: 'string', default: 'a' }, 'default-changed', 'default-changed'],
  [
    { $ref: 'https://example.com/a' },
    { $ref: 'https://example.com/b' },
    'reference-changed',
    'reference-changed',
  ],
]

const cat = object({ kind: { const: 'cat' }, lives: number })
const dog = object({ kind: { const: 'dog' }, tricks: number })
const bird = object({ kind: { const: 'bird' }, wings: number })
const discriminated = { discriminator: { propertyName: 'kind' } }

const pet = object({ kind: { enum: ['cat', 'dog'] }, lives: number, tricks: number })

const unions: SchemaRow[] = [
  [{ oneOf: [cat, dog] }, pet, 'variants-merged', 'variants-split'],
  [{ oneOf: [cat, dog, bird] }, { oneOf: [pet, bird] }, 'variants-merged', 'variants-split'],
  [{ oneOf: [cat, dog] }, { oneOf: [dog, bird, cat] }, 'variant-added', 'variant-removed'],
  [cat, { anyOf: [cat, dog] }, 'variant-added', 'variant-removed'],
  // A variant without a type takes null, and does not mean it.
  [
    { oneOf: [cat, dog] },
    { oneOf: [cat, dog, { properties: { kind: { const: 'bird' }, wings: number } }] },
    'variant-added',
    'variant-removed',
  ],
  [
    { anyOf: [cat, { type: 'null' }] },
    { anyOf: [cat, dog, { type: 'null' }] },
    'variant-added',
    'variant-removed',
  ],
  // Beside such variants, the type that is stated means it.
  ...[
    [{ required: ['a'] }, { required: ['b'] }],
    [cat, { required: ['a'] }],
  ].map((anyOf): SchemaRow => [
    object({}, { anyOf }),
    object({}, { type: ['object', 'null'], anyOf }),
    'became-nullable',
    'became-not-nullable',
  ]),
  [{ type: 'object' }, { type: 'object', oneOf: [cat, dog] }, 'union-added', 'union-removed'],
  [{ oneOf: [cat, dog] }, { anyOf: [cat, dog] }, 'one-of-became-any-of', 'any-of-became-one-of'],
  [
    { oneOf: [cat, dog] },
    { oneOf: [cat, dog], ...discriminated },
    'discriminator-added',
    'discriminator-removed',
  ],
  [
    { oneOf: [cat, dog], ...discriminated },
    { oneOf: [cat, dog], discriminator: { propertyName: 'sort' } },
    'discriminator-changed',
    'discriminator-changed',
  ],
  [text, { type: 'string', not: { const: 'a' } }, 'not-added', 'not-removed'],
  // No client sends a property that it does not know.
  ...[{ required: ['b'] }, { anyOf: [{ required: ['b', 'a'] }, { required: ['c'] }] }].map(
    (not): SchemaRow => [
      object({ a: text }),
      object({ a: text }, { not }),
      'not-added-for-new',
      'not-removed',
    ],
  ),
  [object({ a: text }), object({ a: text }, { not: { required: ['a'] } }), 'not-added', 'not-removed'],
  [
    object({ a: text, b: text }),
    object({ a: text, b: text }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    'union-added',
    'union-removed',
  ],
  // A schema that fits one of the variants is not limited by them.
  [
    object({}, { required: ['a'] }),
    object({}, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    'property-became-optional',
    'property-became-required',
  ],
  [
    { type: 'string', minLength: 3 },
    { type: 'string', anyOf: [{ pattern: '^a' }, { minLength: 2 }] },
    'min-length-removed',
    'min-length-added',
  ],
  [
    { type: 'string', not: { enum: ['a'] } },
    { type: 'string', not: { enum: ['a', 'b'] } },
    'not-tightened',
    'not-loosened',
  ],
  [
    { type: 'string', not: { pattern: '^a' } },
    { type: 'string', not: { pattern: '^b' } },
    'not-changed',
    'not-changed',
  ],
  [{}, when({ required: ['a'] }, { required: ['b'] }), 'condition-added', 'condition-removed'],
  [
    when({ required: ['a'] }, { required: ['b'] }),
    when({ required: ['c'] }, { required: ['b'] }),
    'condition-changed',
    'condition-changed',
  ],
  [
    when({ required: ['a'] }, { maxProperties: 3 }),
    when({ required: ['a'] }, { maxProperties: 2 }),
    'max-properties-lowered',
    'max-properties-raised',
  ],
]

const same = (from: Json, to: Json): SchemaRow => [from, to, '', '']
const list = (more: object = {}): object => ({ type: 'array', ...more })
const named = { type: 'string', format: 'uuid', title: 'A' }

/** Other spellings of one meaning, and things without an effect. */
const spellings: SchemaRow[] = [
  same(list(), list({ items: { uniqueItems: false } })),
  same(list(), list({ items: { minContains: 2, maxContains: 3 } })),
  same(list(), list({ items: { minLength: 0, pattern: '', required: [] } })),
  [list(), list({ items: { oneOf: [{}], maxLength: 2 } }), 'items-constrained', 'items-unconstrained'],
  [list(), list({ items: { contains: text, minContains: 2 } }), 'items-constrained', 'items-unconstrained'],
  same(list({ prefixItems: [text, {}] }), list({ prefixItems: [text] })),
  same(text, { type: 'string', not: false }),
  same({ type: 'boolean' }, { type: 'boolean', enum: [false, true] }),
  same({ oneOf: [cat, dog] }, { oneOf: [cat, dog], discriminator: {} }),
  same({ anyOf: [cat, cat, dog] }, { anyOf: [cat, dog] }),
  same({ anyOf: [cat, { anyOf: [dog, bird] }] }, { anyOf: [cat, dog, bird] }),
  same(
    { oneOf: [named, { type: 'number', title: 'A' }] },
    { oneOf: [{ type: 'number', title: 'A' }, named] },
  ),
  same(
    { allOf: [{ anyOf: [cat, dog] }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }] },
    { allOf: [{ anyOf: [{ required: ['b'] }, { required: ['a'] }] }, { anyOf: [cat, dog] }] },
  ),
  same({ ...number, allOf: [{ minimum: 5 }, { exclusiveMinimum: 5 }] }, { ...number, exclusiveMinimum: 5 }),
  same({ ...number, allOf: [{ exclusiveMaximum: 5 }, { maximum: 5 }] }, { ...number, exclusiveMaximum: 5 }),
  [{ type: 'boolean', enum: [true] }, { type: 'boolean' }, 'enum-removed', 'enum-added'],
  [
    { type: ['boolean', 'string'], enum: [true, false, 'a'] },
    { type: ['boolean', 'string'] },
    'enum-removed',
    'enum-added',
  ],
  [
    { ...number, allOf: [{ minimum: 5 }, { minimum: 1 }] },
    { ...number, minimum: 3 },
    'minimum-lowered',
    'minimum-raised',
  ],
  [
    { ...number, allOf: [{ maximum: 1 }, { maximum: 5 }] },
    { ...number, maximum: 3 },
    'maximum-raised',
    'maximum-lowered',
  ],
  // Patterns are compared for the lengths that both sides allow.
  [
    { ...text, maxLength: 3, pattern: '^a*$' },
    { ...text, maxLength: 5, pattern: '^a{0,3}$' },
    'max-length-raised',
    'max-length-lowered',
  ],
  [
    { ...text, maxLength: 3, pattern: '^a*$' },
    { ...text, pattern: '^a{0,3}$' },
    'max-length-removed',
    'max-length-added',
  ],
  [
    { minLength: 2, minItems: 1 },
    { type: 'string', minLength: 2, minItems: 1 },
    'type-narrowed',
    'type-widened',
  ],
  [{ minimum: 1 }, { ...number, minimum: 1 }, 'type-stated', 'type-unstated'],
  [
    object({}, { additionalProperties: number }),
    object({ a: text }, { additionalProperties: number, required: ['a'] }),
    { request: 'required-property-added', response: 'property-added-to-map' },
    'required-property-removed',
  ],
  // Renamed properties whose schemas are one in another spelling.
  ...(
    [
      [{ allOf: [text] }, text],
      [
        { type: 'integer', exclusiveMinimum: 0 },
        { type: 'integer', minimum: 1 },
      ],
      [{ type: 'object', additionalProperties: true, required: [] }, { type: 'object' }],
      [{ type: ['string'], description: 'A' }, text],
      [{ $ref: 'https://example.com/a' }, { $ref: 'https://example.com/a' }],
      [list({ items: true }), list({ items: {} })],
    ] as const
  ).map(([one, other]): SchemaRow => [
    object({ kept: text, customer_id: one }),
    object({ customerId: other, kept: text }),
    'property-renamed',
    'property-renamed',
  ]),
  [
    object({ customer_id: { type: 'number', exclusiveMinimum: 0 } }),
    object({ customerId: { type: 'number', minimum: 1 } }),
    ['property-added', 'property-removed'],
    ['property-added', 'property-removed'],
  ],
]

const dated = { type: 'string', format: 'date' }
const marked = { type: 'string', format: 'uuid' }

/** Which variants of two unions are one. */
const matches: SchemaRow[] = [
  [
    { oneOf: [marked, dated] },
    { oneOf: [{ ...dated, maxLength: 10 }, marked] },
    'max-length-added',
    'max-length-removed',
  ],
  [
    { oneOf: [{ enum: ['a', 'b'] }, { type: 'string', pattern: '^x' }] },
    { oneOf: [{ type: 'string', pattern: '^x' }, { enum: ['a', 'b', 'c'] }] },
    'enum-value-added',
    'enum-value-removed',
  ],
  [
    { oneOf: [dated, list({ items: text })] },
    { oneOf: [list({ items: text, maxItems: 3 }), dated] },
    'max-items-added',
    'max-items-removed',
  ],
  [
    { oneOf: [cat, dog] },
    { oneOf: [cat, object({ kind: { const: 'wolf' }, tricks: number })] },
    ['variant-added', 'variant-removed'],
    ['variant-added', 'variant-removed'],
  ],
  [
    { oneOf: [cat, dog] },
    object({ kind: text, lives: number, tricks: number }),
    ['enum-removed', 'variants-merged'],
    ['enum-added', 'variants-split'],
  ],
  [
    { allOf: [{ anyOf: [cat, dog] }, { anyOf: [object({ a: text }), object({ b: text })] }] },
    { allOf: [{ anyOf: [cat, dog] }, { anyOf: [object({ c: text }), object({ d: text })] }] },
    ['union-added', 'union-removed'],
    ['union-added', 'union-removed'],
  ],
  [{ anyOf: [cat, dog] }, { anyOf: [cat, dog, { type: 'null' }] }, 'became-nullable', 'became-not-nullable'],
  [
    { anyOf: [cat, { type: ['object', 'null'], required: ['a'] }] },
    { anyOf: [cat, { type: ['object', 'null'], required: ['a'] }, { type: 'null' }] },
    '',
    '',
  ],
  [
    { ...cat, type: ['object', 'null'] },
    { anyOf: [cat, dog, { type: 'null' }] },
    'variant-added',
    'variant-removed',
  ],
  [
    { anyOf: [{ type: 'integer' }, { enum: [1, 2] }] },
    { anyOf: [{ type: 'integer' }, { enum: [1] }] },
    'known-value-removed',
    'known-value-added',
  ],
  [
    { type: ['string', 'null'], enum: ['a', null] },
    { type: ['string', 'null'], enum: [null] },
    'enum-value-removed',
    'enum-value-added',
  ],
]

const notes: SchemaRow[] = [
  [text, { type: 'string', deprecated: true }, 'schema-deprecated', 'schema-no-longer-deprecated'],
  [text, { type: 'string', title: 'A' }, 'text-changed', 'text-changed'],
  [text, { type: 'string', description: 'A' }, 'text-changed', 'text-changed'],
  [text, { type: 'string', example: 'A' }, 'example-changed', 'example-changed'],
  [
    { type: 'string', examples: ['A'] },
    { type: 'string', example: 'B' },
    'example-changed',
    'example-changed',
  ],
  [
    { type: 'object', default: { a: 1 } },
    { type: 'object', default: null },
    'default-changed',
    'default-changed',
  ],
  [text, { type: 'string', 'x-a': 1 }, 'extension-changed', 'extension-changed'],
  [text, { type: 'string', xml: { name: 'a' } }, 'xml-note-changed', 'xml-note-changed'],
]

/** Every kind of change in a schema, there and back. */
export const schemaRows: readonly SchemaRow[] = [
  ...limits,
  ...rests,
  ...objects,
  ...values,
  ...unions,
  ...spellings,
  ...matches,
  ...notes,
]
