import type { JsonSchemaObject } from '../../../runtime/json-schema.js'

/** The random choices in a wrong value: letters to make it of, and how far it is beyond a limit. */
export interface Salt {
  readonly letters: string
  readonly by: number
}

/** One way for a text to be wrong. The validator decides whether it is wrong after all. */
export interface WrongText {
  readonly how: string
  readonly make: (salt: Salt) => string
  /** Limits are often kept by taking the nearest value that they allow, which breaks nothing for the caller. */
  readonly isLimit: boolean
}

const longest = 2_000

const typesOf = ({ type }: JsonSchemaObject): readonly string[] => [type ?? []].flat()

const dated = new Set(['uuid', 'date', 'date-time'])

const ofKind = (schema: JsonSchemaObject): readonly WrongText[] => {
  const named = typesOf(schema).find((type) => ['integer', 'number', 'boolean'].includes(type))
  const what = named ?? (schema.format !== undefined && dated.has(schema.format) ? schema.format : undefined)
  const make = ({ letters }: Salt): string => `x${letters}`
  return [
    ...(what === undefined
      ? []
      : [{ how: `letters where the document wants ${what}`, make, isLimit: false }]),
    ...(schema.enum === undefined && schema.const === undefined
      ? []
      : [{ how: 'a value that the document does not enumerate', make, isLimit: false }]),
    ...(schema.pattern === undefined
      ? []
      : [
          {
            how: 'a text that does not match the pattern',
            make: (salt: Salt) => `~${make(salt)}~`,
            isLimit: false,
          },
        ]),
  ]
}

const limit = (how: string, make: WrongText['make']): WrongText => ({ how, make, isLimit: true })

const text = (length: number): string => 'a'.repeat(Math.max(length, 0))

const ofLength = ({ minLength = 0, maxLength = longest }: JsonSchemaObject): readonly WrongText[] => [
  ...(maxLength < longest
    ? [limit(`more than ${maxLength} characters`, ({ by }) => text(maxLength + by))]
    : []),
  ...(minLength > 1
    ? [limit(`fewer than ${minLength} characters`, ({ by }) => text(Math.max(minLength - by, 1)))]
    : []),
]

const ofRange = ({ minimum, maximum }: JsonSchemaObject): readonly WrongText[] => [
  ...(maximum !== undefined && Number.isSafeInteger(maximum + 10)
    ? [limit(`more than the maximum of ${maximum}`, ({ by }) => String(maximum + by))]
    : []),
  ...(minimum !== undefined && Number.isSafeInteger(minimum - 10)
    ? [limit(`less than the minimum of ${minimum}`, ({ by }) => String(minimum - by))]
    : []),
]

/** The ways in which a text can break what schemas say of it, each once. */
export function wrongTexts(schemas: readonly JsonSchemaObject[]): readonly WrongText[] {
  const all = schemas.flatMap((schema) => [...ofKind(schema), ...ofLength(schema), ...ofRange(schema)])
  return [...new Map(all.map((wrong) => [wrong.how, wrong])).values()]
}
