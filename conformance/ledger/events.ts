import type { Statement } from './statement.js'

/** Events: registering, delivery, kinds, message types. */
export const eventsStatements: readonly Statement[] = []
