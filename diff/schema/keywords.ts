import { constrainingKeywords, schemaMapKeywords } from '../../document/index.js'

/** Annotations: keywords that constrain no value. */
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

/** Keywords that schema comparison supports; any other is treated as an extension. */
export const understood: ReadonlySet<string> = new Set([
  ...annotations,
  ...constrainingKeywords,
  ...schemaMapKeywords,
])
