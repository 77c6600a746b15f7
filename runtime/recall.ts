import type { Found } from './fail.js'

/** A validator, with the findings of its last call. */
interface Judge {
  found: Found
}

let depth = 0
// Cleared when the outermost call ends, because values may change afterwards.
const verdicts = new Map<Judge, Map<unknown, Found>>()

/** Only the first violation, because callers only need to know whether there is one. */
const oneOf = (found: Found): Found => {
  const [first] = found ?? []
  return first === undefined ? null : [{ ...first }]
}

const runCached = (
  judge: Judge,
  value: unknown,
  known: Map<unknown, Found>,
  first: () => boolean,
): boolean => {
  depth++
  try {
    const isValid = first()
    known.set(value, oneOf(judge.found))
    return isValid
  } finally {
    depth--
    if (depth === 0) verdicts.clear()
  }
}

/**
 * Caches the verdict on a value during one outermost call of a validator. Called by generated code for nested unions,
 * which would otherwise validate the same value exponentially often.
 * @param first validates the value and stores the findings
 */
export function recall(judge: Judge, value: unknown, first: () => boolean): boolean {
  const known = verdicts.get(judge) ?? new Map<unknown, Found>()
  verdicts.set(judge, known)
  const before = known.get(value)
  if (before === undefined) return runCached(judge, value, known, first)
  judge.found = oneOf(before)
  return before === null
}
