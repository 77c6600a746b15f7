// Forms: those that are one button are sent in place, all others as the browser does.
import { byId, pageOf, renewToken, announce, show, showProblem } from './page.js'
import { noteAddress, plainAddress, visit } from './visit.js'

const busy = (button) => {
  if (!button?.dataset.busy) return () => {}
  const content = [...button.childNodes]
  button.disabled = true
  button.textContent = button.dataset.busy
  announce(button.dataset.busy)
  return () => {
    button.disabled = false
    button.replaceChildren(...content)
  }
}

const post = (form, button) =>
  fetch(button.formAction, { method: 'POST', body: new URLSearchParams(new FormData(form, button)) })

/** What came of it is read out, and the focus stays with what was pressed, or goes to what is in its place. */
const showResult = (button, row, attempt) => {
  const now = byId('attempt')?.dataset.attempt
  const next =
    (now && now !== attempt && byId('attempt-title')) ||
    byId(button.id) ||
    (row && byId(row)?.querySelector('a, button')) ||
    byId('notice')
  next?.focus({ preventScroll: true })
  const notice = byId('notice')
  announce(notice?.querySelector('p')?.textContent ?? '')
  // Somebody far down in a list stays there, and sees it at the edge of the window.
  if (notice && notice.getBoundingClientRect().bottom < 0) notice.classList.add('toast')
}

const inPlace = async (form, button) => {
  const [row, attempt] = [button.closest('tr, .card')?.id, byId('attempt')?.dataset.attempt]
  // Read before the button is disabled, which is left out of what is sent.
  const first = post(form, button)
  const free = busy(button)
  try {
    let response = await first
    free()
    // It was refused by a process that was started since: with its own token it takes the form.
    if (response.status === 403 && (await renewToken())) response = await post(form, button)
    const fresh = pageOf(await response.text())
    show(fresh)
    if (response.redirected) {
      const address = plainAddress(response.url)
      if (address === location.href) history.replaceState(null, '', address)
      else history.pushState(null, '', address)
      noteAddress()
    }
    showResult(button, row, attempt)
  } catch {
    free()
    showProblem('The sandbox does not answer. Nothing is known of what was asked for.')
  }
}

const natively = async (form, button) => {
  const free = busy(button)
  // Back to a page that was kept: its form is to be used again.
  addEventListener('pageshow', free, { once: true })
  try {
    await renewToken()
    form.submit()
  } catch {
    free()
    showProblem('The sandbox does not answer. Nothing was sent.')
  }
}

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (form.matches('.filters')) {
    event.preventDefault()
    const asked = [...new FormData(form)].filter(([, value]) => value.trim() !== '')
    const query = new URLSearchParams(asked).toString()
    void visit(query ? `/console?${query}` : '/console')
  } else if (form.method === 'post') {
    event.preventDefault()
    if (form.id === 'act' && submitter && !submitter.formAction.endsWith('/sign-out'))
      void inPlace(form, submitter)
    else if (form.id === 'act') {
      form.action = submitter.formAction
      void natively(form, submitter)
    } else void natively(form, submitter)
  }
})

document.addEventListener('click', ({ target }) => {
  const { check } = target.closest('button')?.dataset ?? {}
  if (check)
    for (const box of document.querySelectorAll('input[name="topics"]')) box.checked = check === 'all'
})
