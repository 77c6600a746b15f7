import { type Problem, type ProblemLocation, RampartError } from '../../diagnostics/index.js'
import { makeRedactor } from '../../redaction/index.js'
import { type Paint, spelledOut } from '../../reporting/index.js'
import { colorsFor, type CommandContext } from '../process/context.js'
import { packageInfo } from '../process/package-info.js'

const mostShown = 20

// A message may repeat a word of the command line, of any length.
const longestMessage = 2000

/** A location as text: file or URL, line and column, and the pointer. */
export function locationText(where: ProblemLocation | undefined): string {
  if (!where) return ''
  const file = where.file ?? where.url ?? ''
  const line = where.line === undefined ? '' : `:${where.line}:${where.column ?? 1}`
  return [file + line, where.pointer].filter((part) => part !== undefined && part !== '').join(' ')
}

// Names in documents may hold line breaks, which would pass for lines of the command.
const onOneLine = (text: string): string => spelledOut(text, Infinity)

/** One problem as lines for a terminal. */
export function problemLines({ severity, message, where, fix }: Problem, paint: Paint): string[] {
  const mark = severity === 'error' ? paint.red('-') : paint.yellow('-')
  const at = locationText(where)
  return [
    `  ${mark} ${onOneLine(message)}`,
    ...(at === '' ? [] : [`    ${paint.dim(onOneLine(at))}`]),
    ...(fix === undefined ? [] : [`    ${fix}`]),
  ]
}

/** An expected failure as text for stderr: the message, all problems, and the fix. */
export function errorText(error: RampartError, paint: Paint): string {
  const shown = error.problems.slice(0, mostShown)
  const { code, message } = error
  const cut = message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message
  const rest = error.problems.length - shown.length
  return [
    `${paint.red(`error[${code}]`)}: ${cut}`,
    ...shown.flatMap((problem) => problemLines(problem, paint)),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    `${paint.dim('next:')} ${error.fix}`,
    '',
  ].join('\n')
}

type Environment = Readonly<Record<string, string | undefined>>

/** Removes the values of variables that have a secret name, or that the command line names, from a text. */
export function withoutSecretsOf(env: Environment, args: readonly string[] = []): (text: string) => string {
  const secrets = Object.entries(env).filter(
    ([name, value = '']) =>
      (/key|secret|token|passw|auth|credential/i.test(name) && value.trim() !== '') ||
      args.some((arg) => arg === name || arg.endsWith(`=${name}`)),
  )
  return makeRedactor(secrets.map(([, value = '']) => ({ value: value.trim(), mask: '[redacted]' })))
}

/** The report of an unexpected error, without the secrets that its stack may contain. */
export function bugText(error: unknown, args: readonly string[], env: Environment): string {
  const account = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const redact = withoutSecretsOf(env, args)
  const { version, bugs: where = "rampart's issue tracker" } = packageInfo()
  return `This is a bug in rampart ${version}. Please report it to ${where}, with the command and this text:\n${redact(account)}\n`
}

/** Reports a failure on stderr, as expected or as a bug, and returns the exit code. @param call the command, for its help */
export function reportFailure(
  error: unknown,
  args: readonly string[],
  context: CommandContext,
  call: string,
): number {
  if (error instanceof RampartError) {
    const text = errorText(error, colorsFor(context.color))
    context.stderr(text.replace('rampart COMMAND --help', `${call} --help`))
    return error.exitCode
  }
  context.stderr(bugText(error, args, context.env))
  return 70
}
