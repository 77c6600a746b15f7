import type { Statement } from './statement.js'

/** Endpoints: GET /autoramps/quote, with the limits of its parameters. */
export const quoteEndpointStatements: readonly Statement[] = []
