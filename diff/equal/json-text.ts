import { canonical } from './canonical.js'

/** A value as JSON; one that contains itself, as aliases in YAML can, is cut off where it repeats. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return canonical(value)
  }
}
