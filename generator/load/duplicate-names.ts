interface Level {
  /** Names of the object so far; undefined for a list. */
  readonly names: Set<string> | undefined
  /** The current member. */
  at: string | number
  isNameNext: boolean
}

const isEscaped = (json: string, at: number): boolean => {
  let before = at
  while (json[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

// Searches for the closing quote, because a regular expression would fail on strings of megabytes.
const endOfText = (json: string, start: number): number => {
  let end = json.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end + 1
}

const tokensOf = function* (json: string): Generator<string, void, undefined> {
  const sign = /["{}[\],]/g
  for (let match = sign.exec(json); match; match = sign.exec(json)) {
    if (match[0] === '"') sign.lastIndex = endOfText(json, match.index)
    yield json.slice(match.index, sign.lastIndex)
  }
}

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

/** Paths of the members of valid JSON whose name occurred before in the same object. */
export function duplicateNames(json: string): (readonly (string | number)[])[] {
  const found: (string | number)[][] = []
  const levels: Level[] = []
  for (const token of tokensOf(json)) {
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
