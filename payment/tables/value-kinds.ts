/** The types that the specification's tables of records give their fields. */
export type ValueKind =
  | 'uuid'
  | 'decimal'
  | 'time'
  | 'text'
  | 'filled'
  | 'flag'
  | 'object'
  | 'list'
  | 'index'
  | 'any'

/** How one of those types is named, and spelled in a schema. */
export interface KindFacts {
  readonly words: string
  /** Absent where any is right. */
  readonly type?: 'string' | 'boolean' | 'integer' | 'object' | 'array'
  readonly format?: string
}

/** Each type by its name; a filled text is one that names or proves something, so that an empty one is none. */
export const valueKinds: Readonly<Record<ValueKind, KindFacts>> = {
  uuid: { words: 'a UUID', type: 'string', format: 'uuid' },
  decimal: { words: 'a decimal number in a string', type: 'string', format: 'decimal' },
  time: { words: 'a date-time', type: 'string', format: 'date-time' },
  text: { words: 'a string', type: 'string' },
  filled: { words: 'a string', type: 'string' },
  flag: { words: 'a boolean', type: 'boolean' },
  object: { words: 'an object', type: 'object' },
  index: { words: 'an integer', type: 'integer' },
  any: { words: 'anything' },
  list: { words: 'an array', type: 'array' },
}
