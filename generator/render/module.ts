import { createHash } from 'node:crypto'
import { addTo, capital } from '../../document/index.js'
import { exportedName, fileName, Names, SafeNames, shortDigest, suffixed } from '../build/names.js'
import type { OutputFile, Tag } from '../model/document.js'
import { memberName, prose } from '../types/declarations.js'
import type { BorrowedRow, ChunkRow, Code, ModuleValues, TableRow, TagRow } from './template-model.js'

/** One row of a module: a declaration, a function, or an entry of a table. */
interface ModuleRow {
  readonly name?: string
  readonly key?: string
  readonly local?: string
}

/** The lists of rows that a module consists of, by name. */
type RowLists<List extends string> = Readonly<Record<List, readonly ModuleRow[]>>

// Estimated characters around a text: a keyword, punctuation, the end of a line.
const around = 20

/** All texts of a row, including nested ones. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const weightOf = (row: ModuleRow): number => textsIn(row).reduce((sum, text) => sum + text.length + around, 0)

const orderOf = ({ name, key, local }: ModuleRow): string => {
  const text = name ?? key ?? local ?? ''
  return createHash('sha256').update(text).digest('hex')
}

interface Entry<List> {
  readonly list: List
  readonly row: ModuleRow
  readonly weight: number
}

/**
 * The end of the chunk that begins at `start`. Of the possible last rows it takes the one whose name has the lowest
 * digest, so that adding or removing a row elsewhere moves at most one boundary instead of all that follow.
 */
const endOf = (entries: readonly Entry<string>[], start: number, most: number): number => {
  let sum = 0
  let best = { end: start + 1, order: '~' }
  for (let index = start; index < entries.length; index++) {
    const { row, weight } = entries[index] ?? { row: {}, weight: 0 }
    sum += weight
    if (sum > most) return best.end
    const order = sum < most / 2 ? '~' : orderOf(row)
    if (order <= best.order) best = { end: index + 1, order }
  }
  return entries.length
}

/** Cuts lists of rows into chunks of half to about `most` characters. */
const chunksOf = <List extends string, Rows extends RowLists<List>>(
  lists: readonly List[],
  rows: Rows,
  most: number,
): Pick<Rows, List>[] => {
  const entries = lists.flatMap((list) => rows[list].map((row) => ({ list, row, weight: weightOf(row) })))
  const chunks: Pick<Rows, List>[] = []
  for (let start = 0; start < entries.length;) {
    const end = endOf(entries, start, most)
    const chunk = entries.slice(start, end)
    const rowsOf = (list: List): [List, ModuleRow[]] => {
      return [list, chunk.filter((entry) => entry.list === list).map(({ row }) => row)]
    }
    chunks.push(Object.fromEntries(lists.map(rowsOf)) as unknown as Pick<Rows, List>)
    start = end
  }
  return chunks
}

/** Editors and code review tools fail on files that are much larger. */
const mostCharacters = 1_000_000

/** Common values of every template of a module, in addition to its own. */
type Placed<Values, List extends keyof Values> = ModuleValues & {
  readonly chunks: readonly (ChunkRow & Pick<Values, List>)[]
}

/** A module that is printed as one file or, if it would be too large, in chunks that it re-exports. */
export interface Module<List extends string, Values extends RowLists<List>> {
  /** Its name without extension. */
  readonly name: string
  readonly values: Values
  /** The lists of its values that can be split. */
  readonly lists: readonly List[]
  /** The specifiers by which other chunks import the rows of a list. */
  readonly specifiers?: { readonly [One in List]?: (row: Values[One][number]) => string }
  /** Prints a file for each extension. */
  readonly print: (values: Values & Placed<Values, List>) => Readonly<Record<string, string>>
}

const identifiers = /[$\w\u0080-\uffff]+/g

interface Specifier {
  readonly chunk: number
  readonly text: string
}

/** Everything that chunks can import, by local name. */
const specifiersOf = <List extends string, Values extends RowLists<List>>(
  { lists, specifiers = {} }: Module<List, Values>,
  chunks: readonly RowLists<List>[],
): Map<string, Specifier> => {
  const known: Partial<Record<List, (row: never) => string>> = specifiers
  const entries = chunks.flatMap((rows, chunk) =>
    lists.flatMap((list) => {
      const specifier = known[list] as ((row: ModuleRow) => string) | undefined
      return specifier ? rows[list].map((row) => ({ chunk, text: specifier(row) })) : []
    }),
  )
  return new Map(entries.map((one) => [one.text.split(' ').at(-1) ?? '', one]))
}

/** The imports of a chunk. Names that occur only in comments or literals are included, at no cost but the import. */
const borrowedBy = (chunk: number, rows: object, specifiers: Map<string, Specifier>): BorrowedRow[] => {
  const found = new Set<Specifier>()
  for (const text of specifiers.size === 0 ? [] : textsIn(rows)) {
    for (const [name] of text.matchAll(identifiers)) {
      const specifier = specifiers.get(name)
      if (specifier && specifier.chunk !== chunk) found.add(specifier)
    }
  }
  const others = [...new Set(Array.from(found, (one) => one.chunk))].toSorted((a, b) => a - b)
  return others.map((other) => {
    const names = [...found].filter((one) => one.chunk === other).map(({ text }) => text)
    return { path: `./${other + 1}.js`, names: names.toSorted().join(', ') }
  })
}

const filesOf = (name: string, texts: Readonly<Record<string, string>>): OutputFile[] =>
  Object.entries(texts).map(([ending, content]) => ({ path: `${name}${ending}`, content }))

const chunkRow = <Rows extends object>(name: string, rows: Rows, number: number): Rows & ChunkRow => ({
  ...rows,
  number: String(number),
  path: `./${name}/${number}.js`,
})

/** Prints a module: as one file per extension or, if one would be too large, with a folder of chunks beside it. */
export function renderModule<List extends string, Values extends RowLists<List>>(
  module: Module<List, Values>,
) {
  const { name, values, lists, print } = module
  const itself = { chunk: '', folder: '.', root: '..', borrowed: [] }
  const cut = chunksOf(lists, values, mostCharacters)
  if (cut.length < 2) return filesOf(name, print({ ...values, ...itself, chunks: [] }))
  const specifiers = specifiersOf(module, cut)
  const printed = cut.flatMap((rows, index) => {
    const chunk = String(index + 1)
    const borrowed = borrowedBy(index, rows, specifiers)
    const texts = print({ ...values, ...rows, chunk, folder: '..', root: '../..', borrowed, chunks: [] })
    return filesOf(`${name}/${chunk}`, texts)
  })
  const chunks = cut.map((rows, index) => chunkRow(name, rows, index + 1))
  return [...filesOf(name, print({ ...values, ...itself, chunks })), ...printed]
}

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** Name of the constant for a value; undefined for a value that is written inline. */
export type NameOf = (value: object) => string | undefined

/**
 * A JSON value as a JavaScript expression. The first `depth` levels have one member per line, so that a change of the
 * document changes few lines; deeper levels are on one line without spaces, because tables are mostly such text.
 * @param indent of the line on which the expression begins
 */
export function literal(value: unknown, depth: number, indent = '', nameOf?: NameOf): string {
  if (!isBranch(value)) return JSON.stringify(value) ?? 'undefined'
  const name = nameOf?.(value)
  if (name !== undefined) return name
  const isPlainList = Array.isArray(value) && !value.some(isBranch)
  const open = depth > 0 && !isPlainList
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, depth - 1, inner, nameOf))
    : Object.entries(value).map(
        ([key, item]) => `${memberName(key)}:${open ? ' ' : ''}${literal(item, depth - 1, inner, nameOf)}`,
      )
  const [start, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (open) return `${start}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${end}`
  return start + items.join(',') + end
}

/** The members of an object as rows. */
export function rowsOf(table: object, depth = 0, nameOf?: NameOf): TableRow[] {
  return Object.entries(table).map(([key, value]) => ({
    key: memberName(key),
    value: literal(value, depth, '  ', nameOf),
  }))
}

/** Title and name of a document, for a comment. */
export function documentComment({ title, name }: { readonly title: string; readonly name: string }): string {
  return commentLine(`${title}, ${name}`)
}

/** A union of names as a type, on one line. */
export function unionOf(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => JSON.stringify(name)).join(' | ')
}

const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/

/** Text for one line of a block comment, escaped so that it cannot end the comment. */
export function commentLine(text: string): string {
  return text
    .split(lineBreak)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('*/', String.raw`*\/`)
}

/** Prose as lines of a comment with a leading space, escaped so that they cannot end it or start a tag. */
export function commentLines(text = ''): string[] {
  return prose(text).map((line) => (line.trim() === '' ? '' : ` ${line}`))
}

const pascalCase = (name: string): string => {
  const words = name.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '')
  return exportedName(words.length === 0 ? `Tag_${shortDigest(name)}` : words.map(capital).join(''))
}

/** The tags of a document, each with the rows of its operations; those without rows are left out. */
export function groupedByTag<Row extends { readonly key: Code }>(
  tags: readonly Tag[],
  rows: readonly Row[],
): readonly (readonly [tag: TagRow, rows: readonly Row[]])[] {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const types = new SafeNames(pascalCase)
  const files = new Names()
  return tags.flatMap(({ name, description, operations }) => {
    const spellings = suffixed(fileName(name), `_${shortDigest(name)}`)
    const tag = {
      name: commentLine(name),
      type: types.get(name),
      id: JSON.stringify(name),
      key: memberName(name),
      // Files differ in more than case.
      file: files.take(spellings, (file) => [file.toLowerCase()]),
      comment: commentLines(description).map((line) => line.trim()),
    }
    const own = operations.flatMap((operation) => byKey.get(memberName(operation)) ?? [])
    return own.length === 0 ? [] : [[tag, own] as const]
  })
}

/** Literals of the tags of each operation, by its name as the key of an object. */
export function tagsByKey(tags: readonly Tag[]): ReadonlyMap<string, readonly Code[]> {
  const found = new Map<string, Code[]>()
  for (const { name, operations } of tags) {
    for (const operation of operations) addTo(found, memberName(operation), JSON.stringify(name))
  }
  return found
}
