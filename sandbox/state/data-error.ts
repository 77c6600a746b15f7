/** The kind of obstacle that a path is: the way out depends on it. */
export type Obstacle =
  | 'place'
  | 'in-use'
  | 'damaged'
  | 'foreign'
  | 'format'
  | 'origin'
  | 'version'
  | 'writing'

/** A place that cannot hold the state of a sandbox, and why. */
export class DataUnusableError extends Error {
  override readonly name = 'DataUnusableError'

  constructor(
    readonly path: string,
    readonly reason: string,
    readonly obstacle: Obstacle,
    options?: ErrorOptions,
  ) {
    super(`${path} ${reason}`, options)
  }
}
