import type { MediaTypeObject, Operation, Surface } from '../../../runtime/surface.js'

/** An example of a request or response in a document, with its validator. */
interface Example {
  /** Pointer of the media type, and the name of the example in it. */
  readonly at: string
  readonly value: unknown
  readonly validator: string
}

const examplesOfBody = (content: Readonly<Record<string, MediaTypeObject>>): Example[] =>
  Object.values(content).flatMap(({ pointer, validator, examples }) =>
    validator === undefined
      ? []
      : Object.entries(examples ?? {}).map(([name, value]) => ({
          at: `${pointer} ${name}`,
          value,
          validator,
        })),
  )

const examplesOfOperation = ({ requestBody, responses }: Operation): Example[] =>
  [requestBody, ...Object.values(responses)].flatMap((body) => examplesOfBody(body?.content ?? {}))

/** All examples of request and response bodies of a document, each once. */
export function examplesOf({ operations, webhooks }: Surface): Example[] {
  const all = [...Object.values(operations), ...Object.values(webhooks)].flatMap(examplesOfOperation)
  return [...new Map(all.map((example) => [example.at, example])).values()]
}

/** TypeScript that assigns each example to the type that its validator proves. */
export function assignments(examples: readonly Example[]): string {
  const lines = examples.map(({ validator, value }, index) => {
    const guard = `typeof validators.${validator}`
    // Assigned through a constant, so that members which the type lacks are not errors.
    return `const value${index} = ${JSON.stringify(value)} as const
export const example${index}: Proven<${guard}> = value${index}`
  })
  return [
    "import type { Validator } from '../runtime/validators.js'",
    "import type * as validators from './validators.js'",
    'type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T',
    'type Proven<Guard> = Guard extends Validator<infer Type> ? Frozen<Type> : never',
    ...lines,
    '',
  ].join('\n')
}
