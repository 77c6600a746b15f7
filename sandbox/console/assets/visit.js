// Going from one address of the log to another without loading the page: links, the search, Back and Escape.
import { byId, pageOf, announce, show, showProblem } from './page.js'
import { focusRow } from './rows.js'

const attemptIn = () => byId('attempt')?.dataset.attempt

/** The address without the name of a notice, which is shown once. */
export const plainAddress = (address) => {
  const url = new URL(address, location.href)
  url.searchParams.delete('note')
  return url.href
}

/** Puts the focus where somebody goes on who came here: into an attempt that was opened, or back to its row. */
const place = (before) => {
  const now = attemptIn()
  if (now && now !== before) {
    byId('attempt-title').focus({ preventScroll: true })
    if (!byId('log').checkVisibility()) scrollTo(0, 0)
    else byId(`a-${now}`)?.scrollIntoView({ block: 'nearest' })
    return
  }
  if (before && !now) focusRow(before)
  else announce(byId('log')?.dataset.summary ?? '')
}

let latest = 0
let shown = location.pathname + location.search

/** Notes that the page is the one of its address now. */
export const noteAddress = () => {
  shown = location.pathname + location.search
}

/** Shows what an address has. */
export const visit = async (address, { isNew = true } = {}) => {
  latest += 1
  const turn = latest
  try {
    const response = await fetch(address)
    const fresh = pageOf(await response.text())
    if (turn !== latest) return
    const before = attemptIn()
    show(fresh)
    if (isNew) history.pushState(null, '', plainAddress(response.url))
    noteAddress()
    place(before)
  } catch {
    showProblem('The sandbox does not answer.')
  }
}

const isOfLog = (url) =>
  url.origin === location.origin && url.pathname === '/console' && location.pathname === '/console'

document.addEventListener('click', (event) => {
  const link = event.target.closest('main a[href]')
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const url = new URL(link.href)
  if (!isOfLog(url) || link.hasAttribute('download')) return
  event.preventDefault()
  url.hash = ''
  void visit(url.href)
})

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented || event.target.matches('input, select')) return
  const toast = document.querySelector('.toast')
  if (toast) toast.remove()
  else byId('close')?.click()
})

// Going to another fragment of the page is no other address.
addEventListener('popstate', () => {
  if (location.pathname + location.search !== shown) void visit(location.href, { isNew: false })
})

if (new URL(location.href).searchParams.has('note'))
  history.replaceState(null, '', plainAddress(location.href))
noteAddress()
if (location.hash.startsWith('#a-') && !attemptIn() && !byId('notice')) focusRow(location.hash.slice(3))
if (attemptIn() && !byId('notice')) byId('attempt-title').focus({ preventScroll: true })
