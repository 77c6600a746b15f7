import { isObject } from '../../../document/index.js'
import type { JsonSchema } from '../../../runtime/json-schema.js'
import type { MediaTypeObject, Operation, Surface } from '../../../runtime/surface.js'

/** One example of a request or response that stands in a document, with the validator that judges it. */
export interface Example {
  /** Pointer of the media type, and the name of the example in it. */
  readonly at: string
  readonly value: unknown
  readonly direction: 'request' | 'response'
  readonly schema: JsonSchema
  readonly validator: string
}

type Direction = Example['direction']

const examplesOfBody = (
  content: Readonly<Record<string, MediaTypeObject>>,
  direction: Direction,
): Example[] =>
  Object.values(content).flatMap(({ pointer, schema, validator, examples }) =>
    schema === undefined || validator === undefined
      ? []
      : Object.entries(examples ?? {}).map(([name, value]) => ({
          at: `${pointer} ${name}`,
          value,
          direction,
          schema,
          validator,
        })),
  )

const examplesOfOperation = ({ requestBody, responses }: Operation): Example[] => [
  ...examplesOfBody(requestBody?.content ?? {}, 'request'),
  ...Object.values(responses).flatMap(({ content }) => examplesOfBody(content, 'response')),
]

/** All examples of request and response bodies of a document, each once. */
export function examplesOf({ operations, webhooks }: Surface): Example[] {
  const all = [...Object.values(operations), ...Object.values(webhooks)].flatMap(examplesOfOperation)
  return [...new Map(all.map((example) => [example.at, example])).values()]
}

const wrongFor: Readonly<Record<string, unknown>> = {
  string: 7,
  integer: 'seven',
  number: 'seven',
  boolean: 'yes',
  array: 'list',
  object: 'object',
}

/** Makes values that a schema must refuse out of one that it accepts. */
export class Breakages {
  readonly #schemas: Surface['schemas']
  readonly #direction: Direction

  constructor({ schemas }: Surface, direction: Direction) {
    this.#schemas = schemas
    this.#direction = direction
  }

  /** Each value has one required member too few, or one value of a wrong type. */
  of(schema: JsonSchema | undefined, value: unknown): unknown[] {
    const resolved = this.#resolve(schema)
    if (typeof resolved !== 'object') return []
    const parts = (resolved.allOf ?? []).flatMap((part) => this.of(part, value))
    if (Array.isArray(value)) return [...parts, ...this.#inFirst(resolved.items, value)]
    return isObject(value)
      ? [
          ...parts,
          ...this.#without(resolved.required ?? [], resolved.properties, value),
          ...this.#inMembers(resolved.properties ?? {}, value),
        ]
      : parts
  }

  #inFirst(items: JsonSchema | undefined, [first, ...others]: readonly unknown[]): unknown[] {
    return Array.from(this.of(items, first), (item) => [item, ...others])
  }

  #without(
    required: readonly string[],
    properties: Readonly<Record<string, JsonSchema>> = {},
    value: Readonly<Record<string, unknown>>,
  ): unknown[] {
    return required
      .filter((name) => name in value && !this.#mayBeLeftOut(properties[name]))
      .map((name) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)))
  }

  #inMembers(
    properties: Readonly<Record<string, JsonSchema>>,
    value: Readonly<Record<string, unknown>>,
  ): unknown[] {
    return Object.entries(properties).flatMap(([name, schema]) => {
      if (!(name in value)) return []
      const resolved = this.#resolve(schema)
      const type = typeof resolved === 'object' ? resolved.type : undefined
      const wrong = typeof type === 'string' && type in wrongFor ? [wrongFor[type]] : []
      const members = [...wrong, ...this.of(schema, value[name])]
      return Array.from(members, (member) => ({ ...value, [name]: member }))
    })
  }

  #mayBeLeftOut(property: JsonSchema | undefined): boolean {
    const resolved = this.#resolve(property)
    const mark = this.#direction === 'request' ? 'readOnly' : 'writeOnly'
    return typeof resolved === 'object' && resolved[mark] === true
  }

  #resolve(schema: JsonSchema | undefined): JsonSchema | undefined {
    const name = typeof schema === 'object' ? schema.$ref?.replace('#/components/schemas/', '') : undefined
    return name === undefined ? schema : this.#resolve(this.#schemas[name])
  }
}

/** TypeScript that assigns each example to the type that its validator proves. */
export function assignments(examples: readonly Example[]): string {
  const lines = examples.map(({ validator, value }, index) => {
    const guard = `typeof validators.${validator}`
    // By way of a constant of its own, so that a member which the type does not name is no error.
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
