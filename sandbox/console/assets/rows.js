// The list is one stop of the Tab key: the arrow keys go from row to row, and a row has its own button behind it.
import { byId, onChange } from './page.js'

const links = () => [...document.querySelectorAll('#log [data-row]')]
const rowOf = (element) => element?.closest('tr')
const linkIn = (row) => row?.querySelector('[data-row]')

let active

/** Makes one row the one that Tab goes to. */
const activate = (link) => {
  active = link?.id
  for (const one of links())
    for (const control of rowOf(one).querySelectorAll('a, button')) control.tabIndex = one === link ? 0 : -1
}

const restore = () => {
  const all = links()
  activate(
    all.find(({ id }) => id === active) ?? all.find((one) => one.hasAttribute('aria-current')) ?? all[0],
  )
}

/** Moves the focus to the row of an attempt, or to the first where that is not listed. */
export const focusRow = (id) => {
  const link = (id && byId(`o-${id}`)) || links()[0]
  if (!link) return false
  activate(link)
  link.focus({ preventScroll: true })
  rowOf(link).scrollIntoView({ block: 'nearest' })
  return true
}

const steps = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: () => Infinity,
}

const sideways = (row, key) => (key === 'ArrowRight' ? row.querySelector('button') : linkIn(row))

document.addEventListener('keydown', (event) => {
  const { key, target } = event
  const row = target.closest('#log tr')
  if (!row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (key === 'ArrowRight' || key === 'ArrowLeft') sideways(row, key)?.focus()
  const step = steps[key]
  if (!step) return
  event.preventDefault()
  const all = links()
  const to = Math.min(Math.max(step(all.indexOf(linkIn(row))), 0), all.length - 1)
  activate(all[to])
  all[to].focus({ preventScroll: true })
  rowOf(all[to]).scrollIntoView({ block: 'nearest' })
})

document.addEventListener('focusin', ({ target }) => {
  const link = linkIn(target.closest('#log tr'))
  if (link && link.id !== active) activate(link)
})

onChange(restore)
