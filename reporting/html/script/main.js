import { follow, remember } from './address.js'
import { apply, byId, form, readChoice, results, rowIn, search, view } from './filter.js'
import { detailNode, stateOf } from './item.js'

const rowsShown = () => view.shown.map(rowIn)

const focusedAt = () => rowsShown().findIndex(({ node }) => node.contains(document.activeElement))

const move = (step) => {
  const shown = rowsShown()
  const at = focusedAt()
  const next = at === -1 ? (step > 0 ? 0 : shown.length - 1) : at + step
  shown[next]?.summary.focus()
}

/** Closes the focused result; the focus stays on its row. */
const close = () => {
  const row = rowsShown()[focusedAt()]
  if (!row?.node.open) return
  row.node.open = false
  row.summary.focus()
  forget(row.node)
}

const forget = (node) => {
  if (view.named?.row?.node !== node) return
  view.named = undefined
  remember()
}

const keys = { '/': () => search.focus(), j: () => move(1), k: () => move(-1), Escape: close }

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input[type=search], select')
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  if (isTyping && event.key === 'Escape' && event.target === search) {
    search.value = ''
    apply()
    remember()
    search.blur()
  }
  if (isTyping || isCommand || !Object.hasOwn(keys, event.key)) return
  if (event.key !== 'Escape') event.preventDefault()
  keys[event.key]()
})

// Rows open and close by a click; the address names the row that was opened last.
results.addEventListener('click', (event) => {
  const summary = event.target instanceof Element ? event.target.closest('.item > summary') : undefined
  if (!summary) return
  const node = summary.parentElement
  if (node.open) return forget(node)
  view.named = byId.get(node.dataset.id)
  remember()
})

document.getElementById('theme').addEventListener('click', () => {
  const { dataset } = document.documentElement
  const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  dataset.theme = isDark ? 'light' : 'dark'
})

const choose = (isStep) => {
  readChoice()
  view.named = undefined
  apply()
  remember(isStep)
}
search.addEventListener('input', () => choose(false))
form.addEventListener('change', (event) => event.target !== search && choose(true))
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('reset', (event) => {
  event.preventDefault()
  history.pushState(undefined, '', '#')
  follow()
})

// A link of the overview leads to the items that it counts, also when it is followed twice.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : undefined
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  if (link.classList.contains('skip')) return results.focus()
  if (link.hash !== location.hash) history.pushState(undefined, '', link.hash)
  const { isFiltered } = follow()
  if (!isFiltered) return
  form.scrollIntoView({ block: 'start' })
  results.focus({ preventScroll: true })
})

addEventListener('popstate', follow)

// Problems are printed with their details, up to a limit, because paper has nothing to open.
const mostPrinted = 100
let openedForPrint = []
addEventListener('beforeprint', () => {
  const wrong = view.shown.filter(({ item }) => ['bad', 'odd'].includes(stateOf(item).tone))
  const rows = wrong.slice(0, mostPrinted).map(rowIn)
  openedForPrint = rows.filter(({ node }) => !node.open)
  for (const { node } of openedForPrint) {
    node.open = true
    if (node.children.length === 1) node.append(detailNode(byId.get(node.dataset.id).item))
  }
})
addEventListener('afterprint', () => {
  for (const { node } of openedForPrint) node.open = false
})

document.documentElement.classList.add('has-script')
follow()
