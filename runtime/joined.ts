import type { ValidationError } from './validator.js'

/** An error as the validator that is still at work sees it. */
type Fresh = { -readonly [Key in keyof ValidationError]: ValidationError[Key] }

/**
 * Errors of a validator that judged one branch of a union, added to those before them. Each is told by `at` which
 * branch it is of: validators of other modules count from their own root. Called by generated code.
 */
export function joined(before: Fresh[] | null, more: Fresh[], at: string): Fresh[] {
  for (const error of more) error.schemaPath = at + error.schemaPath.slice(1)
  return before === null ? more : before.concat(more)
}
