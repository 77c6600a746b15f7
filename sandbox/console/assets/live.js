// Pages that follow what is delivered: they ask for themselves again each second, while somebody looks.
import { announce, byId, load, morph, showProblem } from './page.js'

const interval = 1000

let timer
let isPaused = false
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

const refresh = async () => {
  const { href } = location
  const { response, fresh } = await load(href)
  // Somebody went on meanwhile.
  if (href !== location.href || isPaused) return
  if (response.redirected && response.url.endsWith('/sign-in')) {
    isPaused = true
    showProblem('This session has ended. Load the page again to sign in.')
    return
  }
  const known = new Set(rows())
  for (const region of regions()) {
    const other = fresh.getElementById(region.id)
    if (other) morph(region, other, { beforeNodeRemoved })
  }
  made += rows().filter((id) => !known.has(id)).length
  announceSoon()
}

const show = (failure) => {
  const line = byId('live')
  if (!line) return
  const [name, button] = line.children
  name.classList.toggle('good', !failure && !isPaused)
  name.textContent = isPaused ? 'Paused' : (failure ?? 'Live')
  button.textContent = isPaused ? 'Resume' : 'Pause'
}

const follow = () => {
  clearTimeout(timer)
  if (!isPaused && !document.hidden && regions().length > 0) timer = setTimeout(() => void tick(), interval)
}

const tick = async () => {
  let failure
  try {
    await refresh()
  } catch {
    failure = 'The sandbox does not answer'
  }
  show(failure)
  follow()
}

document.addEventListener('click', ({ target }) => {
  if (target.id !== 'live-switch') return
  isPaused = !isPaused
  show()
  announce(isPaused ? 'Paused' : 'Live')
  if (!isPaused) void tick()
})

document.addEventListener('visibilitychange', () => (document.hidden ? clearTimeout(timer) : void tick()))
for (const name of ['pageshow', 'shown'])
  addEventListener(name, () => {
    show()
    follow()
  })
