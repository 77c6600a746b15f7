import { isJsonType } from '../../document/index.js'
import { smallestValue, type ValueSource } from '../../document/values/index.js'
import type { Parameter, RequestBody } from '../../runtime/surface.js'

/** The schemas of a document, and the caller's hints for the values. */
export type SampleSource = Pick<
  ValueSource,
  'schemas' | 'hint' | 'includes' | 'path' | 'preferredTags' | 'branch'
>

/** The smallest value of a body, if possible like the example in the document; `{}` if none is found. */
export function sampledBody(body: RequestBody | undefined, source: SampleSource): unknown {
  const content = Object.entries(body?.content ?? {})
  const [, media] = content.find(([type]) => isJsonType(type)) ?? content[0] ?? []
  const { schema, pointer = '#', examples = {} } = media ?? {}
  const value = smallestValue(schema, {
    ...source,
    pointer: `${pointer}/schema`,
    direction: 'request',
    examples: Object.values(examples).slice(0, 1),
  })
  return value ?? {}
}

/** A value of a parameter, as text. */
export function sampledParameter(
  { name, schema, content, example, pointer }: Parameter,
  { schemas }: Pick<SampleSource, 'schemas'>,
): string {
  const [media = { schema, pointer }] = Object.values(content ?? {})
  const source = { schemas, name, pointer: `${media.pointer}/schema`, direction: 'request' } as const
  const value = example ?? smallestValue(media.schema, source) ?? 'Sample'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
