/** Annotations kept in the generated `schemas` and `operations`. Prose and extensions are dropped. */
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
