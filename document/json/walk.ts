/** A value inside another: its location, keys unescaped, and the value itself. */
export type JsonNode = readonly [location: string, value: unknown]

const mostNodes = 100_000

/** Everything inside a value, itself first, level by level; of a huge one what is nearest. */
export function walk(root: unknown): JsonNode[] {
  const nodes: JsonNode[] = [['', root]]
  for (const [location, value] of nodes) {
    if (nodes.length > mostNodes) break
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) nodes.push([`${location}/${name}`, inner])
  }
  return nodes
}
