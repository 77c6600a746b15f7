const isOpening = (line = ''): boolean => /^(?:if\(.*\)|else) ?\{$/.test(line)

/** Leaves out blocks in which nothing happens. */
const withoutEmptyBlocks = (lines: readonly string[]): string[] => {
  const kept: string[] = []
  for (const [index, line] of lines.entries()) {
    const isEmpty = line === '}' && isOpening(kept.at(-1)) && !lines[index + 1]?.startsWith('else')
    if (isEmpty) kept.pop()
    else kept.push(line)
  }
  return kept
}

// What ajv keeps count with: how many errors there were, whether something was valid, and lists of values.
const counted = /\b(?:_errs|_?valid|vSchema)\d+\b/g
const writing =
  /^(?:const (_errs\d+) = errors|var (_?valid\d+) = _errs\d+ === errors|let (valid\d+) = (?:true|false)|(valid\d+) = (?:true|false)|const (vSchema\d+) = [^;]*);$/

const written = (line: string): string | undefined =>
  writing
    .exec(line)
    ?.slice(1)
    .find((name) => name !== undefined)

/** Leaves out what is written and never read, and then what was there for its sake. */
const withoutUnread = (lines: readonly string[]): readonly string[] => {
  const read = new Set<string>()
  for (const line of lines) {
    const own = written(line)
    for (const [name] of line.matchAll(counted)) if (name !== own) read.add(name)
  }
  const kept = lines.filter((line) => {
    const name = written(line)
    return name === undefined || read.has(name)
  })
  return kept.length === lines.length ? lines : withoutUnread(withoutEmptyBlocks(kept))
}

const countLines = new Set(['let errors = 0;', 'errors++;', 'errors = vErrors.length;'])
const verdict = 'return errors === 0;'

/** Leaves the count of errors out where nothing asks for it: the list of them says all. */
const withoutCount = (lines: readonly string[]): readonly string[] => {
  const isCounted = lines.some(
    (line) => !countLines.has(line) && line !== verdict && /(?<![.\w"])errors\b(?!")/.test(line),
  )
  if (isCounted) return lines
  return lines.flatMap((line) => {
    if (countLines.has(line)) return []
    return line === verdict ? ['return vErrors === null;'] : [line]
  })
}

const words = /"(?:[^"\\]|\\.)*"|(?<![\w$.])(?:instancePath(?!:)|vErrors)\b/g
const short: Readonly<Record<string, string>> = { instancePath: 'p', vErrors: 'e' }

const withShortNames = (line: string): string => line.replaceAll(words, (word) => short[word] ?? word)

const tidied = (lines: readonly string[]): string[] => withoutCount(withoutUnread(lines)).map(withShortNames)

/**
 * Reads the lines of a module that ajv printed, and leaves out of each function the counts and verdicts that nobody
 * reads. What is written in every line gets a name of one letter.
 */
export function tidyFunctions(lines: readonly string[]): string[] {
  const out: string[] = []
  let start: number | undefined
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('function ')) start ??= index
    if (start === undefined) out.push(line)
    else if (line === '}' && lines[index - 1] === verdict) {
      out.push(...tidied(lines.slice(start, index + 1)))
      start = undefined
    }
  }
  return start === undefined ? out : [...out, ...lines.slice(start)]
}
