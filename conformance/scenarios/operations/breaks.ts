import type { Operation } from '../../../runtime/surface.js'
import type { Draft } from './draft.js'
import type { Salt } from './wrong-texts.js'

/** One way to break what the document says of a request. */
export interface Break {
  /** What is broken: a parameter or a place of the body. */
  readonly target: string
  /** How, in words that are the same in every run. */
  readonly how: string
  /** The broken request; undefined where the salt leads to one that the document allows after all. */
  readonly draft: (salt: Salt) => Draft | undefined
  /** True where a service that serves it may have had a reason: it is noted and not held against it. */
  readonly isOpen: boolean
}

/** Where the specification itself leaves open what becomes of a value that the document forbids. */
export function isLeftOpen(route: string, name: string): boolean {
  if (route === 'get /autoramps/quote') {
    return /^(expiry_in_hours|additional_.*|recipient_account|.*_(message|payment_reference))$/.test(name)
  }
  // From 2026-08-01 on the value of the country changes nothing.
  return route === 'get /terms-and-conditions' && name === 'country'
}

/** True for an operation that takes JSON. */
export function takesJson({ requestBody }: Operation): boolean {
  return Object.keys(requestBody?.content ?? {}).some((type) => /[/+]json\b/i.test(type))
}
