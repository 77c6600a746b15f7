import type { Statement } from './statement.js'

/** Errors: structured identification errors, one by one. */
export const identificationErrorsStatements: readonly Statement[] = []
