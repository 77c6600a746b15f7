import { haystack, rowOf, stateOf } from './item.js'
import { counted, data, make } from './make.js'

// Entries are items with their row and their searchable text, which are made when needed.
const entries = data.items.map((item) => ({ item, row: undefined, text: undefined }))
export const byId = new Map(entries.map((entry) => [entry.item.id, entry]))
export const results = document.getElementById('results')
export const form = document.getElementById('filters')
export const search = document.getElementById('search')
export const defaults = new Map(
  data.facets.map(({ name, options }) => [
    name,
    options.filter((one) => one.isDefault).map(({ value }) => value),
  ]),
)

const groupOf = ({ facets }) => facets[data.groupedBy]?.[0] ?? ''
const groups = new Map()
const labelOf = (value) =>
  data.facets.find(({ name }) => name === data.groupedBy)?.options.find((one) => one.value === value)
    ?.label ?? value

for (const entry of entries) {
  const value = groupOf(entry.item)
  if (!groups.has(value)) groups.set(value, { label: labelOf(value), entries: [], node: undefined })
  groups.get(value).entries.push(entry)
}

/** The chosen values by the names of facets; none where all are chosen. */
export const chosen = new Map()
/** The visible items: the one in the address, which no filter hides, and all that fit the filters. */
export const view = { named: undefined, shown: [] }

const searchWords = () => search.value.toLowerCase().split(/\s+/).filter(Boolean)

const fits = ({ facets }) =>
  [...chosen].every(
    ([name, values]) => values.length === 0 || facets[name]?.some((value) => values.includes(value)),
  )

const contains = (entry, words) => {
  if (words.length === 0) return true
  entry.text ??= haystack(entry.item)
  return words.every((word) => entry.text.includes(word))
}

export const rowIn = (entry) => (entry.row ??= rowOf(entry.item))

const headOf = (group, count) => {
  const wrong = group.entries.filter(({ item }) => ['bad', 'odd'].includes(stateOf(item).tone)).length
  const total = counted(group.entries.length, data.itemWord)
  const shown = count === group.entries.length ? total : `${count} of ${total}`
  return wrong === 0 ? shown : `${shown}, ${wrong} to look at`
}

const drawGroup = (group, shown, count) => {
  group.note ??= make('small')
  const heading = () => make('h2', {}, `${group.label} `, group.note)
  group.node ??= make('section', { class: 'group' }, heading(), make('div'))
  group.note.textContent = headOf(group, count)
  const list = group.node.lastElementChild
  const nodes = shown.map((entry) => rowIn(entry).node)
  // Nodes in the right position are not replaced, so that they keep their focus.
  if (nodes.length !== list.children.length || nodes.some((node, at) => list.children[at] !== node)) {
    list.replaceChildren(...nodes)
  }
  return group.node
}

/** Further rows are drawn on demand, because ten thousand take a browser seconds. */
const rowsAtOnce = 1_000
let limit = rowsAtOnce
const moreButton = make('button', { type: 'button', class: 'more' })

/** A note for a search whose results are all hidden by the filters. */
const hiddenNote = (count, words) => {
  const hidden = words.length === 0 ? 0 : entries.filter((entry) => contains(entry, words)).length
  if (count > 0 || hidden === 0) return undefined
  const button = make('button', { type: 'button' }, 'Remove the filters')
  button.addEventListener('click', () => showAll())
  const text = `The filters hide ${counted(hidden, data.itemWord)} with these words. `
  return make('p', { class: 'hidden', role: 'status' }, text, button)
}

const draw = () => {
  const words = searchWords()
  const isFitting = (entry) => entry === view.named || (fits(entry.item) && contains(entry, words))
  const drawn = []
  let count = 0
  view.shown = []
  for (const group of groups.values()) {
    const fitting = group.entries.filter(isFitting)
    count += fitting.length
    const room = Math.max(0, limit - view.shown.length)
    const shown = fitting.filter((entry, at) => at < room || entry === view.named)
    if (shown.length === 0) continue
    view.shown.push(...shown)
    drawn.push(drawGroup(group, shown, fitting.length))
  }
  const rest = count - view.shown.length
  moreButton.textContent = `Show ${Math.min(rest, rowsAtOnce)} more of ${rest}`
  if (rest > 0) drawn.push(moreButton)
  const note = hiddenNote(count, words)
  if (note) drawn.push(note)
  if (drawn.length !== results.children.length || drawn.some((node, at) => results.children[at] !== node)) {
    results.replaceChildren(...drawn)
  }
  document.getElementById('shown').textContent = `${count} of ${counted(entries.length, data.itemWord)} shown`
}

/** Removes all filters except the search. */
const showAll = () => {
  for (const { name } of data.facets) chosen.set(name, [])
  showChoice()
  form.dispatchEvent(new Event('change'))
  search.focus()
}

/** Shows the items that fit. */
export const apply = () => {
  limit = rowsAtOnce
  draw()
}

moreButton.addEventListener('click', () => {
  const known = new Set(view.shown)
  limit += rowsAtOnce
  draw()
  view.shown.find((entry) => !known.has(entry))?.row.summary.focus()
})

/** Writes the chosen values into the fields of the form. */
export const showChoice = () => {
  for (const { name, kind } of data.facets) {
    const values = chosen.get(name) ?? []
    if (kind === 'choice') form.elements[name].value = values[0] ?? ''
    else
      for (const box of form.querySelectorAll(`input[name=${name}]`))
        box.checked = values.length === 0 || values.includes(box.value)
  }
}

/** Reads the chosen values from the fields. Boxes that are all ticked choose nothing. */
export const readChoice = () => {
  for (const { name, kind, options } of data.facets) {
    if (kind === 'choice') {
      const { value } = form.elements[name]
      chosen.set(name, value === '' ? [] : [value])
      continue
    }
    const ticked = [...form.querySelectorAll(`input[name=${name}]:checked`)].map(({ value }) => value)
    chosen.set(name, ticked.length === options.length ? [] : ticked.length === 0 ? [''] : ticked)
  }
}
