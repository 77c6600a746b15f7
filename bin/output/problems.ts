import type { Problem, RampartError, ProblemLocation } from '../../diagnostics/index.js'
import type { Colors } from '../process/colors.js'

const mostShown = 20

const place = (where: ProblemLocation | undefined): string => {
  if (!where) return ''
  const file = where.file ?? where.url ?? ''
  const line = where.line === undefined ? '' : `:${where.line}:${where.column ?? 1}`
  return [file + line, where.pointer].filter((part) => part !== undefined && part !== '').join(' ')
}

/** One problem as lines for a terminal. */
export function problemLines({ severity, message, where, fix }: Problem, colors: Colors): string[] {
  const mark = severity === 'error' ? colors.red('-') : colors.yellow('-')
  const at = place(where)
  return [
    `  ${mark} ${message}`,
    ...(at === '' ? [] : [`    ${colors.dim(at)}`]),
    ...(fix === undefined ? [] : [`    ${fix}`]),
  ]
}

/** An expected failure as text for stderr: what, all of its problems, and what to do next. */
export function errorText(error: RampartError, colors: Colors): string {
  const shown = error.problems.slice(0, mostShown)
  const rest = error.problems.length - shown.length
  return [
    `${colors.red(`error[${error.code}]`)}: ${error.message}`,
    ...shown.flatMap((problem) => problemLines(problem, colors)),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    `${colors.dim('next:')} ${error.fix}`,
    '',
  ].join('\n')
}
