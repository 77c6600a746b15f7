import { apply, byId, chosen, defaults, rowIn, search, showChoice, view } from './filter.js'
import { data, encoded } from './make.js'

// The address holds what is seen: `#item?state=failed,flaky&area=quote&q=words`. It works from a file as well.
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

/** Writes what is seen into the address. What is typed letter by letter makes one step of the history. */
export const remember = (isStep = true) => {
  const next = fragment()
  if (next === (location.hash || '#')) return
  try {
    history[isStep ? 'pushState' : 'replaceState'](undefined, '', next)
  } catch {
    // Some browsers allow few changes in a time: then the address is behind for a moment.
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

/** Opens a result and brings it before the reader. */
const reveal = (entry) => {
  const { node, summary } = rowIn(entry)
  node.open = true
  node.scrollIntoView({ block: 'start' })
  // Rows above it are measured when they come near, and push it away once.
  requestAnimationFrame(() => node.scrollIntoView({ block: 'start' }))
  summary.focus({ preventScroll: true })
}

/** Shows what the address says. */
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
