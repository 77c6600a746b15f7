import type { Call } from '../model/call.js'
import type { Case } from '../model/case.js'
import type { Observed } from '../model/observed.js'
import { candidatesOf, type KnownFor } from './candidates.js'
import { keeper } from './keeps.js'
import { peculiaritiesLeft } from './peculiarities.js'

const withCall = (of: Case, call: Call): Case => {
  const { reaches: _reaches, ...rest } = of
  return { ...rest, call, peculiarities: peculiaritiesLeft(of, call) }
}

const keyOf = ({ path, query, header, cookie, body }: Call): string =>
  JSON.stringify([path, query, header, cookie, body ?? null])

/**
 * Looks for a smaller request that still shows a violation: without optional parameters and members, with shorter lists
 * and plainer values. Every request that is tried is valid, or deviates exactly as the first one. The same every time.
 * @param shows sends a case, and resolves to its answer where that shows the violation
 * @param most requests to send at the most
 * @param knownFor values of things that are there, for parameters of a path that have odd ones
 */
export async function shrink(
  observed: Observed,
  shows: (candidate: Case) => Promise<Observed | undefined>,
  most: number,
  knownFor: KnownFor = () => [],
): Promise<Observed> {
  // What a link or a page led to has no values of its own.
  if (observed.case.call.target !== undefined) return observed
  const keeps = await keeper(observed)
  let smallest = observed
  let left = most
  const tried = new Set([keyOf(observed.case.call)])
  for (let isSmaller = true; isSmaller && left > 0;) {
    isSmaller = false
    for (const call of candidatesOf(smallest.case, knownFor)) {
      if (left === 0) break
      const key = keyOf(call)
      if (tried.has(key)) continue
      tried.add(key)
      if (!keeps(call)) continue
      left--
      const shown = await shows(withCall(smallest.case, call))
      if (!shown) continue
      smallest = shown
      isSmaller = true
      break
    }
  }
  return smallest
}
