import type { Statement } from './statement.js'

/** Endpoints: autoramps and their further quotes. */
export const autorampsStatements: readonly Statement[] = []
