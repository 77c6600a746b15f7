import { createHash } from 'node:crypto'
import type { OutputFile } from '../model/options.js'
import type { BorrowedRow, ChunkRow, ModuleValues } from './template-model.js'

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
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const weightOf = (row: ModuleRow): number => textsIn(row).reduce((sum, text) => sum + text.length + around, 0)

const orderOf = ({ name, key, local }: ModuleRow): string =>
  createHash('sha256')
    .update(name ?? key ?? local ?? '')
    .digest('hex')

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

/**
 * Cuts consecutive lists of rows into chunks.
 * @param most the approximate maximum of characters per chunk; a chunk has at least half of that
 */
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
    const rowsOf = (list: List): [List, ModuleRow[]] => [
      list,
      chunk.filter((entry) => entry.list === list).map(({ row }) => row),
    ]
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
  /** How other chunks import the rows of a list. */
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
): ReadonlyMap<string, Specifier> => {
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
const borrowedBy = (
  chunk: number,
  rows: object,
  specifiers: ReadonlyMap<string, Specifier>,
): BorrowedRow[] => {
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
): OutputFile[] {
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
