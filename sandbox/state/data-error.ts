/** A place that cannot hold the state of a sandbox, and why. */
export class DataUnusableError extends Error {
  override readonly name = 'DataUnusableError'

  constructor(
    readonly path: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${path} ${reason}`, options)
  }
}
