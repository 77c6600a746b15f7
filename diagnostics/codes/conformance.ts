import type { ErrorEntry } from '../entry.js'

export const conformanceErrors = {} as const satisfies Record<string, ErrorEntry>
