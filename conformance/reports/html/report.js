// The script of report.html. What the service sent reaches the page as text nodes only, never as markup.
const data = JSON.parse(document.getElementById('report').textContent)
const unwell = new Set(['failed', 'flaky', 'inconclusive'])

// Characters that command, hide or turn the direction of a text around are shown by their numbers.
const unsafe = new RegExp(data.unsafe, 'gu')
const escapeSequence = (character) => {
  const number = character.codePointAt(0).toString(16)
  return number.length > 4 ? `\\u{${number}}` : `\\u${number.padStart(4, '0')}`
}
const visible = (text) => text.replace(unsafe, escapeSequence)

const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(
    ...children
      .filter((child) => child !== undefined)
      .map((child) => (typeof child === 'string' ? visible(child) : child)),
  )
  return element
}

const longestIndented = 100_000

/** JSON with line breaks, character by character: parsing it would change numbers. Anything else stays as it is. */
const indented = (body) => {
  if (body.length > longestIndented || !/^\s*[[{]/.test(body)) return body
  const [mark = ''] = /… \([^)]*\)$/.exec(body) ?? []
  const text = body.slice(0, body.length - mark.length)
  let depth = 0
  const line = () => `\n${'  '.repeat(Math.min(depth, 50))}`
  const lines = text.replace(/"(?:[^"\\]|\\.)*(?:"|$)|[[{]\s*[\]}]|[[{\]},:]|\s+/gs, (token) => {
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth = Math.max(0, depth - 1)
    if (token === '{' || token === '[') return token + line()
    if (token === '}' || token === ']') return line() + token
    if (token === ',') return token + line()
    if (token === ':') return ': '
    return token.trim() === '' ? '' : token
  })
  return lines + mark
}

const messageText = (first, headers, body, isRaw) => {
  const head = [first, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')
  return body === undefined || body === '' ? head : `${head}\n\n${isRaw ? body : indented(body)}`
}

const copyButton = (text) => {
  const button = make('button', { type: 'button' }, 'Copy')
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(button.nextElementSibling)
    }
  })
  return button
}

/** An answer that never came has status 0, and the reason for a body. */
const statusText = ({ status }) => (status === 0 ? 'no answer' : String(status))

const exchangeNode = ({ request, response, curl, isReplay, isRaw, sentAt }) =>
  make(
    'div',
    { class: 'exchange' },
    make(
      'div',
      { class: 'messages' },
      make(
        'div',
        {},
        make('h4', {}, `Request${isReplay ? ' (a replay)' : ''}, ${sentAt}`),
        make(
          'pre',
          { tabindex: '0' },
          messageText(`${request.method} ${request.url}`, request.headers, request.body, isRaw),
        ),
      ),
      make(
        'div',
        {},
        make('h4', {}, 'Response'),
        make('pre', { tabindex: '0' }, messageText(statusText(response), response.headers, response.body)),
      ),
    ),
    make('h4', {}, 'To send it again'),
    copyButton(curl),
    make('pre', { class: 'curl', tabindex: '0' }, curl),
  )

const fact = (name, value) => (value === undefined ? [] : [make('dt', {}, name), make('dd', {}, value)])

const findingNode = (finding, result) =>
  make(
    'section',
    { class: 'finding' },
    make(
      'div',
      { class: 'sides' },
      make(
        'dl',
        {},
        ...fact('Promised', result.statement),
        ...fact('Stated in', result.section),
        ...fact('Found', finding.message),
        ...fact('To mend it', result.mend),
        ...fact('At', finding.pointer),
        ...fact('There stands', finding.evidence[0]?.value),
        ...fact('Seen', finding.occurrences === 1 ? 'once' : `${finding.occurrences} times`),
        ...fact('Operation', finding.evidence[0]?.operationId),
      ),
      make(
        'div',
        {},
        ...finding.evidence.map(exchangeNode),
        finding.evidence.length === 0
          ? make('p', {}, 'It stands in the document; no exchange shows it.')
          : undefined,
      ),
    ),
  )

const requestsText = ({ sent, answered, unanswered }) =>
  unanswered === 0 ? String(sent) : `${sent} sent, ${answered} answered, ${unanswered} unanswered`

const plainDetail = (result) =>
  make(
    'dl',
    {},
    ...fact('Promised', result.state === 'not-promised' ? undefined : result.statement),
    ...fact('Left open', result.state === 'not-promised' ? result.statement : undefined),
    ...fact('Stated in', result.section),
    ...fact('Why', result.reason),
    ...fact('Requests', requestsText(result.requests)),
  )

const notesNode = (notes) =>
  make(
    'ul',
    {},
    ...notes.map(({ message, occurrences }) =>
      make('li', {}, occurrences > 1 ? `${message} (${occurrences} times)` : message),
    ),
  )

const detailNode = (result) =>
  make(
    'div',
    { class: 'detail' },
    ...(result.findings.length === 0
      ? [plainDetail(result)]
      : result.findings.map((finding) => findingNode(finding, result))),
    result.notes ? notesNode(result.notes) : undefined,
  )

const markOf = ({ state, severity }) => (state === 'failed' && severity === 'warning' ? 'warning' : state)

const haystack = (result) =>
  [
    result.id,
    result.title,
    result.version,
    result.section,
    result.statement,
    result.reason,
    ...(result.notes ?? []).map(({ message }) => message),
    ...result.findings.flatMap(({ message, pointer, evidence }) => [
      message,
      pointer,
      ...evidence.flatMap(({ request, response, operationId }) => [
        `${request.method} ${request.url} ${response.status}`,
        operationId,
      ]),
    ]),
  ]
    .filter((text) => text !== undefined)
    .join('\n')
    .toLowerCase()

const rowOf = (result) => {
  const mark = markOf(result)
  const summary = make(
    'summary',
    {},
    make('span', { class: `mark ${mark}` }, mark.replace('-', ' ')),
    ' ',
    make('b', {}, result.id),
    ' ',
    make('small', {}, result.findings[0]?.message ?? result.reason ?? result.title ?? ''),
  )
  const node = make('details', { class: 'result' }, summary)
  // A page of thousands of exchanges stays light: each is drawn when it is opened.
  node.addEventListener('toggle', () => {
    if (node.open && node.children.length === 1) node.append(detailNode(result))
  })
  return { result, node, summary, text: haystack(result) }
}

const grouped = (items, keyOf) => {
  const groups = new Map()
  for (const item of items) {
    const key = keyOf(item)
    if (!groups.has(key)) groups.set(key, [])
    groups.get(key).push(item)
  }
  return [...groups]
}

const rows = []
const sections = []

const areaNode = (area, results) => {
  const own = results.map(rowOf)
  rows.push(...own)
  const node = make('section', {}, make('h3', {}, area), ...own.map((row) => row.node))
  sections.push({ node, rows: own })
  return node
}

const versionNode = (version, results) => {
  const before = rows.length
  const broken = results.filter(({ state }) => unwell.has(state)).length
  const count = make('small', {}, `${results.length} results, ${broken} not as promised`)
  const areas = grouped(results, ({ area }) => area).map(([area, own]) => areaNode(area, own))
  const node = make('section', {}, make('h2', {}, `${version} `, count), ...areas)
  sections.push({ node, rows: rows.slice(before) })
  return node
}

const search = document.getElementById('search')
const versionChoice = document.getElementById('version')
const areaChoice = document.getElementById('area')
const boxes = [...document.querySelectorAll('input[name=state]')]

const shownRows = () => rows.filter(({ node }) => !node.hidden)

const apply = () => {
  const states = new Set(boxes.filter(({ checked }) => checked).map(({ value }) => value))
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const { result, node, text } of rows) {
    node.hidden =
      !states.has(result.state) ||
      (versionChoice.value !== '' && result.version !== versionChoice.value) ||
      (areaChoice.value !== '' && result.area !== areaChoice.value) ||
      !words.every((word) => text.includes(word))
  }
  for (const section of sections) section.node.hidden = section.rows.every(({ node }) => node.hidden)
  document.getElementById('shown').textContent = `${shownRows().length} of ${rows.length} shown`
}

const move = (step) => {
  const shown = shownRows()
  const at = shown.findIndex(({ node }) => node.contains(document.activeElement))
  const next = at === -1 ? (step > 0 ? 0 : shown.length - 1) : at + step
  shown[next]?.summary.focus()
}

const keys = { '/': () => search.focus(), j: () => move(1), k: () => move(-1) }

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input[type=search], select')
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  if (isTyping && event.key === 'Escape' && event.target === search) {
    search.value = ''
    apply()
    search.blur()
  }
  if (isTyping || isCommand || !Object.hasOwn(keys, event.key)) return
  event.preventDefault()
  keys[event.key]()
})

document.getElementById('theme').addEventListener('click', () => {
  const { dataset } = document.documentElement
  const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  dataset.theme = isDark ? 'light' : 'dark'
})

const offer = (choice, values) => {
  for (const value of new Set(values)) choice.append(make('option', { value }, value))
}

const isUnwell = data.results.some(({ state }) => unwell.has(state))
for (const box of boxes) box.checked = !isUnwell || unwell.has(box.value)
offer(
  versionChoice,
  data.results.map(({ version }) => version),
)
offer(
  areaChoice,
  data.results.map(({ area }) => area),
)
document
  .getElementById('results')
  .replaceChildren(
    ...grouped(data.results, ({ version }) => version).map(([version, results]) =>
      versionNode(version, results),
    ),
  )
document.getElementById('filters').addEventListener('input', apply)
document.getElementById('filters').addEventListener('submit', (event) => event.preventDefault())
apply()
