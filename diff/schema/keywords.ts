import { constrainingKeywords, schemaMapKeywords } from '../../document/index.js'

/** Annotations: keywords for readers, which constrain no value. */
const annotations = [
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
] as const

/** Keywords that the comparison of schemas understands; any other is an extension. */
export const understood: ReadonlySet<string> = new Set([
  ...annotations,
  ...constrainingKeywords,
  ...schemaMapKeywords,
])
