import { counted } from '../../../reporting/index.js'
import type { AffectedLine, DiffReport } from '../../model/report.js'
import { documentName } from './words.js'

/** How a change touches a line of the user's code. */
export const affectedWords: Readonly<Record<AffectedLine['kind'], string>> = {
  error: 'no longer compiles',
  mention: 'uses what changed',
  new: 'uses what is new',
}

/** Sentences about the examined project besides its affected lines. */
export function projectSentences({ impact, to }: DiffReport): readonly string[] {
  if (!impact) return []
  const { imports, ownErrors, notes } = impact
  const [first] = ownErrors?.first ?? []
  const isDone = impact.lines.every(({ kind }) => kind !== 'error')
  const state = isDone ? 'nothing is to do' : 'what no longer compiles is left to do'
  const moved = `it imports code of ${documentName(to)} already: ${state}; lines that use what changed are listed`
  const own = ownErrors && `${counted(ownErrors.count, 'error')} of its own, which no change brought`
  const where = first ? `: ${first.file}:${first.line}:${first.column} ${first.message}` : ''
  return [
    ...(imports === 'newer' ? [moved] : []),
    ...(own === undefined ? [] : [`it does not compile as it is: ${own}${where}`]),
    ...notes,
  ]
}
