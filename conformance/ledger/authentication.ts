import type { Statement } from './statement.js'

/** Authentication. */
export const authenticationStatements: readonly Statement[] = []
