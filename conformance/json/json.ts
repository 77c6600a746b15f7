/** True for a JSON object: no list, not null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members that a JSON Pointer (RFC 6901) names one after the other, unescaped. */
export function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A copy of a JSON value that shares nothing with it. */
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)]))
}

/** A value deep inside, by member names. */
export function dig(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), value)
}

/** A place in a value: JSON Pointer, and what stands there. */
export type Node = readonly [pointer: string, value: unknown]

const mostNodes = 100_000

/** Everything inside a value, itself first, level by level; of a huge one what is nearest. */
export function walk(root: unknown): Node[] {
  const nodes: Node[] = [['', root]]
  for (const [pointer, value] of nodes) {
    if (nodes.length > mostNodes) break
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) nodes.push([`${pointer}/${name}`, inner])
  }
  return nodes
}
