/** The types of fields in the specification's tables of records. */
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

/** The name of a type, and its form in a schema. */
export interface KindFacts {
  readonly words: string
  /** Absent where any is allowed. */
  readonly type?: 'string' | 'boolean' | 'integer' | 'object' | 'array'
  readonly format?: string
}

/** The types by name; a filled text names or proves something, so it must not be empty. */
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
