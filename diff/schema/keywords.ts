import { assertionKeywords, schemaMapKeywords } from '../../document/index.js'

/** Keywords for the contents of texts, which validators leave to whoever reads the text. */
const contents = ['contentEncoding', 'contentMediaType', 'contentSchema'] as const

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

const constraining: ReadonlySet<string> = new Set([...assertionKeywords, ...contents, '$ref', '$dynamicRef'])

/** Keywords that the comparison of schemas understands; any other is an extension. */
export const understood: ReadonlySet<string> = new Set([
  ...annotations,
  ...constraining,
  ...schemaMapKeywords,
])

/** Whether a keyword is an assertion, which constrains values. */
export function isAsserting(key: string): boolean {
  return constraining.has(key)
}
