// Everything here works without it, by plain pages and forms: it keeps pages up to date, and saves page loads.
import './live.js'
import { announce, byId, load, morph, showProblem } from './page.js'
import { focusRow, markRows } from './rows.js'

const attemptIn = () => byId('attempt')?.dataset.attempt

let shown = location.pathname + location.search

/** Shows a page that came, and notes its address without the name of a notice, which is shown once. */
const show = (fresh, address, isNew = true) => {
  const before = attemptIn()
  const url = new URL(address)
  url.searchParams.delete('note')
  if (isNew && url.href !== location.href) history.pushState(null, '', url)
  shown = location.pathname + location.search
  // The focus is set here: the browser would complain that it does not.
  for (const one of fresh.querySelectorAll('[autofocus]')) one.removeAttribute('autofocus')
  document.title = fresh.title
  morph(document.body, fresh.body)
  dispatchEvent(new Event('shown'))
  const now = attemptIn()
  if (now && now !== before) {
    byId('attempt-title').focus({ preventScroll: true })
    if (byId('log').checkVisibility()) byId(`a-${now}`)?.scrollIntoView({ block: 'nearest' })
    else scrollTo(0, 0)
    return true
  }
  return before && !now ? focusRow(before) : false
}

let latest = 0

/** Goes to an address of the log. */
const visit = async (address, isNew = true) => {
  latest += 1
  const turn = latest
  try {
    const { response, fresh } = await load(address)
    if (turn === latest && !show(fresh, response.url, isNew)) announce(byId('log')?.dataset.summary ?? '')
  } catch {
    showProblem('The sandbox does not answer.')
  }
}

const isModified = ({ button, ctrlKey, metaKey, shiftKey, altKey }) =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey

document.addEventListener('click', (event) => {
  const link = event.target.closest('main a[href]')
  if (!link || isModified(event) || location.pathname !== '/console' || link.pathname !== '/console') return
  event.preventDefault()
  const url = new URL(link.href)
  url.hash = ''
  void visit(url.href)
})

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented || event.target.matches('input, select')) return
  const toast = document.querySelector('.toast')
  if (toast) toast.remove()
  else byId('close')?.click()
})

// Going to another fragment of the page is no other address. Back at the address that is shown, a page that is still
// awaited is of another one.
addEventListener('popstate', () => {
  if (location.pathname + location.search !== shown) void visit(location.href, false)
  else latest += 1
})

const busy = (button) => {
  const content = [...button.childNodes]
  button.disabled = true
  if (button.dataset.busy) button.textContent = button.dataset.busy
  announce(button.textContent)
  return () => {
    button.disabled = false
    button.replaceChildren(...content)
  }
}

/** Sends a form. Refused by a process that was started since, it is sent with the token of that one. */
const post = async (action, fields) => {
  const send = () => load(action, { method: 'POST', body: fields })
  const first = await send()
  if (first.response.status !== 403) return first
  const token = (await load(location.href)).fresh.querySelector('[name="token"]')?.value
  if (!token || token === fields.get('token')) return first
  fields.set('token', token)
  return send()
}

/** The focus stays with what was pressed, or goes to what is in its place. What came of it is read out. */
const showResult = (button, row, hasFocus) => {
  const notice = byId('notice')
  const same = (button.id && byId(button.id)) || (row && byId(row)?.querySelector('a, button'))
  const next = same || notice || document.querySelector('[aria-invalid]') || byId('main')
  if (!hasFocus) next.focus({ preventScroll: true })
  announce(notice?.querySelector('p')?.textContent ?? '')
  // Somebody far down in a list stays there, and sees it at the edge of the window.
  if (notice && notice.getBoundingClientRect().bottom < 0) notice.classList.add('toast')
}

document.addEventListener('submit', (event) => {
  const { target: form, submitter: button } = event
  event.preventDefault()
  // Read before the button is disabled, which is left out of what is sent.
  const fields = new URLSearchParams(new FormData(form, button))
  if (form.method !== 'post') {
    const asked = new URLSearchParams([...fields].filter(([, value]) => value.trim() !== ''))
    void visit(asked.size > 0 ? `/console?${asked}` : '/console')
    return
  }
  const row = button.closest('tr')?.id
  const sent = post(button.hasAttribute('formaction') ? button.formAction : form.action, fields)
  const free = busy(button)
  const finish = async () => {
    try {
      const { response, fresh } = await sent
      free()
      showResult(button, row, show(fresh, response.redirected ? response.url : location.href))
    } catch {
      free()
      showProblem('The sandbox does not answer. Nothing is known of what was asked for.')
    }
  }
  void finish()
})

const copy = async (button) => {
  const name = button.textContent
  const { copy: id, copyFrom } = button.dataset
  const source = byId(id)
  const read = async () => (copyFrom ? (await fetch(copyFrom)).text() : source.textContent)
  try {
    // A promise, so that Safari takes what is still to be fetched as the doing of this click.
    const text = read().then((content) => new Blob([content], { type: 'text/plain' }))
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    button.textContent = 'Copied'
  } catch {
    if (source) getSelection().selectAllChildren(source)
    button.textContent = source ? 'Selected: copy it by hand' : 'Not copied: download it'
  }
  announce(button.textContent)
  setTimeout(() => {
    button.textContent = name
  }, 2000)
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  const { copy: id, copyFrom, check } = button?.dataset ?? {}
  if (id || copyFrom) void copy(button)
  if (check) for (const box of document.querySelectorAll('[name="topics"]')) box.checked = check === 'all'
})

// A page that is gone does not come back with a secret.
addEventListener('pagehide', () => {
  for (const secret of document.querySelectorAll('[data-secret]'))
    secret.textContent = 'The secret was shown once.'
})

const address = new URL(location.href)
if (address.searchParams.has('note')) {
  address.searchParams.delete('note')
  history.replaceState(null, '', address)
  shown = location.pathname + location.search
}
markRows()
if (!byId('notice')) {
  if (attemptIn()) byId('attempt-title').focus({ preventScroll: true })
  else if (location.hash.startsWith('#a-')) focusRow(location.hash.slice(3))
}
