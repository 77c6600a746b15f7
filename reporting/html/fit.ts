import { deflateRawSync } from 'node:zlib'
import { counted } from '../text/counts.js'
import type { Item, ReportPage, Section } from './model.js'

/** The share of a limited page reserved for what is shown without script. */
const shareWithoutScript = 0.15
/** Reserved for the note about omitted parts. */
const bytesOfNote = 1_000

/** Limit on search steps, since the size need not be used up exactly. */
const steps = 128

/** Approximates the greatest number up to a limit that fits; 0 if not even the first step does. */
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

/** Removes shared texts that are no longer referenced, and updates the indexes. */
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

const withNote = (page: ReportPage, whole: number, count: number): ReportPage => {
  const some = `the first ${whole} of ${counted(count, page.itemWord)}, the worst first, have their fragments and long lists; the others do without`
  const gone = count - page.items.length
  const missing = gone === 0 ? '' : `, and the last ${gone} of ${counted(count, page.itemWord)} are left out`
  const kept = whole === 0 ? `fragments and long lists are left out${missing}` : `${some}${missing}`
  const text = `so that this page stays small, ${kept}. The report as JSON has everything.`
  return { ...page, notices: [...page.notices, { title: 'Cut:', text }] }
}

/**
 * Cuts a page so that its data fits a size: from the last item on, first fragments and long lists are omitted, then
 * whole items, and a note says so.
 * @param page with its items in display order
 * @param dataOf returns the part of a page that becomes compressed data
 * @param room in bytes, for data and for what is shown without script
 */
export function fitted(page: ReportPage, dataOf: (page: ReportPage) => unknown, room: number): ReportPage {
  const most = room - (page.longest ?? 0) * shareWithoutScript - bytesOfNote
  const fits = (candidate: ReportPage): boolean =>
    Math.ceil(deflateRawSync(JSON.stringify(dataOf(candidate))).length / 3) * 4 <= most
  if (fits(page)) return page
  const count = page.items.length
  const cut = (level: number): ReportPage => {
    const whole = Math.max(0, level - count)
    const items = page.items.slice(0, level).map((item, index) => (index < whole ? item : brief(item)))
    return withNote(renumbered(page, items), whole, count)
  }
  // Each level up to the number of items adds one without fragments, each further one the fragments of one.
  return cut(greatest(2 * count, (level) => fits(cut(level))))
}
