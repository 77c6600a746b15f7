import type { Statement } from './statement.js'

/** Limits that no other section states. */
export const limitsStatements: readonly Statement[] = []
