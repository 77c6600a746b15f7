import { RampartError } from '../../diagnostics/index.js'
import type { Api } from '../../conformance/index.js'
import type { TestOptions } from './options.js'

type Operation = Api['operations'][number]

/** A pattern in which `*` stands for any text, as an expression for all of a text in any case. */
const expressionOf = (pattern: string): RegExp => {
  const texts = pattern.split('*').map((text) => text.replaceAll(/[.+?^${}()|[\]\\/-]/g, String.raw`\$&`))
  return new RegExp(`^${texts.join('.*')}$`, 'i')
}

const namesOf = ({ operationId, tags, path, method }: Operation): string[] => [
  operationId,
  ...tags,
  path,
  `${method} ${path}`,
]

const matcher = (patterns: readonly string[]): ((operation: Operation) => boolean) => {
  const expressions = patterns.map(expressionOf)
  return (operation) => namesOf(operation).some((name) => expressions.some((one) => one.test(name)))
}

/**
 * The operations that are asked for by tag, path, method and path, or operation id; `*` stands for any text.
 * @throws RampartError SELECTION_EMPTY when none is left.
 */
export function selected(
  operations: readonly Operation[],
  { include, exclude = [] }: Pick<TestOptions, 'include' | 'exclude'>,
  file: string,
): readonly Operation[] {
  if (operations.length === 0)
    throw new RampartError('SELECTION_EMPTY', {
      message: `${file} has no operations that can be read`,
      where: { file },
      fix: 'Pass a document with operations below "paths".',
    })
  const isIncluded = include === undefined ? () => true : matcher(include)
  const isExcluded = matcher(exclude)
  const kept = operations.filter((operation) => isIncluded(operation) && !isExcluded(operation))
  if (kept.length > 0) return kept
  throw new RampartError('SELECTION_EMPTY', {
    message: `${file}: no operation has a tag, a path or an operation id that is asked for`,
    where: { file },
  })
}
