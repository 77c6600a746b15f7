import type { Facet, FacetOption } from '../../../reporting/index.js'
import type { ReportedChange } from '../../model/report.js'
import { duties, dutyOf } from '../summary/duties.js'
import { effects } from '../summary/groups.js'
import { effectWord } from '../summary/words.js'

/** The tone in which each effect is shown. */
export const tones = { breaks: 'bad', 'may-break': 'odd', safe: 'good', documentation: 'quiet' } as const

/** The filter for effects, the worst first. */
export function effectFacet(changes: readonly ReportedChange[]): Facet {
  const present = new Set(changes.map(({ effect }) => effect))
  const options = effects
    .filter((effect) => present.has(effect))
    .map((effect): FacetOption => ({ value: effect, label: effectWord[effect], tone: tones[effect] }))
  return { name: 'state', label: 'Effect', kind: 'boxes', options }
}

/** The filter for what a client has to do. */
export function dutyFacet(changes: readonly ReportedChange[]): Facet {
  const present = new Set(changes.map(dutyOf))
  const options = duties.filter(({ value }) => present.has(value))
  return { name: 'todo', label: 'To do', kind: 'choice', options }
}
