import type { Scheme } from './scheme.js'

const opaque = 'rampart-wrong-credentials'

const base64url = (text: string): string => Buffer.from(text).toString('base64url')

/** A token that is well formed, and that nobody signed. */
const jwt = [
  base64url('{"alg":"HS256","typ":"JWT"}'),
  base64url('{"sub":"rampart","exp":4102444800}'),
  base64url('rampart-has-not-signed-this-....'),
].join('.')

const shapes: readonly (readonly [shape: RegExp, wrong: (own: string) => string])[] = [
  [
    /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
    () => '00000000-0000-4000-8000-000000000000',
  ],
  [/^eyJ[\w-]+\.[\w-]+\.[\w-]*$/, () => jwt],
  [/^\d+$/, (own) => '9'.repeat(own.length)],
  [/^[\da-f]+$/i, (own) => 'deadbeef'.repeat(Math.ceil(own.length / 8)).slice(0, own.length)],
]

/**
 * Credentials of the shape of those that are right, which nobody has. Nothing of the right ones is in them.
 * @param own the right ones, where they are known
 */
export function wrongFor(scheme: Scheme, own: string | undefined): string {
  if (scheme.kind === 'basic') return `rampart:${opaque}`
  if (own === undefined) return scheme.kind === 'bearer' && scheme.isJwt ? jwt : opaque
  const wrong = shapes.find(([shape]) => shape.test(own))?.[1](own) ?? opaque
  return wrong === own ? opaque : wrong
}
