/** True for a text that says something. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
