import type { ErrorEntry } from '../entry.js'

export const generatorErrors = {
} as const satisfies Record<string, ErrorEntry>
