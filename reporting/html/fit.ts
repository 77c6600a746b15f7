import { deflateRawSync } from 'node:zlib'
import { counted } from '../text/counts.js'
import type { Item, ReportPage, Section } from './model.js'

/** The share of a limited page that is kept for what is shown without a script. */
const shareWithoutScript = 0.15
/** For the note of what was left out. */
const bytesOfNote = 1_000

/** Steps of a search: a page need not be filled to its last byte. */
const steps = 64

/** The greatest number up to a limit, or nearly so, with which it fits; 0 where not even the first step does. */
const greatest = (limit: number, fits: (count: number) => boolean): number => {
  let [low, high] = [0, limit]
  while (high - low > limit / steps) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

const briefSection = ({ excerpt, folded, ...section }: Section): Section => {
  const gone = [...(excerpt === undefined ? [] : ['before and after']), ...(folded ? [folded.label] : [])]
  if (gone.length === 0) return section
  return { ...section, facts: [...(section.facts ?? []), ['Not listed here', gone.join('; ')]] }
}

const brief = (item: Item): Item => ({ ...item, sections: item.sections.map(briefSection) })

/** The shared texts that are still referred to, under new indexes. */
const renumbered = (page: ReportPage, items: readonly Item[]): ReportPage => {
  const sections = items.flatMap((item) => item.sections)
  const excerpts = [...new Set(sections.flatMap(({ excerpt }) => excerpt ?? []))]
  const lists = [...new Set(sections.flatMap(({ folded }) => folded?.list ?? []))]
  const [excerptAt, listAt] = [excerpts, lists].map((all) => new Map(all.map((old, index) => [old, index])))
  const indexed = ({ excerpt, folded, ...section }: Section): Section => ({
    ...section,
    ...(excerpt !== undefined && { excerpt: excerptAt?.get(excerpt) ?? 0 }),
    ...(folded && { folded: { ...folded, list: listAt?.get(folded.list) ?? 0 } }),
  })
  return {
    ...page,
    items: items.map((item) => ({ ...item, sections: item.sections.map(indexed) })),
    excerpts: excerpts.map((old) => page.excerpts?.[old] ?? ''),
    lists: lists.map((old) => page.lists?.[old] ?? []),
  }
}

/** A page with so many items, of which the first ones have everything. */
const cutTo = (page: ReportPage, whole: number, all = page.items.length): ReportPage =>
  renumbered(
    page,
    page.items.slice(0, all).map((item, index) => (index < whole ? item : brief(item))),
  )

const withNote = (page: ReportPage, whole: number, count: number): ReportPage => {
  const some = `the first ${whole} of ${counted(count, page.itemWord)}, the worst first, have their fragments and long lists; the others do without`
  const gone = count - page.items.length
  const missing = gone === 0 ? '' : `, and the last ${gone} of ${counted(count, page.itemWord)} are left out`
  const kept = whole === 0 ? `fragments and long lists are left out${missing}` : `${some}${missing}`
  const text = `so that this page stays small, ${kept}. The report as JSON has everything.`
  return { ...page, notices: [...page.notices, { title: 'Cut:', text }] }
}

/**
 * A page whose data has no more bytes than there is room for: from the last item on, fragments and long lists are left
 * out, then whole items, and the page says so.
 * @param page with its items in the order in which they are shown
 * @param dataOf what of a page becomes compressed data
 * @param room in bytes, for data and for what is shown without a script
 */
export function fitted(page: ReportPage, dataOf: (page: ReportPage) => unknown, room: number): ReportPage {
  const most = room - (page.longest ?? 0) * shareWithoutScript - bytesOfNote
  const fits = (candidate: ReportPage): boolean =>
    Math.ceil(deflateRawSync(JSON.stringify(dataOf(candidate))).length / 3) * 4 <= most
  if (fits(page)) return page
  const count = page.items.length
  const whole = greatest(count, (number) => fits(cutTo(page, number)))
  if (whole > 0 || fits(cutTo(page, 0))) return withNote(cutTo(page, whole), whole, count)
  const all = greatest(count, (number) => fits(cutTo(page, 0, number)))
  return withNote(cutTo(page, 0, all), 0, count)
}
