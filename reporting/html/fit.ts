import { counted } from '../text/counts.js'
import type { Item, ReportPage, Section } from './model.js'

/** The precision of the search, because the size need not be used up exactly. */
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

/** The page with these items alone. Shared texts that they do not refer to are emptied, so that indexes stay. */
const withItems = (page: ReportPage, items: readonly Item[]): ReportPage => {
  const sections = items.flatMap((item) => item.sections)
  const excerpts = new Set(sections.map(({ excerpt }) => excerpt))
  const lists = new Set(sections.map(({ folded }) => folded?.list))
  return {
    ...page,
    items,
    excerpts: (page.excerpts ?? []).map((text, index) => (excerpts.has(index) ? text : '')),
    lists: (page.lists ?? []).map((list, index) => (lists.has(index) ? list : [])),
  }
}

const withNote = (page: ReportPage, whole: number, count: number): ReportPage => {
  const all = counted(count, page.itemWord)
  const gone = count - page.items.length
  const missing = gone === 0 ? '' : `, and the last ${gone} of ${all} are left out`
  const kept =
    whole === 0
      ? 'fragments and long lists are left out'
      : `only the first ${whole} of ${all}, the worst first, have their fragments and long lists`
  const text = `to keep this page small, ${kept}${missing}. The report as JSON has everything.`
  return { ...page, notices: [...page.notices, { title: 'Cut:', text }] }
}

/**
 * Cuts a page so that it fits, with a note: from the last item on, first fragments and long lists are omitted, then
 * whole items.
 * @param page with its items in display order
 */
export function fitted(page: ReportPage, fits: (page: ReportPage) => boolean): ReportPage {
  if (fits(page)) return page
  const count = page.items.length
  const cut = (level: number): ReportPage => {
    const whole = Math.max(0, level - count)
    const items = page.items.slice(0, level).map((item, index) => (index < whole ? item : brief(item)))
    return withNote(withItems(page, items), whole, count)
  }
  // Each level up to the number of items adds one without fragments, each further one the fragments of one.
  return cut(greatest(2 * count, (level) => fits(cut(level))))
}
