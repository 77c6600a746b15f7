import { randomBytes } from 'node:crypto'

/** GitHub shows no more annotations of a level and a step. */
const mostOfALevel = 10

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const

/** How loud an annotation is. */
export type AnnotationLevel = keyof typeof commands

/** A message beside the log of a job, or beside a line of a file that the job has. */
export interface Annotation {
  readonly level: AnnotationLevel
  readonly title: string
  /** Text of one or more lines. */
  readonly message: string
  readonly file?: string
  readonly line?: number | undefined
  readonly column?: number
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** An annotation as a workflow command of GitHub Actions, on a line of its own. */
export function annotationLine({ level, title, message, file, line, column }: Annotation): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`col=${column}`]),
    `title=${property(title)}`,
  ]
  return `::${commands[level]} ${properties.join(',')}::${data(message)}\n`
}

/** An annotation, and how it is called where there are too many. */
export interface NamedAnnotation extends Annotation {
  readonly name: string
}

/**
 * Annotations of one level as lines, as many as GitHub shows of one step; the last of too many stands for the rest.
 * @param messageFor the message of that last one, from the names of those that it stands for
 * @param used how many of this level there are already
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

/** A text that comes from outside, with GitHub told to obey nothing in it. */
export function withoutCommands(text: string): string {
  const token = randomBytes(16).toString('hex')
  return `::stop-commands::${token}\n${text}::${token}::\n`
}
