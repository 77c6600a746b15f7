// The list is one stop of the Tab key: the arrow keys go from row to row, and a row has its own button behind it.

const links = () => [...document.querySelectorAll('#log [data-row]')]
const linkIn = (row) => row?.querySelector('[data-row]')

let active

/** Makes one row the one that Tab goes to. */
const activate = (link) => {
  active = link?.id
  for (const one of links())
    for (const control of one.closest('tr').querySelectorAll('a, button'))
      control.tabIndex = one === link ? 0 : -1
}

/** Keeps the active row after the list changed. */
export const markRows = () => {
  const all = links()
  activate(
    all.find(({ id }) => id === active) ?? all.find((one) => one.hasAttribute('aria-current')) ?? all[0],
  )
}

const goTo = (link) => {
  activate(link)
  link.focus({ preventScroll: true })
  link.closest('tr').scrollIntoView({ block: 'nearest' })
}

/** Moves the focus to the row of an attempt, or to the first where that is not listed. */
export const focusRow = (id) => {
  const link = document.getElementById(`o-${id}`) ?? links()[0]
  if (link) goTo(link)
  return link !== undefined
}

const steps = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: () => Infinity,
}

document.addEventListener('keydown', (event) => {
  const { key, target } = event
  const row = target.closest('#log tr')
  if (!row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (key === 'ArrowRight') row.querySelector('button')?.focus()
  if (key === 'ArrowLeft') linkIn(row).focus()
  const step = steps[key]
  if (!step) return
  event.preventDefault()
  const all = links()
  goTo(all[Math.min(Math.max(step(all.indexOf(linkIn(row))), 0), all.length - 1)])
})

document.addEventListener('focusin', ({ target }) => {
  const link = linkIn(target.closest('#log tr'))
  if (link && link.id !== active) activate(link)
})
