import type { Unit } from '../model/document.js'
import { unitsInPlace } from '../build/evaluated.js'

// So many calls for one value take some microseconds.
const mostCalls = 1000

/**
 * Names of the units that would call others for the same value again and again: unions of unions of the same units,
 * in which the number of ways doubles with each step.
 */
export function costlyUnits(units: readonly Unit[]): ReadonlySet<string> {
  const schemas = new Map(units.map(({ name, schema }) => [name, schema]))
  const calls = new Map<string, number>()
  const entered = new Set<string>()
  for (const { name } of units) {
    const open = [name]
    // Not called one in the other: a chain of units may be longer than the stack is deep.
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const used = unitsInPlace(schemas.get(top))
      if (entered.has(top)) {
        open.pop()
        const below = used.reduce((sum, one) => sum + (calls.get(one) ?? 0), 1)
        calls.set(top, Math.min(below, Number.MAX_SAFE_INTEGER))
      } else {
        entered.add(top)
        open.push(...used.filter((one) => !entered.has(one)))
      }
    }
  }
  return new Set([...calls].flatMap(([name, count]) => (count > mostCalls ? [name] : [])))
}
