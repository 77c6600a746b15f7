import type { Statement } from './statement.js'

/** Resources, enumerations. */
export const enumerationsStatements: readonly Statement[] = []
