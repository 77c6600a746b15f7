/** Ends a scenario that cannot be judged here; the reason says what is missing and how to provide it. */
export class Skip extends Error {
  override readonly name = 'Skip'
}

/** Ends a scenario that has nothing to judge on this service. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

/** The service gave no answer; a run in which this goes on is stopped. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}
