import { isJsonType } from '../../../document/index.js'
import type { Operation } from '../../../runtime/surface.js'
import type { Draft } from './draft.js'
import type { Salt } from './wrong-texts.js'

/** One way to break the document's schema of a request. */
export interface Break {
  /** The target: a parameter or a location in the body. */
  readonly target: string
  /** How, in words that are the same in every run. */
  readonly how: string
  /** The broken request; undefined where the salt leads to one that the document allows after all. */
  readonly draft: (salt: Salt) => Draft | undefined
  /** True where a service that serves it may have had a reason: it is noted and not held against it. */
  readonly isOpen: boolean
}

/**
 * True for the operations whose parameters the specification lists itself: there its own rules say which wrong values
 * are refused, and where it leaves that open.
 */
export function hasOwnRules(route: string): boolean {
  return route === 'get /autoramps/quote' || route === 'get /terms-and-conditions'
}

/** True for an operation that takes JSON. */
export function takesJson({ requestBody }: Operation): boolean {
  return Object.keys(requestBody?.content ?? {}).some(isJsonType)
}
