/** The kind of problem with a path, which determines the fix. */
export type Obstacle =
  | 'place'
  | 'in-use'
  | 'damaged'
  | 'foreign'
  | 'format'
  | 'origin'
  | 'version'
  | 'writing'

/** Thrown for a path that cannot hold the state of a sandbox, with the reason. */
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
