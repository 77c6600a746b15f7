import type { Statement } from './statement.js'

/** What the service does: groups, environments, addresses. */
export const serviceStatements: readonly Statement[] = []
