// Pages that follow what is delivered: they are told that there is something new, and ask for themselves again.
import { byId, onChange, pageOf, announce, showProblem, update } from './page.js'

let source
let isPaused = false
let isAsking = false
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

const regions = () => [...document.querySelectorAll('[data-live]')].map(({ id }) => id)

const askOnce = async () => {
  const address = location.href
  const response = await fetch(address)
  const fresh = pageOf(await response.text())
  // Somebody went on meanwhile, or the session ended with the sandbox.
  if (address !== location.href || isPaused) return
  if (response.redirected && new URL(response.url).pathname.endsWith('/sign-in'))
    showProblem('This session has ended. Load the page again to sign in.')
  else made += update(fresh, regions())
  announceSoon()
}

const ask = async () => {
  if (isAsking) {
    isOwed = true
    return
  }
  isAsking = true
  try {
    do {
      isOwed = false
      await askOnce()
    } while (isOwed)
  } catch {
    // The stream says so too, and asks again.
  }
  isAsking = false
}

const show = (state) => {
  const line = byId('live')
  if (!line) return
  line.hidden = false
  line.classList.toggle('on', !isPaused && source?.readyState === 1)
  byId('live-state').textContent =
    state ?? (isPaused ? 'Paused' : source?.readyState === 1 ? 'Live' : 'Connecting…')
  byId('live-switch').textContent = isPaused ? 'Resume' : 'Pause'
}

const close = () => {
  source?.close()
  source = undefined
}

// Open while somebody looks: browsers have few connections to one host, and other tabs need them.
const listen = () => {
  if (source || isPaused || document.hidden || regions().length === 0) return
  source = new EventSource('/console/live')
  source.addEventListener('open', () => {
    show()
    // What came while nobody listened.
    void ask()
  })
  source.addEventListener('attempts', () => void ask())
  source.addEventListener('error', () => {
    show('The sandbox does not answer')
    // Not tried again by the browser, since what answered was no stream: a session that ended.
    if (source?.readyState === 2) {
      close()
      void ask()
    }
  })
}

document.addEventListener('click', ({ target }) => {
  if (target.id !== 'live-switch') return
  isPaused = !isPaused
  close()
  listen()
  show()
  announce(isPaused ? 'Paused' : 'Live')
})

document.addEventListener('visibilitychange', () => {
  if (document.hidden) close()
  else listen()
})
addEventListener('pagehide', close)
addEventListener('pageshow', ({ persisted }) => persisted && listen())
onChange(() => {
  listen()
  if (regions().length > 0) show()
})
