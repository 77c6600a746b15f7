import { canonical } from './canonical.js'

/** A value as JSON; one that contains itself, which YAML aliases can produce, is cut off where it repeats. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return canonical(value)
  }
}
