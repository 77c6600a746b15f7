import { schemaKeywords, schemaListKeywords, schemaMapKeywords } from '../../document/index.js'

/** Annotations: keywords for readers, which constrain no value. */
export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'example',
  'examples',
  'externalDocs',
  'xml',
  'discriminator',
  '$comment',
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$vocabulary',
  '$defs',
  'definitions',
  'nullable',
])

/** Keywords that the comparison of schemas understands; any other is an extension. */
export const understood: ReadonlySet<string> = new Set([
  ...annotations,
  ...schemaKeywords,
  ...schemaListKeywords,
  ...schemaMapKeywords,
  '$ref',
  '$dynamicRef',
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'required',
  'dependentRequired',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
  'minItems',
  'maxItems',
  'uniqueItems',
])

/** Whether a keyword is an assertion, which constrains values. */
export function isAsserting(key: string): boolean {
  return !annotations.has(key) && !key.startsWith('x-')
}
