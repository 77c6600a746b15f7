/** A nested value: its location with unescaped keys, and the value itself. */
export type JsonNode = readonly [location: string, value: unknown]

const mostNodes = 100_000

/**
 * Every nested value in breadth-first order, starting with the root; limited to the outermost ones of a huge value.
 */
export function walk(root: unknown): JsonNode[] {
  const nodes: JsonNode[] = [['', root]]
  for (const [location, value] of nodes) {
    if (nodes.length > mostNodes) break
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) nodes.push([`${location}/${name}`, inner])
  }
  return nodes
}
