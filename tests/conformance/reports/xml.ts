/** An element: its name, attributes, children and own text. */
interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

const names = '[A-Za-z_][\\w.-]*'
const token = new RegExp(`<\\?xml[^?]*\\?>|<(/?)(${names})((?:\\s+${names}="[^"<]*")*)\\s*(/?)>|([^<]+)`, 'y')
const characters = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string): string => {
  if (/&(?!(amp|lt|gt|quot|apos|#\d+);)/.test(text)) throw new SyntaxError(`a bare & in ${text}`)
  const decoded = text.replaceAll(/&(#?)(\w+);/g, (_, isCode: string, name: string) =>
    isCode === '#' ? String.fromCodePoint(Number(name)) : (entities[name] ?? ''),
  )
  if (!characters.test(decoded))
    throw new SyntaxError(`characters that XML cannot hold in ${JSON.stringify(decoded)}`)
  return decoded
}

const attributesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w.-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)]),
  )

interface Open {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** Reads the XML that reports are made of, strictly: anything that is not well-formed is a SyntaxError. */
export const readXml = (source: string): Element => {
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const open: Open[] = [root]
  token.lastIndex = 0
  while (token.lastIndex < source.length) {
    const at = token.lastIndex
    const [, isEnd, name, attributes = '', isEmpty, text] = token.exec(source) ?? []
    if (token.lastIndex === 0) throw new SyntaxError(`no XML at ${at}: ${source.slice(at, at + 40)}`)
    const inner = open.at(-1) ?? root
    if (text !== undefined) inner.text += decode(text)
    if (name === undefined) continue
    if (isEnd === '/') {
      if (open.pop()?.name !== name) throw new SyntaxError(`</${name}> closes another element`)
      continue
    }
    const element = { name, attributes: attributesIn(attributes), children: [], text: '' }
    inner.children.push(element)
    if (isEmpty !== '/') open.push(element)
  }
  const [only] = root.children
  if (open.length !== 1 || root.children.length !== 1 || !only) throw new SyntaxError('not one whole element')
  return only
}
