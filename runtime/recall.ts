import type { Found } from './fail.js'

/** A function that judges a value, with what it found in its last call. */
interface Judge {
  found: Found
}

let depth = 0
// Forgotten once the outermost call has ended: after that the value may change.
const verdicts = new Map<Judge, Map<unknown, Found>>()

/** The first violation again: who asks the second time wants to know that there is one. */
const oneOf = (found: Found): Found => {
  const [first] = found ?? []
  return first === undefined ? null : [{ ...first }]
}

const run = (judge: Judge, value: unknown, known: Map<unknown, Found>, first: () => boolean): boolean => {
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
 * Judges a value once for all the ways on which one call of a validator comes to it. Called by generated code where
 * unions of unions would ask for the same verdict without end.
 * @param first what judges the value and leaves behind what was found
 */
export function recall(judge: Judge, value: unknown, first: () => boolean): boolean {
  const known = verdicts.get(judge) ?? new Map<unknown, Found>()
  verdicts.set(judge, known)
  const before = known.get(value)
  if (before === undefined) return run(judge, value, known, first)
  judge.found = oneOf(before)
  return before === null
}
