import type { Facet, FacetOption } from '../../../reporting/index.js'
import type { Effect } from '../../model/change.js'
import type { ReportedChange } from '../../model/report.js'
import { effectWord } from '../summary/words.js'

const tones = { breaks: 'bad', 'may-break': 'odd', safe: 'good', documentation: 'quiet' } as const

/** The effects on a client, the worst first. */
export function effectFacet(changes: readonly ReportedChange[]): Facet {
  const present = new Set(changes.map(({ effect }) => effect))
  const isHarmful = present.has('breaks') || present.has('may-break')
  const options = (Object.keys(tones) as Effect[])
    .filter((effect) => present.has(effect))
    .map((effect): FacetOption => {
      const isFirst = isHarmful && (effect === 'breaks' || effect === 'may-break')
      const option = { value: effect, label: effectWord[effect], tone: tones[effect] }
      return Object.assign(option, isFirst && { isDefault: true as const })
    })
  return { name: 'state', label: 'Effect', kind: 'boxes', options }
}

/** What a client has to do about a change. */
const duties = [
  {
    value: 'send',
    label: 'Send something else: requests that were right are refused or mean something else',
  },
  { value: 'read', label: 'Read something else: answers no longer have what was read' },
  { value: 'move', label: 'Go elsewhere: addresses, access and the like' },
  { value: 'check-send', label: 'Check what is sent: some right requests may be refused' },
  { value: 'check-read', label: 'Check what is read: some right readers may stumble' },
  { value: 'check-rest', label: 'Check the rest: some right clients may stumble' },
  { value: 'nothing', label: 'Nothing to do: clients go on as they are' },
  { value: 'words', label: 'Nothing to do: words alone' },
] as const

type Duty = (typeof duties)[number]['value']

const due: Readonly<Record<'breaks' | 'may-break', Readonly<Record<ReportedChange['direction'], Duty>>>> = {
  breaks: { request: 'send', response: 'read', neither: 'move' },
  'may-break': { request: 'check-send', response: 'check-read', neither: 'check-rest' },
}

/** What a client has to do about a change, by the name of its group. */
export function dutyOf({ effect, direction }: ReportedChange): Duty {
  if (effect === 'documentation') return 'words'
  return effect === 'safe' ? 'nothing' : due[effect][direction]
}

/** The groups in which changes are listed. */
export function dutyFacet(changes: readonly ReportedChange[]): Facet {
  const present = new Set(changes.map(dutyOf))
  const options = duties.filter(({ value }) => present.has(value))
  return { name: 'todo', label: 'To do', kind: 'choice', options }
}
