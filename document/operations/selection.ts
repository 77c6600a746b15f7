import { wildcard } from '../patterns/source.js'

/** An operation by what a user can name it by. */
export interface NamedOperation {
  readonly operationId?: string | undefined
  readonly tags?: readonly string[]
  /** The path template, or the name of the webhook. */
  readonly path: string
  readonly method: string
}

/** The texts by which an operation is selected: its operation id, its tags, its path, and method and path. */
export function namesOfOperation({ operationId, tags = [], path, method }: NamedOperation): string[] {
  return [...(operationId === undefined ? [] : [operationId]), ...tags, path, `${method} ${path}`]
}

/** Whether an operation matches one of the patterns, in any case; `*` stands for any text. */
export function operationMatcher(patterns: readonly string[]): (operation: NamedOperation) => boolean {
  const expressions = patterns.map((pattern) => wildcard(pattern, 'i'))
  return (operation) => namesOfOperation(operation).some((name) => expressions.some((one) => one.test(name)))
}
