import type { ErrorEntry } from '../entry.js'

export const fetchErrors = {
} as const satisfies Record<string, ErrorEntry>
