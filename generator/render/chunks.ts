import { createHash } from 'node:crypto'

/** One row of a module: a declaration, a function, an entry of a table. */
export interface ModuleRow {
  readonly name?: string
  readonly key?: string
  readonly local?: string
}

/** The lists of rows that a module is made of, by their names. */
export type RowLists<List extends string> = Readonly<Record<List, readonly ModuleRow[]>>

// The surroundings of a text: a keyword, punctuation, the end of a line.
const around = 20

/** All texts of a row, also of those within it. */
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
 * Where the chunk that begins at `start` ends. Of the rows that could be its last, that is the one whose name has the
 * least digest: a row more or less elsewhere then moves one end or none, and not all that follow.
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
 * Cuts lists of rows, one after the other, into chunks.
 * @param most about how many characters a chunk is printed as at most; at least it is half of that
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
