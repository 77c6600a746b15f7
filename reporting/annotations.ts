import { randomBytes } from 'node:crypto'

/** GitHub's limit on annotations per level and step. */
const mostOfALevel = 10

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const

export type AnnotationLevel = keyof typeof commands

/** A message attached to the log of a job, or to a line of a file. */
export interface Annotation {
  readonly level: AnnotationLevel
  readonly title: string
  /** Text of one or more lines. */
  readonly message: string
  readonly file?: string
  readonly line?: number | undefined
  readonly column?: number
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Renders an annotation as a workflow command of GitHub Actions, on one line. */
export function annotationLine({ level, title, message, file, line, column }: Annotation): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`col=${column}`]),
    `title=${property(title)}`,
  ]
  return `::${commands[level]} ${properties.join(',')}::${escapeData(message)}\n`
}

/** An annotation with a short name for when there are too many. */
export interface NamedAnnotation extends Annotation {
  readonly name: string
}

/**
 * Renders annotations of one level, up to GitHub's limit per step; the last one summarizes those beyond it by their
 * names.
 * @param used the number of annotations of this level so far
 */
export function annotationLines(
  level: AnnotationLevel,
  annotations: readonly Omit<NamedAnnotation, 'level'>[],
  messageFor: (names: readonly string[]) => string,
  used = 0,
): string {
  const most = mostOfALevel - used
  const shown = annotations.length <= most ? annotations : annotations.slice(0, most - 1)
  const names = annotations.slice(shown.length).map(({ name }) => name)
  const rest = names.length === 0 ? [] : [{ title: 'rampart', message: messageFor(names) }]
  return [...shown, ...rest].map((one) => annotationLine({ ...one, level })).join('')
}

/** Wraps text from outside so that GitHub executes no workflow commands in it. */
export function withoutCommands(text: string): string {
  const token = randomBytes(16).toString('hex')
  return `::stop-commands::${token}\n${text}::${token}::\n`
}
