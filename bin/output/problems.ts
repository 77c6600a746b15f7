import type { Problem, RampartError, ProblemLocation } from '../../diagnostics/index.js'
import type { Paint } from '../../reporting/index.js'

const mostShown = 20

const locationText = (where: ProblemLocation | undefined): string => {
  if (!where) return ''
  const file = where.file ?? where.url ?? ''
  const line = where.line === undefined ? '' : `:${where.line}:${where.column ?? 1}`
  return [file + line, where.pointer].filter((part) => part !== undefined && part !== '').join(' ')
}

/** One problem as lines for a terminal. */
export function problemLines({ severity, message, where, fix }: Problem, paint: Paint): string[] {
  const mark = severity === 'error' ? paint.red('-') : paint.yellow('-')
  const at = locationText(where)
  return [
    `  ${mark} ${message}`,
    ...(at === '' ? [] : [`    ${paint.dim(at)}`]),
    ...(fix === undefined ? [] : [`    ${fix}`]),
  ]
}

/** An expected failure as text for stderr: what, all of its problems, and what to do next. */
export function errorText(error: RampartError, paint: Paint): string {
  const shown = error.problems.slice(0, mostShown)
  const rest = error.problems.length - shown.length
  return [
    `${paint.red(`error[${error.code}]`)}: ${error.message}`,
    ...shown.flatMap((problem) => problemLines(problem, paint)),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    `${paint.dim('next:')} ${error.fix}`,
    '',
  ].join('\n')
}
