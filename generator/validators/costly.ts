import type { JsonSchema } from '../../runtime/json-schema.js'
import { unitsInPlace } from '../build/evaluated.js'

// So many calls for one value take some microseconds.
const mostCalls = 1000

/**
 * Finds the units that would call others for the same value again and again: nested unions of the same units, in
 * which the number of calls doubles with each level.
 */
export function costlyUnits(schemaOf: (unit: string) => JsonSchema | undefined): (unit: string) => boolean {
  const calls = new Map<string, number>()
  const entered = new Set<string>()
  return (name) => {
    const open = [name]
    // Not recursive: a chain of units may be deeper than the stack.
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (calls.has(top)) {
        open.pop()
        continue
      }
      const used = unitsInPlace(schemaOf(top))
      if (entered.has(top)) {
        const below = used.reduce((sum, one) => sum + (calls.get(one) ?? 0), 1)
        calls.set(top, Math.min(below, Number.MAX_SAFE_INTEGER))
      } else {
        entered.add(top)
        open.push(...used.filter((one) => !entered.has(one)))
      }
    }
    return (calls.get(name) ?? 0) > mostCalls
  }
}
