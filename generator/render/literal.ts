const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** A key as it stands in a literal or a type: without quotes where it needs none. */
export function memberName(key: string): string {
  // Written plainly it would set the prototype; computed, it is a member.
  if (key === '__proto__') return '["__proto__"]'
  return /^(?:[A-Za-z_$][\w$]*|[1-9]\d{0,8})$/.test(key) ? key : JSON.stringify(key)
}

/** Name of a constant that stands for a value; undefined for a value that is written out. */
export type NameOf = (value: object) => string | undefined

const print = (value: unknown, depth: number, indent: string, nameOf: NameOf): string => {
  if (!isBranch(value)) return JSON.stringify(value) ?? 'undefined'
  const name = nameOf(value)
  if (name !== undefined) return name
  const open = depth > 0
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => print(item, depth - 1, inner, nameOf))
    : Object.entries(value).map(
        ([key, item]) => `${memberName(key)}: ${print(item, depth - 1, inner, nameOf)}`,
      )
  const [start, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (open) return `${start}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${end}`
  return Array.isArray(value) ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`
}

/**
 * A JSON value as a JavaScript expression. The first `depth` levels get a line for each member, so that a change
 * of the document is a change of few lines; what is deeper stays on one line.
 * @param indent of the line on which the expression begins
 */
export function literal(
  value: unknown,
  depth: number,
  indent = '',
  nameOf: NameOf = () => undefined,
): string {
  return print(value, depth, indent, nameOf)
}

/** Text that may stand in a block comment. */
export function commentText(text: string): string {
  return text.replaceAll('*/', '*\\/').replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
}

/** A union of names as a type, on one line. */
export function unionOf(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => JSON.stringify(name)).join(' | ')
}
