import type { Statement } from './statement.js'

/** Errors, general. */
export const errorsStatements: readonly Statement[] = []
