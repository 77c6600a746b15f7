// The page as it came, and what is put in its place without loading it anew.

export const byId = (id) => document.getElementById(id)

/** Announces something to those who do not see it. */
export const announce = (text) => {
  const announcements = byId('announcements')
  if (announcements) announcements.textContent = text
}

export const pageOf = (text) => new DOMParser().parseFromString(text, 'text/html')

/** Shows what went wrong where no page can be shown that says so. */
export const showProblem = (text) => {
  byId('notice')?.remove()
  const notice = document.createElement('div')
  notice.id = 'notice'
  notice.className = 'notice bad'
  notice.textContent = text
  ;(byId('notices') ?? byId('main')).prepend(notice)
  announce(text)
}

/** Tokens are those of the process that answers now: it may be another one than showed this page. */
export const takeToken = (fresh) => {
  const token = fresh.querySelector('input[name="token"]')?.value
  let isNew = false
  if (token)
    for (const field of document.querySelectorAll('input[name="token"]')) {
      isNew ||= field.value !== token
      field.value = token
    }
  return isNew
}

/** Asks the sandbox for its token. */
export const renewToken = async () => takeToken(pageOf(await (await fetch('/console/webhooks/new')).text()))

const regions = ['notices', 'search', 'log', 'side', 'webhooks', 'standing', 'secrets']

/** The markup of regions and rows as it came: what the script made of it since is no change. */
const came = new Map()

const note = (root) => {
  for (const id of regions) {
    const region = root.querySelector(`#${id}`)
    if (region) came.set(id, region.innerHTML)
  }
  for (const row of root.querySelectorAll('[data-merge] > [id]')) came.set(row.id, row.outerHTML)
}

const listeners = []

/** Calls back after anything was put in. */
export const onChange = (listener) => listeners.push(listener)

const changed = () => {
  for (const button of document.querySelectorAll('[data-copy], [data-copy-from], .all, .keys'))
    button.hidden = false
  for (const listener of listeners) listener()
}

/** Children are the same by their ids: those that stay are left alone, with their focus and their state. */
const merge = (list, fresh) => {
  const wanted = new Set([...fresh.children].map(({ id }) => id))
  // A row that somebody is on stays until they go on, though newer ones pushed it off the page.
  for (const child of Array.from(list.children))
    if (!wanted.has(child.id) && !child.contains(document.activeElement)) {
      came.delete(child.id)
      child.remove()
    }
  let added = 0
  let at = list.firstElementChild
  for (const child of Array.from(fresh.children)) {
    const known = byId(child.id)
    const html = child.outerHTML
    if (!known) {
      list.insertBefore(document.adoptNode(child), at)
      added += 1
    } else {
      const after = known.nextElementSibling
      if (known !== at) list.insertBefore(known, at)
      if (came.get(child.id) !== html && !known.querySelector('button:disabled')) {
        const isOpen = known.querySelector('details')?.open ?? false
        known.replaceWith(document.adoptNode(child))
        if (isOpen) child.querySelector('details')?.setAttribute('open', '')
      }
      at = known === at ? after : at
    }
    came.set(child.id, html)
  }
  return added
}

const renew = (region, fresh) => {
  const html = fresh.innerHTML
  if (came.get(region.id) === html) return 0
  came.set(region.id, html)
  const [list, freshList] = [region, fresh].map((one) => one.querySelector('[data-merge]'))
  if (!list || !freshList) {
    region.replaceChildren(...fresh.childNodes)
    for (const row of region.querySelectorAll('[data-merge] > [id]')) came.set(row.id, row.outerHTML)
    return 0
  }
  const added = merge(list, freshList)
  region.querySelector('.pages')?.remove()
  const pages = fresh.querySelector('.pages')
  if (pages) region.append(document.adoptNode(pages))
  return added
}

/** What has the focus, so that it can be given back to what is in its place. */
const focusOf = () => {
  const { activeElement } = document
  const { id, name } = activeElement ?? {}
  return () => {
    if (document.activeElement !== document.body && document.activeElement?.isConnected) return
    const again = (id && byId(id)) || (name && document.querySelector(`main [name="${CSS.escape(name)}"]`))
    if (again) again.focus({ preventScroll: true })
  }
}

/** Puts regions of a fresh page in the place of those that are here; returns how many rows are new. */
export const update = (fresh, ids = regions) => {
  const refocus = focusOf()
  takeToken(fresh)
  let added = 0
  for (const id of ids) {
    const [region, other] = [byId(id), fresh.getElementById(id)]
    if (region && other) {
      region.toggleAttribute('data-live', other.hasAttribute('data-live'))
      region.dataset.summary = other.dataset.summary ?? ''
      added += renew(region, other)
    }
  }
  changed()
  refocus()
  return added
}

const shapeOf = (root) => regions.filter((id) => root.querySelector(`#${id}`)).join()

/** Shows a whole page that came: by its regions where it has the same, or else anew. */
export const show = (fresh) => {
  const main = fresh.querySelector('main')
  if (!main) throw new TypeError('no page came')
  // The focus is set by who asked: the browser would announce that it does not.
  for (const one of main.querySelectorAll('[autofocus]')) one.removeAttribute('autofocus')
  document.title = fresh.title
  if (shapeOf(main) === shapeOf(byId('main')) && byId('sides')) {
    byId('sides').className = fresh.getElementById('sides').className
    update(fresh)
    return
  }
  takeToken(fresh)
  note(main)
  byId('main').replaceWith(document.adoptNode(main))
  changed()
}

note(document)
export const start = changed
