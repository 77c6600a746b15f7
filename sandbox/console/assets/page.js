// A new page is morphed into the one that is shown, so that focus, selection and scroll position stay.
import { Idiomorph } from './idiomorph.js'
import { markRows } from './rows.js'

export const byId = (id) => document.getElementById(id)

/** Announces something to those who do not see it. */
export const announce = (text) => {
  byId('announcements').textContent = text
}

/** Shows what went wrong where no page can be shown that says so. */
export const showProblem = (text) => {
  const notice = document.createElement('div')
  notice.id = 'notice'
  notice.className = 'notice bad'
  notice.textContent = text
  byId('notices').replaceChildren(notice)
  announce(text)
}

/** Fetches an address; its response, and the page in that. */
export const load = async (address, options) => {
  const response = await fetch(address, options)
  return { response, fresh: new DOMParser().parseFromString(await response.text(), 'text/html') }
}

const callbacks = {
  // A button that waits for its result stays as it is.
  beforeNodeMorphed: (node) => !(node.matches?.('button:disabled') && node.dataset.busy),
  // Unfolded details stay unfolded.
  beforeAttributeUpdated: (name, _node, change) => !(name === 'open' && change === 'remove'),
}

/** Puts fresh elements in the place of those of the page. */
export const morph = (element, fresh, more = {}) => {
  const { id } = document.activeElement
  Idiomorph.morph(element, fresh, { callbacks: { ...callbacks, ...more } })
  // Browsers without `moveBefore` take the focus from what is moved.
  if (id && document.activeElement === document.body) byId(id)?.focus({ preventScroll: true })
  markRows()
}
