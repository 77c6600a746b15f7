import { copyButton, data, make } from './make.js'

const longestIndented = 100_000

/** Indents JSON token by token, because parsing it would change numbers. Other texts stay unchanged. */
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
  const head = headers === '' ? first : `${first}\n${headers}`
  return body === undefined || body === '' ? head : `${head}\n\n${isRaw ? body : indented(body)}`
}

export const preNode = (text, name, className = '') =>
  make('pre', { tabindex: '0', role: 'group', 'aria-label': name, class: className, dir: 'auto' }, text)

const again = (curl) => {
  const line = preNode(curl, 'Command line', 'curl')
  const head = make(
    'div',
    { class: 'bar' },
    make('h3', {}, 'To repeat the request'),
    copyButton(
      'Copy',
      () => curl,
      () => line,
    ),
  )
  return [head, line]
}

const exchangeParts = (exchange) => {
  const { line, status, requestHeaders, requestBody, responseHeaders, responseBody, isRaw, curl } = exchange
  const sent = messageText(line, requestHeaders, requestBody, isRaw)
  const received = messageText(status, responseHeaders, responseBody)
  return [
    make(
      'div',
      { class: 'messages' },
      make('div', {}, make('h3', {}, `Request, ${exchange.note}`), preNode(sent, 'Request')),
      make('div', {}, make('h3', {}, 'Response'), preNode(received, 'Response')),
    ),
    ...(curl === undefined ? [] : again(curl)),
  ]
}

/** The first exchange is open; each further one is drawn when it is opened. */
export const exchangeNode = (index, order) => {
  const exchange = data.exchanges[index]
  if (order === 0) return make('div', { class: 'exchange' }, ...exchangeParts(exchange))
  const summary = make('summary', {}, `${exchange.line} `, make('small', {}, exchange.status))
  const node = make('details', { class: 'exchange' }, summary)
  node.addEventListener('toggle', () => {
    if (node.open && node.children.length === 1) node.append(...exchangeParts(exchange))
  })
  return node
}
