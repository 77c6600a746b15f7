import type { ErrorEntry } from '../entry.js'

export const commandLineErrors = {
} as const satisfies Record<string, ErrorEntry>
