import { createHash } from 'node:crypto'

/** One row of a module: a declaration, a function, or an entry of a table. */
export interface ModuleRow {
  readonly name?: string
  readonly key?: string
  readonly local?: string
}

/** The lists of rows that a module consists of, by name. */
export type RowLists<List extends string> = Readonly<Record<List, readonly ModuleRow[]>>

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
export function chunksOf<List extends string, Rows extends RowLists<List>>(
  lists: readonly List[],
  rows: Rows,
  most: number,
): Pick<Rows, List>[] {
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
