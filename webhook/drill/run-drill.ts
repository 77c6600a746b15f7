import { setMaxListeners } from 'node:events'
import { Bench } from './bench.js'
import { drillCatalogue } from './catalogue.js'
import { Desk } from './desk.js'
import { type Meeting, meet } from './meet.js'
import { type DrillOptions, kindsOf } from './options.js'
import type { Outcome, Shown } from './outcome.js'
import type { DrillRule } from './rule.js'
import { type Judged, Run } from './run-rules.js'

/** What a drill found. */
export interface Drilled {
  readonly meeting: Meeting
  readonly judged: readonly Judged[]
}

const unmet = (rules: readonly DrillRule[], meeting: Meeting, durationMs: number): Judged[] => {
  if (meeting.takes !== undefined) return []
  const { reason, sent, why } = meeting
  const isMistake = why === 'mistake'
  const shown: Shown = { key: '*', message: `${reason}; 200 is due`, ...sent[0] }
  return drillCatalogue
    .filter((rule) => rules.includes(rule) || (isMistake && rule.id === 'receiver/every-kind'))
    .map((rule) => {
      const isFirst = rule.id === 'receiver/every-kind'
      const outcome: Outcome =
        isMistake && isFirst ? { state: 'failed', shown: [shown] } : { state: 'skipped', reason }
      return {
        rule,
        version: '*',
        outcome,
        requests: isFirst ? sent.length : 0,
        durationMs: isFirst ? durationMs : 0,
      }
    })
}

/**
 * Examines a receiver: sends it deliveries that are right and wrong, and judges what it answers (Events, delivery).
 * Nothing is held against it that the specification leaves open.
 * @throws the reason of the signal when it was aborted
 */
export async function runDrill(options: DrillOptions): Promise<Drilled> {
  const { documents, encoding = 'hex', timeoutMs = 5000, dropMs = 100, url } = options
  const document = documents.at(-1)
  if (document === undefined) throw new RangeError('a drill needs a document to make events of')
  // Each request under way listens to it, and many are under way at once.
  const signal = AbortSignal.any([options.signal])
  setMaxListeners(0, signal)
  const desk = new Desk({ url, timeoutMs, dropMs, signal }, options.rate)
  const kinds = kindsOf(document, options.kinds)
  const bench = new Bench({ ...options, document, encoding, kinds })
  const began = performance.now()
  const meeting = await meet(bench, desk)
  const rules = drillCatalogue.filter(({ id }) => options.rules?.includes(id) ?? true)
  if (meeting.takes === undefined)
    return { meeting, judged: unmet(rules, meeting, performance.now() - began) }
  const { takes } = meeting
  const ordered = [takes, ...kinds.filter((kind) => kind !== takes)]
  return { meeting, judged: await new Run(options, bench.with({ kinds: ordered }), desk).all(rules) }
}
