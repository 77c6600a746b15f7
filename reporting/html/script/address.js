import { apply, byId, chosen, defaults, rowIn, search, showChoice, view } from './filter.js'
import { data, encoded } from './make.js'

// The address holds the view: `#item?state=failed,flaky&area=quote&q=words`. It works from a file as well.
const decoded = (text) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isDefault = (name, values) => {
  const usual = defaults.get(name)
  return values.length === usual.length && values.every((value) => usual.includes(value))
}

const query = () => {
  const filters = [...chosen].flatMap(([name, values]) => {
    if (isDefault(name, values)) return []
    return [`${name}=${values.length === 0 ? '*' : values.map(encoded).join(',')}`]
  })
  const words = search.value === '' ? [] : [`q=${encoded(search.value)}`]
  return [...filters, ...words].join('&')
}

const fragment = () => {
  const filter = query()
  return `#${view.named ? encoded(view.named.item.id) : ''}${filter === '' ? '' : `?${filter}`}`
}

/** Writes the view into the address. Typing a search makes a single step of the history. */
export const remember = (isStep = true) => {
  const next = fragment()
  if (next === (location.hash || '#')) return
  try {
    history[isStep ? 'pushState' : 'replaceState'](undefined, '', next)
  } catch {
    // Some browsers limit the rate of changes; the next one brings the address up to date.
  }
}

const readAddress = () => {
  const [, id = '', filter = ''] = /^#?([^?]*)\??(.*)$/s.exec(location.hash)
  const given = new Map(
    filter
      .split('&')
      .filter((one) => one.includes('='))
      .map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  )
  for (const { name } of data.facets) {
    const values = given.get(name)?.split(',').map(decoded) ?? defaults.get(name)
    chosen.set(name, given.get(name) === '*' ? [] : values)
  }
  search.value = decoded(given.get('q') ?? '')
  return { entry: byId.get(decoded(id)), isPlain: id === '' }
}

/** Opens a result and scrolls to it. */
const reveal = (entry) => {
  const { node, summary } = rowIn(entry)
  node.open = true
  node.scrollIntoView({ block: 'start' })
  // Repeated, because rows above are measured when they come near, which moves the result once.
  requestAnimationFrame(() => node.scrollIntoView({ block: 'start' }))
  summary.focus({ preventScroll: true })
}

/** Shows the view of the address. */
export const follow = () => {
  const { entry, isPlain } = readAddress()
  const former = view.named
  view.named = entry
  showChoice()
  apply()
  if (former && former !== entry && former.row) former.row.node.open = false
  if (entry) reveal(entry)
  return { entry, isFiltered: isPlain && location.hash.startsWith('#?') }
}
