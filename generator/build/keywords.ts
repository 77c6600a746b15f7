/** Annotations that readers of the generated `schemas` and `operations` need. Prose and extensions stay behind. */
export const keptAnnotations: ReadonlySet<string> = new Set([
  '$ref',
  '$defs',
  'default',
  'deprecated',
  'discriminator',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
])
