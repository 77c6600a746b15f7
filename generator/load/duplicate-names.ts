interface Level {
  /** Names that an object has so far; nothing for a list. */
  readonly names: Set<string> | undefined
  /** The member that the text is at. */
  at: string | number
  isNameNext: boolean
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gs

const opened = (token: string): Level =>
  token === '{'
    ? { names: new Set(), at: '', isNameNext: true }
    : { names: undefined, at: 0, isNameNext: false }

const advance = (level: Level): void => {
  if (level.names) level.isNameNext = true
  else level.at = Number(level.at) + 1
}

const nameOf = (token: string): string =>
  token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1)

/** Paths of the members of valid JSON whose name another member of the same object has had before. */
export function duplicateNames(json: string): (readonly (string | number)[])[] {
  const found: (string | number)[][] = []
  const levels: Level[] = []
  for (const [token] of json.matchAll(tokens)) {
    const level = levels.at(-1)
    if (token === '{' || token === '[') levels.push(opened(token))
    else if (token === '}' || token === ']') levels.pop()
    else if (level && token === ',') advance(level)
    else if (level?.names && level.isNameNext) {
      level.isNameNext = false
      level.at = nameOf(token)
      if (level.names.has(level.at)) found.push(levels.map(({ at }) => at))
      level.names.add(level.at)
    }
  }
  return found
}
