import type { Statement } from './statement.js'

/** Resources: amount, currency, account, bank account identifier, terms item, other records. */
export const recordsStatements: readonly Statement[] = []
