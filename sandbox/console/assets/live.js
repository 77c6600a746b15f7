// Pages that follow what is delivered: they are told that there is something new, and ask for themselves again.
import { announce, byId, load, morph, showProblem } from './page.js'

let source
let isPaused = false
let asking
let isOwed = false
let made = 0
let announcing

const announceSoon = () => {
  announcing ??= setTimeout(() => {
    announcing = undefined
    if (made > 0) announce(made === 1 ? '1 new attempt' : `${made} new attempts`)
    made = 0
  }, 1500)
}

const regions = () => [...document.querySelectorAll('[data-live]')]
const rows = () => [...document.querySelectorAll('#log [data-row]')].map(({ id }) => id)

/** A row that somebody is on stays until they go on, though newer ones pushed it off the page. */
const beforeNodeRemoved = (node) => !(node.localName === 'tr' && node.contains(document.activeElement))

const askOnce = async () => {
  const { href } = location
  const { response, fresh } = await load(href)
  // Somebody went on meanwhile, or the session ended with the sandbox.
  if (href !== location.href || isPaused) return
  if (response.redirected && response.url.endsWith('/sign-in'))
    showProblem('This session has ended. Load the page again to sign in.')
  const known = new Set(rows())
  for (const region of regions()) {
    const other = fresh.getElementById(region.id)
    if (other) morph(region, other, { beforeNodeRemoved })
  }
  made += rows().filter((id) => !known.has(id)).length
  announceSoon()
}

const askUntilDone = async () => {
  while (isOwed) {
    isOwed = false
    await askOnce()
  }
}

const ask = () => {
  isOwed = true
  // Where it fails, the stream says so too, and asks again.
  asking ??= askUntilDone()
    .catch(() => {})
    .finally(() => {
      asking = undefined
    })
}

const show = (state) => {
  const line = byId('live')
  if (!line) return
  const isOpen = source?.readyState === 1
  const [name, button] = line.children
  name.classList.toggle('good', isOpen)
  name.textContent = state ?? (isPaused ? 'Paused' : isOpen ? 'Live' : 'Connecting…')
  button.textContent = isPaused ? 'Resume' : 'Pause'
}

const close = () => {
  source?.close()
  source = undefined
}

// Open while somebody looks: browsers have few connections to one host, and other tabs need them.
const listen = () => {
  if (!source && !isPaused && !document.hidden && regions().length > 0) {
    source = new EventSource('/console/live')
    source.addEventListener('open', () => {
      show()
      // What came while nobody listened.
      ask()
    })
    source.addEventListener('attempts', ask)
    source.addEventListener('error', () => {
      show('The sandbox does not answer')
      // Not tried again by the browser, since what answered was no stream: a session that ended.
      if (source?.readyState === 2) {
        close()
        ask()
      }
    })
  }
  show()
}

document.addEventListener('click', ({ target }) => {
  if (target.id !== 'live-switch') return
  isPaused = !isPaused
  close()
  listen()
  announce(isPaused ? 'Paused' : 'Live')
})

document.addEventListener('visibilitychange', () => (document.hidden ? close() : listen()))
addEventListener('pagehide', close)
addEventListener('pageshow', listen)
addEventListener('shown', listen)
