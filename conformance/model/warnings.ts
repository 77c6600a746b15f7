import type { Warning, WarningCode } from './report.js'
import { answersOf, type Traffic } from './traffic.js'
import { counted, wordFor } from '../../reporting/index.js'

/** From this share of all answers on, a status is the rule rather than the exception. */
const almostAll = 0.9
/** Fewer answers than this show no tendency. */
const fewestAnswers = 10

const countOf = ({ statuses }: Traffic, isMeant: (status: string) => boolean): number =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (isMeant(status) ? count : 0), 0)

const tendency = (
  operations: readonly Traffic[],
  wanted: readonly string[],
  code: WarningCode,
  advice: string,
): Warning[] => {
  const total = operations.reduce((sum, operation) => sum + answersOf(operation), 0)
  const count = operations.reduce(
    (sum, operation) => sum + countOf(operation, (status) => wanted.includes(status)),
    0,
  )
  if (total < fewestAnswers || count / total < almostAll) return []
  return [
    {
      code,
      message: `${count} of ${counted(total, 'answer')} ${wordFor(count, 'was', 'were')} ${wanted.join(' or ')}: ${advice}`,
    },
  ]
}

const listed = ({ statuses }: Traffic): string =>
  Object.entries(statuses)
    .map(([status, count]) => (count === 1 ? status : `${status} ${count} times`))
    .join(', ')

const neverSucceeded = (operation: Traffic): Warning[] => {
  const isServed = countOf(operation, (status) => /^[23]/.test(status)) > 0
  if (isServed) return []
  const message = `${operation.operation.replaceAll('{}', '{…}')} never succeeded: ${listed(operation)}`
  return [{ code: 'never-succeeded', message }]
}

/** Several operations that succeeded show that the base URL is right: made-up ids are not found anywhere. */
const isElsewhere = (operations: readonly Traffic[]): boolean =>
  operations.filter((operation) => countOf(operation, (status) => status.startsWith('2')) > 0).length < 2

/**
 * Warnings about how much the results of a run are worth, from its traffic.
 * @param isOfCases cases were made of the operations: what never succeeded stands in their coverage, with the reason
 */
export function warningsOf(
  operations: readonly Traffic[],
  created: number,
  maxCreations: number | undefined,
  isOfCases = false,
): Warning[] {
  const isCapped = maxCreations !== undefined && created >= maxCreations
  return [
    ...tendency(operations, ['401', '403'], 'mostly-refused', 'the key may lack permissions'),
    ...(isElsewhere(operations)
      ? tendency(operations, ['404'], 'mostly-not-found', 'the base URL may lead elsewhere')
      : []),
    ...(isOfCases ? [] : operations.flatMap(neverSucceeded)),
    ...(isCapped
      ? [{ code: 'creations-capped', message: `the cap of ${maxCreations} creations was reached` } as const]
      : []),
  ]
}
