import type { Statement } from './statement.js'

/** States and transitions. */
export const statesStatements: readonly Statement[] = []
