import { mergeRequired } from './required-lines.js'

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
  /^(?:const (_errs\d+) = size\(vErrors\)|var (_?valid\d+) = _errs\d+ === size\(vErrors\)|let (valid\d+) = (?:true|false)|(valid\d+) = (?:true|false)|const (vSchema\d+) = [^;]*);$/

const written = (line: string): string | undefined =>
  writing
    .exec(line)
    ?.slice(1)
    .find((name) => name !== undefined)

/** What of the names that are counted with a line writes, and what it reads. */
interface Use {
  readonly writes: string | undefined
  readonly reads: readonly string[]
}

const noUse: Use = { writes: undefined, reads: [] }
// Few lines have such a name, and this is quicker than to look for where.
const mayCount = /_errs|valid\d|vSchema/

const useOf = (line: string): Use => {
  if (!mayCount.test(line)) return noUse
  const writes = written(line)
  return {
    writes,
    reads: Array.from(line.matchAll(counted), ([name]) => name).filter((name) => name !== writes),
  }
}

/** Leaves out what is written and never read, and then what was there for its sake. */
const withoutUnread = (all: readonly string[]): readonly string[] => {
  const uses = new Map<string, Use>()
  for (const line of all) if (!uses.has(line)) uses.set(line, useOf(line))
  const of = (line: string): Use => uses.get(line) ?? noUse
  let lines = all
  for (;;) {
    const read = new Set(lines.flatMap((line) => of(line).reads))
    const kept = lines.filter((line) => {
      const { writes } = of(line)
      return writes === undefined || read.has(writes)
    })
    if (kept.length === lines.length) return lines
    lines = withoutEmptyBlocks(kept)
  }
}

const countLines = new Set(['let errors = 0;', 'errors++;', 'errors = vErrors.length;'])
const verdict = 'return errors === 0;'
// Of a schema that is true or false nothing else is printed.
const endings = new Set([verdict, 'return true;', 'return false;'])
const countRead = /"(?:[^"\\]|\\.)*"|(?<![\w$.])errors\b/g

// How ajv takes back the errors of a branch that need not hold.
const reset = /^errors = (_errs\d+);$/
const resetLines = 8

/** The list of errors says how many there are: ajv's count beside it is left out, and asked for where it is read. */
const withoutCount = (lines: readonly string[]): readonly string[] => {
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (!line.includes('errors')) {
      kept.push(line)
      continue
    }
    const [, before] = reset.exec(line) ?? []
    if (before !== undefined) {
      kept.push(`vErrors = keep(vErrors, ${before});`)
      at += resetLines
    } else if (line === verdict) kept.push('return vErrors === null;')
    else if (!countLines.has(line))
      kept.push(line.replaceAll(countRead, (word) => (word === 'errors' ? 'size(vErrors)' : word)))
  }
  return kept
}

const words = /"(?:[^"\\]|\\.)*"|(?<![\w$.])vErrors\b/g

const withShortNames = (line: string): string => {
  if (!line.includes('rrors')) return line
  return line
    .replace(/^(validate\d+)\.errors = /, '$1.found = ')
    .replaceAll(words, (word) => (word === 'vErrors' ? 'e' : word))
}

// An `if` of its own would take the `else` of the block around it.
const isAssignment = (line = ''): boolean => /^[\w$.]+ = .*;$/s.test(line)

/** Blocks of one statement lose their braces. */
const withoutBraces = (lines: readonly string[]): string[] => {
  const kept: string[] = []
  for (const line of lines) {
    const [opening, statement] = kept.slice(-2)
    const isSingle = line === '}' && isOpening(opening) && isAssignment(statement)
    if (isSingle) kept.splice(-2, 2, `${(opening ?? '').slice(0, -1).trimEnd()} ${statement}`)
    else kept.push(line)
  }
  return kept
}

const tidied = (lines: readonly string[]): string[] =>
  withoutBraces(mergeRequired(withoutUnread(withoutCount(lines)).map(withShortNames)))

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
    else if (line === '}' && endings.has(lines[index - 1] ?? '')) {
      out.push(...tidied(lines.slice(start, index + 1)))
      start = undefined
    }
  }
  return start === undefined ? out : [...out, ...lines.slice(start)]
}
