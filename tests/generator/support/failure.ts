import { RampartError } from '../../../diagnostics/index.js'

/** The expected failure of a promise; anything else, success included, fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<RampartError> {
  const outcome = await promise.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )
  if (outcome instanceof RampartError) return outcome
  throw new Error('a RampartError was expected', { cause: outcome })
}
