import { RampartError } from '../../diagnostics/index.js'

/** The RampartError that a promise rejects with; anything else, success included, fails the test. */
export async function errorOf(work: Promise<unknown>): Promise<RampartError> {
  const outcome: unknown = await work.then(
    () => 'no error at all',
    (error: unknown) => error,
  )
  if (outcome instanceof RampartError) return outcome
  throw new Error(`expected a RampartError, got ${String(outcome)}`, { cause: outcome })
}

/** The RampartError that a function throws; anything else fails the test. */
export const errorIn = (work: () => unknown): Promise<RampartError> => errorOf(Promise.resolve().then(work))
