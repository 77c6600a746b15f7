import type { Statement } from './statement.js'

/** Endpoints: identifications and their rules by version. */
export const identificationsStatements: readonly Statement[] = []
