import type { ErrorEntry } from '../entry.js'

export const sandboxErrors = {} as const satisfies Record<string, ErrorEntry>
