/** Ends a scenario that cannot be judged here; the reason says what is missing and how to provide it. */
export class Skip extends Error {
  override readonly name = 'Skip'
}

/** Ends a scenario that has nothing to judge on this service. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** The service gave no answer; when this goes on, it is not asked any more. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** True for the three ways in which a scenario may end early; anything else is a mistake of its own. */
export function isEnding(error: unknown): error is Skip | NotApplicable | NoAnswer {
  return error instanceof Skip || error instanceof NotApplicable || error instanceof NoAnswer
}

/** The value, or undefined where the service does not give it: for what a scenario can do without. */
export async function ifPossible<T>(value: Promise<T>): Promise<T | undefined> {
  try {
    return await value
  } catch (error) {
    if (isEnding(error)) return undefined
    throw error
  }
}
