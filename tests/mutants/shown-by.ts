import { areaOf } from '../../conformance/index.js'
import { catalogue } from '../../payment/index.js'
import { tableIn } from '../support/table.js'

/** Rules and operations whose requests or cases show a fault. */
interface Shown {
  readonly rules?: readonly string[]
  /** Areas of rules, for faults that few of their requests show. */
  readonly areas?: readonly string[]
  readonly calls?: readonly string[]
}

export const shownBy = tableIn<Readonly<Record<string, Shown>>>(import.meta.dirname, 'shown-by.yaml')

/** The rules whose requests show a fault, where its own only observe. */
export const rulesShowing = (fault: string): readonly string[] => {
  const { rules = [], areas = [] } = shownBy[fault] ?? {}
  return [...rules, ...catalogue.filter((rule) => areas.includes(areaOf(rule))).map(({ id }) => id)]
}
