import type { ReportedChange } from '../../model/report.js'
import { operationsOf } from './groups.js'

/** The area of a change that reaches no operation. */
export const wholeDocument = 'the document'

/** The area for everything beyond the areas with a row of their own. */
export const otherAreas = 'other areas'

const mostAreas = 16

const pathOf = (operation: string): string[] | undefined => {
  const path = /^[a-z]+ (\/\S*)/i.exec(operation)?.[1]
  return path?.split('/').filter((segment) => segment !== '')
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

/** The number of leading segments that all paths share, such as `api` and `v1`; each path keeps at least one. */
const commonLength = (paths: readonly (readonly string[])[]): number => {
  const [first = []] = paths
  const shared = first.findIndex(
    (segment, index) => !paths.every((path) => path[index] === segment && path.length > index + 1),
  )
  return shared === -1 ? Math.max(0, first.length - 1) : shared
}

/**
 * The areas of an API that changes reach: the first path segment that differs, `webhooks`, or the document itself.
 * @returns the areas of a change, at least one
 */
export function areasOf(changes: readonly ReportedChange[]): (change: ReportedChange) => readonly string[] {
  const paths = changes.flatMap(operationsOf).flatMap((operation) => {
    const path = pathOf(operation)
    return path ? [path] : []
  })
  const common = commonLength(paths)
  const areaOf = (operation: string): string => {
    const rest = pathOf(operation)?.slice(common)
    if (!rest) return `${operation.split(' ', 1)[0] ?? ''}s`
    return `/${rest.find((segment) => !isParameter(segment)) ?? rest[0] ?? ''}`
  }
  const counts = new Map<string, number>()
  for (const change of changes) {
    for (const area of new Set(operationsOf(change).map(areaOf)))
      counts.set(area, (counts.get(area) ?? 0) + 1)
  }
  // Hundreds of rows would be no overview, so only the largest areas get one.
  const own = new Set(
    [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, counts.size > mostAreas ? mostAreas - 1 : mostAreas)
      .map(([area]) => area),
  )
  return (change) => {
    const areas = operationsOf(change).map(areaOf)
    const shown = [...new Set(areas.map((area) => (own.has(area) ? area : otherAreas)))]
    return shown.length === 0 ? [wholeDocument] : shown
  }
}
