import type { Warning, WarningCode, Traffic } from './report.js'
import { counted, wordFor } from '../../reporting/index.js'

/** A status with at least this share of all responses is suspicious. */
const almostAll = 0.9
/** With fewer responses no tendency is visible. */
const fewestResponses = 10

const countOf = (operations: readonly Traffic[], isMeant: (status: string) => boolean = () => true): number =>
  operations
    .flatMap(({ statuses }) => Object.entries(statuses))
    .reduce((sum, [status, count]) => sum + (isMeant(status) ? count : 0), 0)

const tendency = (
  operations: readonly Traffic[],
  wanted: readonly string[],
  code: WarningCode,
  advice: string,
): Warning[] => {
  const [total, count] = [countOf(operations), countOf(operations, (status) => wanted.includes(status))]
  if (total < fewestResponses || count / total < almostAll) return []
  const share = `${count} of ${counted(total, 'response')} ${wordFor(count, 'was', 'were')}`
  return [{ code, message: `${share} ${wanted.join(' or ')}: ${advice}` }]
}

const listed = ({ statuses }: Traffic): string =>
  Object.entries(statuses)
    .map(([status, count]) => (count === 1 ? status : `${status} ${count} times`))
    .join(', ')

const neverSucceeded = (operation: Traffic): Warning[] => {
  if (countOf([operation], (status) => /^[23]/.test(status)) > 0) return []
  const message = `${operation.operation.replaceAll('{}', '{…}')} never succeeded: ${listed(operation)}`
  return [{ code: 'never-succeeded', message }]
}

/** Only several successful operations prove the base URL right, because generated ids are never found. */
const isElsewhere = (operations: readonly Traffic[]): boolean =>
  operations.filter((operation) => countOf([operation], (status) => status.startsWith('2')) > 0).length < 2

const noCredentials =
  'no credentials were sent; set RAMPART_AUTH_<SCHEME> for a security scheme of the document, or set the headers that the service needs as "headers" in "auth" of the config file'

export interface TrafficFacts {
  /** In a recording, an operation that never succeeded is reported only here; in a run, coverage reports it. */
  readonly isRecorded?: boolean
  readonly isAnonymous?: boolean
}

/** Warnings about the significance of a run's results, from its traffic. */
export function warningsOf(
  operations: readonly Traffic[],
  created: number,
  maxCreations: number | undefined,
  { isRecorded = false, isAnonymous = false }: TrafficFacts = {},
): Warning[] {
  const isCapped = maxCreations !== undefined && created >= maxCreations
  return [
    ...(isAnonymous
      ? tendency(operations, ['401', '403'], 'no-credentials', noCredentials)
      : tendency(operations, ['401', '403'], 'mostly-refused', 'the key may lack permissions')),
    ...(isElsewhere(operations)
      ? tendency(operations, ['404'], 'mostly-not-found', 'the base URL may lead elsewhere')
      : []),
    ...(isRecorded ? operations.flatMap(neverSucceeded) : []),
    ...(isCapped
      ? [{ code: 'creations-capped', message: `the limit of ${maxCreations} creations was reached` } as const]
      : []),
  ]
}

/** The most things that one warning names. */
const mostNamed = 3

/** How the things of others differ after a run from before it wrote anything. */
export interface ThingsBefore {
  /** Targets of things that neither their list nor a read finds any more. */
  readonly missing: readonly string[]
  /** Targets of things whose list shows another value, with the name of the member. */
  readonly changed: readonly string[]
  /** The same of paths without an id that the run wrote to, such as `/settings`. */
  readonly written: readonly string[]
  /** Targets of things that lists show since, and that no response said to be created. */
  readonly unexplained: readonly string[]
}

const named = (targets: readonly string[]): string => {
  const more = targets.length - mostNamed
  return `${targets.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const unexplainedWarning = (targets: readonly string[]): Warning[] => {
  const count = targets.length
  const it = wordFor(count, 'it', 'them')
  const because = `the service made ${it} beside what the run created, and the run does not delete ${it}; or another client made ${it}`
  const message = `${counted(count, 'thing')} that no response named ${wordFor(count, 'is', 'are')} new since the run began: ${named(targets)}; ${because}`
  return count === 0 ? [] : [{ code: 'things-unexplained', message }]
}

/** Warns of things that a run did not create and that are gone, changed or new after it. */
export function beforeWarnings({ missing, changed, written, unexplained }: ThingsBefore): Warning[] {
  const warn = (code: WarningCode, targets: readonly string[], became: string, because: string) => {
    const message = `${counted(targets.length, 'thing')} that the run did not create ${became} since it began: ${named(targets)}; ${because}, or another client did`
    return targets.length === 0 ? [] : [{ code, message }]
  }
  const [gone, other, own] = [missing.length, changed.length, written.length]
  const deleted = `the service deleted ${wordFor(gone, 'it', 'them')} together with what the run deleted`
  const wrote = `the service changed ${wordFor(other, 'it', 'them')} when the run wrote something else`
  const wroteTo = `the run changed ${wordFor(own, 'it when it wrote to it', 'them when it wrote to them')}`
  return [
    ...warn('things-missing', missing, `${wordFor(gone, 'is', 'are')} gone`, deleted),
    ...warn('things-changed', changed, `${wordFor(other, 'has', 'have')} changed`, wrote),
    ...warn('things-changed', written, `${wordFor(own, 'has', 'have')} changed`, wroteTo),
    ...unexplainedWarning(unexplained),
  ]
}
