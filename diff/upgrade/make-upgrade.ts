import type { AffectedLine, DiffReport, Impact, ReportedChange } from '../model/report.js'
import { type Behaviour, withCalls } from './behaviours.js'
import type { UpgradeLine, UpgradeChange, UpgradeReport } from './model.js'
import { adviceOf } from '../catalogue/advice.js'
import type { Direction } from '../model/change.js'

/** The advice for changes that have none of their own. */
const general: Readonly<Record<Direction, string>> = {
  request: 'Make the sent data match the newer document.',
  response: 'Make the code read the data that the newer document describes.',
  neither: 'Check whether the code relies on it.',
}

export interface UpgradeInput extends Pick<
  UpgradeReport,
  'moves' | 'isWritten' | 'named' | 'traffic' | 'commands'
> {
  readonly report: DiffReport
  /** Absent if the project imports code of neither document. */
  readonly impact?: Impact
  readonly folder: string
  readonly notes: readonly string[]
  readonly behaviours: readonly Behaviour[]
}

const behaviourAdvice = 'Check that the code does not rely on the behaviour of the older version.'

const asUpgradeChange = (change: ReportedChange): UpgradeChange => ({
  fingerprint: change.fingerprint,
  id: change.id,
  effect: change.effect,
  sentence: change.sentence,
  advice: change.id === 'behaviour' ? behaviourAdvice : (adviceOf(change) ?? general[change.direction]),
  operations: [...new Set(change.uses.map(({ operation }) => operation))],
})

const unexplained = 'Read the message of the compiler and fix the line.'

/** Combines the input into a report. */
export function makeUpgrade(input: UpgradeInput): UpgradeReport {
  const { report, impact, behaviours, moves, isWritten, named, traffic, commands, folder, notes } = input
  const loud = report.changes.filter(({ effect }) => effect === 'breaks' || effect === 'may-break')
  const lines = withCalls(impact?.lines ?? [], report.changes)
  const touched = new Set(lines.flatMap(({ changes }) => changes))
  const all = [...report.changes, ...behaviours.map(({ change }) => change)].map(asUpgradeChange)
  const known = new Map(all.map((change) => [change.fingerprint, change]))
  const adviceFor = ({ changes }: AffectedLine): string[] => {
    const advice = changes.flatMap((change) => known.get(change)?.advice ?? [])
    return advice.length === 0 ? [unexplained] : [...new Set(advice)]
  }
  /** Of several causes of an error, those that may break clients. */
  const causesOf = ({ changes }: AffectedLine): readonly string[] => {
    const loudOnes = changes.filter((change) => known.get(change)?.effect !== 'safe')
    return loudOnes.length > 0 ? loudOnes : changes
  }
  const placesOf = (kind: UpgradeLine['kind']): UpgradeLine[] =>
    lines
      .filter((line) => line.kind === kind)
      .map((line) => {
        const own = Object.assign({}, line, { changes: causesOf(line) })
        return Object.assign(own, { advice: adviceFor(own) })
      })
  return {
    upgradeVersion: 1,
    tool: report.tool,
    from: report.from,
    to: report.to,
    folder,
    imports: impact?.imports ?? 'neither',
    filesRead: impact?.filesRead ?? 0,
    ...(impact?.ownErrors && { ownErrors: impact.ownErrors }),
    notes: [...new Set([...(impact?.notes ?? []), ...notes])],
    must: placesOf('error'),
    may: placesOf('mention'),
    fresh: placesOf('new'),
    moves,
    isWritten,
    named,
    untouched: loud.filter(({ fingerprint }) => !touched.has(fingerprint)).map(asUpgradeChange),
    changes: all.filter(({ fingerprint }) => touched.has(fingerprint)),
    behaviours: behaviours
      // A line shows the behaviour of the operation that it calls; what belongs to other operations is not used.
      .filter(
        ({ change }) =>
          !touched.has(change.fingerprint) && (impact === undefined || change.uses.length === 0),
      )
      .map(({ version, says }) => ({ version, says })),
    traffic,
    commands,
  }
}
