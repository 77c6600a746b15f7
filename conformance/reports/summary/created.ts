import { countUp } from '../../../document/index.js'
import { counted, wordFor } from '../../../reporting/index.js'
import type { Report } from '../../model/report.js'

/** The most common reason why created things stay, if one is known. */
const reasonToStay = (created: NonNullable<Report['created']>): string => {
  const counts = new Map<string, number>()
  for (const { why, fate } of created) {
    if (why !== undefined) countUp(counts, fate === 'refused' ? `the deletion was answered ${why}` : why)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most ? ` Most often because ${most[0]} (${most[1]}).` : ''
}

/** The number of things that a run created, and how many of them stay; empty where there are none. */
export function createdWords(created: Report['created'] = []): string {
  const ended = created.filter(({ fate }) => fate === 'cancelled' || fate === 'gone').length
  const [all, stay] = [created.length, created.length - ended]
  if (all === 0) return ''
  const some = `${stay} of them ${wordFor(stay, 'stays', 'stay')}, which the report lists`
  const stays = all === 1 ? 'which stays; the report lists it' : 'all of which stay; the report lists them'
  const rest = stay === 0 ? 'all of them deleted again' : stay === all ? stays : some
  return `Created: ${counted(all, 'thing')}, ${all === 1 && stay === 0 ? 'which is deleted again' : rest}.${reasonToStay(created)}`
}
