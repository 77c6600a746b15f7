import type { Observed } from '../model/observed.js'
import { idsOf, type ListOf, readPage, visit, visitAll, type Visited } from './pages.js'
import { keywordsOf, pagingOf } from './paging-parameters.js'
import { nameOf } from './subject.js'
import type { Walk } from './walk.js'

const mostPages = 12

/** The smallest size of a page that shows something of paging; undefined where there is none. */
const sizeFor = (walk: Walk, { operation }: ListOf): number | undefined => {
  const { schemas } = walk.explorer.api.surface
  const { limit } = pagingOf(operation, schemas)
  if (!limit) return undefined
  const { minimum, maximum, enum: values } = keywordsOf(limit, schemas)
  const numbers = (values ?? []).filter((value) => typeof value === 'number')
  const size = numbers.length > 0 ? Math.min(...numbers) : Math.max(2, minimum ?? 0)
  return size > (maximum ?? size) ? maximum : size
}

/** The size that pages of a list are asked for, and how many things it takes to have several of them. */
export function pageSize(walk: Walk, list: ListOf): number | undefined {
  const size = sizeFor(walk, list)
  return size !== undefined && size <= 5 ? size : undefined
}

const idsIn = ({ pages }: Visited): string[] => pages.flatMap(idsOf)

const repeated = (ids: readonly string[]): string | undefined =>
  ids.find((id, index) => ids.indexOf(id) !== index)

const stepsOf = ({ pages }: Visited): readonly Observed[] => pages.map(({ by }) => by).slice(0, mostPages)

/** What the pages of a list break; undefined where they break nothing, or things came and went meanwhile. */
const defectOf = async (
  walk: Walk,
  list: ListOf,
  size: number,
): Promise<{ kind: string; says: string; steps: readonly Observed[] } | undefined> => {
  const before = await visitAll(walk, list)
  const visited = await visit(walk, list, mostPages, size)
  const large = visited.pages.find(({ things }) => things.length > size)
  if (large)
    return { kind: 'limit ignored', says: 'gives a page with more than was asked for', steps: [large.by] }
  const after = await visitAll(walk, list)
  if (idsIn(before).toSorted().join('\n') !== idsIn(after).toSorted().join('\n')) return undefined
  const [first] = visited.pages
  if (first) walk.judged('state/paging', first.by)
  // Pages that are shorter than they were asked to be are cut, or sifted afterwards: their numbers mean nothing sure.
  const isShort = visited.pages.slice(0, -1).some(({ things }) => things.length < size)
  if (isShort && !pagingOf(list.operation, walk.explorer.api.surface.schemas).cursor) return undefined
  const ids = idsIn(visited)
  if (repeated(ids) !== undefined)
    return { kind: 'pages repeat', says: 'shows a thing on two pages', steps: stepsOf(visited) }
  const missing = visited.isWhole ? idsIn(before).find((id) => !ids.includes(id)) : undefined
  if (missing === undefined || repeated(idsIn(before)) !== undefined) return undefined
  const whole = before.pages.map(({ by }) => by).slice(0, 1)
  return {
    kind: 'pages leave out',
    says: 'leaves out a thing between its pages',
    steps: [...whole, ...stepsOf(visited)],
  }
}

/** Going through a list in small pages visits each of its things once. @throws Stopped */
export async function judgePaging(walk: Walk, list: ListOf): Promise<void> {
  const size = pageSize(walk, list)
  if (size === undefined) return
  const defect = await defectOf(walk, list, size)
  const name = nameOf(list.operation)
  if (defect)
    walk.suspect({
      rule: 'state/paging',
      message: `${name} ${defect.says}`,
      expected: 'Each thing is on one page, and a page has no more things than were asked for.',
      cause: `${defect.kind} ${name}`,
      steps: defect.steps,
    })
  const { offset, page } = pagingOf(list.operation, walk.explorer.api.surface.schemas)
  // Far behind the end there is nothing; that the service does not fail there is judged by the checks of answers.
  const far = page ?? offset
  const { maximum } = keywordsOf(far, walk.explorer.api.surface.schemas)
  if (far) await readPage(walk, list, { query: { [far.name]: Math.min(9999, maximum ?? 9999) } })
}
