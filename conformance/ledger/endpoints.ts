import type { Statement } from './statement.js'

/** Endpoints: terms, required signings, abilities, customers, specification documents, sandbox, idempotency. */
export const endpointsStatements: readonly Statement[] = []
