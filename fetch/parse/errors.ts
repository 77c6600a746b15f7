/** A text that may be well-formed but exceeds a limit. */
export class TextLimitError extends Error {
  override readonly name = 'TextLimitError'

  constructor(
    reason: string,
    readonly offset?: number,
  ) {
    super(reason)
  }
}

/** The error for a text that is nested too deeply. */
export function tooDeep(maxDepth: number, offset?: number): TextLimitError {
  return new TextLimitError(`is nested more than ${maxDepth} levels deep`, offset)
}
