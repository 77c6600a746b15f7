// Everything here works without it, by plain pages and forms: it keeps them up to date, and saves a page load.
'use strict'

const byId = (id) => document.getElementById(id)

const say = (text) => {
  const said = byId('said')
  if (said) said.textContent = text
}

const pageOf = (text) => new DOMParser().parseFromString(text, 'text/html')

// Copying

const copied = async (button) => {
  const source = byId(button.dataset.copy)
  const name = button.textContent
  try {
    await navigator.clipboard.writeText(source.textContent)
    button.textContent = 'Copied'
    say('Copied')
  } catch {
    getSelection().selectAllChildren(source)
    button.textContent = 'Selected: copy it by hand'
    say('Selected: copy it by hand')
  }
  setTimeout(() => {
    button.textContent = name
  }, 2000)
}

// What was made after the page came, or came anew, is set up like the rest.
const setUp = () => {
  for (const button of document.querySelectorAll('[data-copy], .all')) button.hidden = false
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button?.dataset.copy) void copied(button)
  if (button?.dataset.check) {
    for (const box of document.querySelectorAll('input[name="topics"]'))
      box.checked = button.dataset.check === 'all'
  }
})

// Forms

const busy = (form) => {
  const button = form.querySelector('button[data-busy]')
  if (!button) return () => {}
  const content = [...button.childNodes]
  button.disabled = true
  button.textContent = button.dataset.busy
  say(button.dataset.busy)
  return () => {
    button.disabled = false
    button.replaceChildren(...content)
  }
}

const inPlace = async (form) => {
  const free = busy(form)
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams(new FormData(form)),
    })
    const page = pageOf(await response.text())
    const main = page.querySelector('main')
    if (!main) throw new TypeError('no page came')
    // The focus is set below: the browser would say that it does not.
    main.querySelector('[autofocus]')?.removeAttribute('autofocus')
    byId('main').replaceWith(document.adoptNode(main))
    document.title = page.title
    if (response.redirected) history.replaceState(null, '', response.url)
    setUp()
    showLive()
    say('')
    byId('notice')?.focus()
  } catch {
    free()
    say('The sandbox does not answer.')
  }
}

document.addEventListener('submit', (event) => {
  const form = event.target
  if (form.method !== 'post') return
  if (form.matches('[data-in-place]')) {
    event.preventDefault()
    void inPlace(form)
    return
  }
  const free = busy(form)
  // Back to a page that was kept: its form is to be used again.
  addEventListener('pageshow', free, { once: true })
})

// A page that is gone does not come back with a secret.
addEventListener('pagehide', () => {
  for (const secret of document.querySelectorAll('[data-secret]'))
    secret.textContent = 'The secret was shown once.'
})

// Live pages

let source
let isPaused = false
let isAsking = false
let isOwed = false
let made = 0
let telling

const tellSoon = () => {
  telling ??= setTimeout(() => {
    telling = undefined
    if (made > 0) say(made === 1 ? 'One new attempt' : `${made} new attempts`)
    made = 0
  }, 1500)
}

// Children are the same by their ids: those that stay are left alone, with their focus and their state.
const merge = (region, fresh) => {
  const focused = document.activeElement?.id
  const wanted = new Set([...fresh.children].map(({ id }) => id))
  for (const child of Array.from(region.children)) if (!wanted.has(child.id)) child.remove()
  let place = region.firstElementChild
  for (const child of Array.from(fresh.children)) {
    const known = byId(child.id)
    if (!known) {
      region.insertBefore(document.adoptNode(child), place)
      made += region.id === 'attempts' ? 1 : 0
    } else {
      const isOpen = known.querySelector('details')?.open ?? false
      const after = known.nextElementSibling
      const compared = known.cloneNode(true)
      compared.querySelector('details')?.removeAttribute('open')
      if (compared.outerHTML !== child.outerHTML && !known.querySelector('button:disabled')) {
        known.replaceWith(document.adoptNode(child))
        const details = child.querySelector('details')
        if (details) details.open = isOpen
      }
      place = after
    }
  }
  if (focused && document.activeElement === document.body) byId(focused)?.focus()
}

const renew = (region, fresh) => {
  const [list, freshList] = [region, fresh].map((one) => one.querySelector('[data-merge]'))
  if (!list || !freshList) return region.replaceChildren(...fresh.childNodes)
  merge(list, freshList)
  region.querySelector('.pages')?.remove()
  const pages = fresh.querySelector('.pages')
  if (pages) region.append(pages)
  return undefined
}

const ask = async () => {
  if (isAsking) {
    isOwed = true
    return
  }
  isAsking = true
  try {
    const region = document.querySelector('[data-live]')
    const response = region && (await fetch(location.href))
    // A page whose attempt is gone is refused, and has the list all the same.
    const fresh = response && pageOf(await response.text()).getElementById(region.id)
    if (fresh && region.isConnected && !isPaused) renew(region, fresh)
    tellSoon()
  } catch {
    // The stream says so too, and asks again.
  }
  isAsking = false
  if (isOwed) {
    isOwed = false
    void ask()
  }
}

const showLive = (state) => {
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
  if (source || isPaused || document.hidden || !document.querySelector('[data-live]')) return
  source = new EventSource('/console/live')
  source.addEventListener('open', () => {
    showLive()
    // What came while nobody listened.
    void ask()
  })
  source.addEventListener('attempts', () => void ask())
  source.addEventListener('error', () => showLive('The sandbox does not answer'))
}

document.addEventListener('click', ({ target }) => {
  if (target.id !== 'live-switch') return
  isPaused = !isPaused
  close()
  listen()
  showLive()
  say(isPaused ? 'Paused' : 'Live')
})

document.addEventListener('visibilitychange', () => {
  if (document.hidden) close()
  else listen()
})
addEventListener('pagehide', close)
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  listen()
  setUp()
})

setUp()
listen()
showLive()
