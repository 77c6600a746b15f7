const missing = /^if\((.+) === undefined\)\{$/
const present = /^if\((.+) !== undefined\)\{$/
const requiredFailure = /^e = fail\(e, .*\/required", /

/** Places of required properties in one block, by the expression that reads the property. */
type Block = Map<string, number>

/** Where a property is demanded (three lines), by where its value is judged in the same block. */
const demandsByUse = (lines: readonly string[]): Map<number, number> => {
  const demands = new Map<number, number>()
  const blocks: Block[] = [new Map()]
  for (const [at, line] of lines.entries()) {
    const [, absent] = missing.exec(line) ?? []
    const isDemand =
      absent !== undefined && requiredFailure.test(lines[at + 1] ?? '') && lines[at + 2] === '}'
    if (isDemand && !lines[at + 3]?.startsWith('else')) blocks.at(-1)?.set(absent, at)
    const [, used = ''] = present.exec(line) ?? []
    const demand = blocks.at(-1)?.get(used)
    if (demand !== undefined) {
      demands.set(at, demand)
      blocks.at(-1)?.delete(used)
    }
    if (line.startsWith('}')) blocks.pop()
    if (line.endsWith('{')) blocks.push(new Map())
  }
  return demands
}

/**
 * Asks once for a property that is required and judged: ajv asks whether it is missing, and later on whether it is
 * there.
 */
export function mergeRequired(lines: readonly string[]): readonly string[] {
  const demands = demandsByUse(lines)
  if (demands.size === 0) return lines
  const moved = new Set([...demands.values()].flatMap((at) => [at, at + 1, at + 2]))
  return lines.flatMap((line, at) => {
    if (moved.has(at)) return []
    const demand = demands.get(at)
    return demand === undefined ? [line] : [...lines.slice(demand, demand + 3), 'else {']
  })
}
