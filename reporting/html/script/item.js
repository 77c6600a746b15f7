import { copyButton, data, itemAddress, make, markNode, sentence } from './make.js'
import { excerptNode } from './excerpt.js'
import { exchangeNode } from './message.js'

const [states] = data.facets
const stateOptions = new Map(states.options.map((option) => [option.value, option]))
export const stateOf = ({ facets }) =>
  stateOptions.get(facets.state?.[0]) ?? { label: facets.state?.[0] ?? '' }

const factNodes = ([name, text, href]) => [
  make('dt', {}, name),
  make('dd', { dir: 'auto' }, ...(href === undefined ? sentence(text) : [make('a', { href }, text)])),
]

const listNode = (texts) => make('ul', {}, ...texts.map((text) => make('li', { dir: 'auto' }, text)))

const foldedNode = ({ label, list }) =>
  make('details', {}, make('summary', {}, label), listNode(data.lists[list]))

const sectionNode = ({ tone = 'quiet', facts = [], list, folded, exchanges = [], excerpt, remark }) => {
  const right = [
    ...(excerpt === undefined ? [] : [excerptNode(data.excerpts[excerpt])]),
    ...exchanges.map(exchangeNode),
    ...(remark === undefined ? [] : [make('p', {}, remark)]),
  ]
  const left = [
    make('dl', {}, ...facts.flatMap(factNodes)),
    ...(list ? [listNode(list)] : []),
    ...(folded ? [foldedNode(folded)] : []),
  ]
  const sides = [left, ...(right.length > 0 ? [right] : [])].map((nodes) => make('div', {}, ...nodes))
  return make('section', { class: `part ${tone} ${right.length > 0 ? 'sides' : ''}` }, ...sides)
}

const linkBar = (item) => {
  const link = make('a', { href: itemAddress(item.id) }, 'Link to this')
  const address = () => new URL(itemAddress(item.id), location.href).href
  const button = copyButton('Copy link', address, () => link)
  return make('p', { class: 'bar link' }, link, button)
}

export const detailNode = (item) =>
  make('div', { class: 'detail' }, linkBar(item), ...item.sections.map(sectionNode))

/** The values that distinguish items of one title: those of facets other than the group. */
const tagsOf = ({ facets }) =>
  data.facets
    .filter(({ name, kind }) => kind === 'choice' && name !== data.groupedBy)
    .flatMap(({ name, options }) =>
      (facets[name] ?? [])
        .slice(0, 2)
        .map((value) => options.find((one) => one.value === value)?.label ?? value),
    )

export const rowOf = (item) => {
  const summary = make(
    'summary',
    {},
    markNode(stateOf(item)),
    ' ',
    make('b', {}, item.title),
    ...tagsOf(item).flatMap((tag) => [' ', make('span', { class: 'tag' }, tag)]),
    ' ',
    make('small', { dir: 'auto' }, ...sentence(item.text)),
  )
  // Not an id, because a browser that finds the fragment of the address by itself moves the focus.
  const node = make('details', { class: 'item', 'data-id': item.id }, summary)
  // Details are drawn when opened, because a page may have thousands of exchanges.
  node.addEventListener('toggle', () => {
    if (node.open && node.children.length === 1) node.append(detailNode(item))
  })
  return { node, summary }
}

const exchangeText = (index) => {
  const { line, status, note } = data.exchanges[index]
  return `${line} ${status} ${note}`
}

/** The searchable text of an item. */
export const haystack = (item) =>
  [
    item.id,
    item.title,
    item.text,
    ...Object.values(item.facets).flat(),
    ...item.sections.flatMap(({ facts = [], list = [], folded, exchanges = [] }) => [
      ...facts.map(([, text]) => text),
      ...list,
      ...(folded ? data.lists[folded.list] : []),
      ...exchanges.map(exchangeText),
    ]),
  ]
    .join('\n')
    .toLowerCase()
