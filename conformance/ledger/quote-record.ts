import type { Statement } from './statement.js'

/** Resources: the signed quote and its fee. */
export const quoteRecordStatements: readonly Statement[] = []
