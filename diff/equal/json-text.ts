import { canonical } from './canonical.js'

/** A value as JSON; what holds itself, as aliases in YAML can, is cut off where it is deep. */
export const jsonText = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    return canonical(value)
  }
}
