import { cached } from '../../document/index.js'
import { jsonForLogs } from '../../reporting/index.js'
import type { DiffReport, ReportedChange, Use } from '../model/report.js'

/** Operations in which a change has the same location. */
interface ListedUse {
  /** `response 200 application/json`, or empty if the change is of the operation itself. */
  readonly within: string
  /** Location below that, as `/items/[]`, followed by the `path` of the change. Absent if empty. */
  readonly path?: string
  /** Indexes into the table of operations, ascending. */
  readonly operations: readonly number[]
}

interface Split {
  readonly use: Use
  readonly within: string
  /** The segments of the path, as `/items` and `/[]`. */
  readonly segments: readonly string[]
}

const split = (use: Use): Split => {
  // Media types contain slashes too, but only a path has a space before it.
  const start = /(?:^| )\//.exec(use.within)?.index
  if (start === undefined) return { use, within: use.within, segments: [] }
  const path = use.within.slice(start).trimStart()
  return { use, within: use.within.slice(0, start), segments: path.split(/(?=\/)/) }
}

/** The number of trailing segments that all paths share. */
const commonEnd = (all: readonly Split[]): number => {
  const [first] = all
  if (first === undefined) return 0
  let count = 0
  const isShared = (at: number): boolean =>
    all.every(({ segments }) => segments.length >= at && segments.at(-at) === first.segments.at(-at))
  while (count < first.segments.length && isShared(count + 1)) count += 1
  return count
}

/** Rows without duplicates, each known by its index. */
export class Table<Row> {
  readonly rows: Row[] = []
  readonly #indexes = new Map<string, number>()

  indexOf(row: Row): number {
    return cached(this.#indexes, JSON.stringify(row), () => this.rows.push(row) - 1)
  }
}

/** The uses of changes in tables, because large documents repeat hundreds of operations in many changes. */
class UsesCollection {
  readonly #operations = new Table<Pick<Use, 'operation' | 'operationId'>>()
  readonly #lists = new Table<readonly ListedUse[]>()

  /** Adds uses, and returns their index in the table of lists with the common end of their paths. */
  add({ uses }: Pick<ReportedChange, 'uses'>): { readonly uses: number; readonly path?: string } {
    const all = uses.map(split)
    const shared = commonEnd(all)
    const groups = new Map<string, { within: string; path: string; operations: number[] }>()
    for (const { use, within, segments } of all) {
      const path = segments.slice(0, segments.length - shared).join('')
      const key = JSON.stringify([within, path])
      const group = groups.get(key) ?? { within, path, operations: [] }
      groups.set(key, group)
      const { operation, operationId } = use
      group.operations.push(
        this.#operations.indexOf({ operation, ...(operationId === undefined ? {} : { operationId }) }),
      )
    }
    const listed = [...groups.values()].map(({ within, path, operations }): ListedUse => {
      const ascending = [...new Set(operations)].toSorted((a, b) => a - b)
      return path === '' ? { within, operations: ascending } : { within, path, operations: ascending }
    })
    const own = all[0]?.segments.slice(all[0].segments.length - shared).join('') ?? ''
    return { uses: this.#lists.indexOf(listed), ...(own === '' ? {} : { path: own }) }
  }

  /** Each operation and each list of uses, once. */
  table() {
    return { operations: this.#operations.rows, uses: this.#lists.rows }
  }
}

/** The version of what `renderDiffJson` prints; `diff.schema.json` describes it. */
const diffVersion = 2

/** A report for JSON: operations and lists of uses are in tables that changes refer to. */
export type JsonReport = ReturnType<typeof jsonReport>

/** A report with its uses in tables. */
export function jsonReport({ changes, impact, ...report }: DiffReport) {
  const collection = new UsesCollection()
  const listed = changes.map((change) => ({ ...change, ...collection.add(change) }))
  return { diffVersion, ...report, changes: listed, ...collection.table(), ...(impact && { impact }) }
}

/** Prints the rows of a table one per line, as a compromise between one huge line and a line per number. */
const memberText = (value: unknown): string =>
  Array.isArray(value) && value.length > 0
    ? `[\n    ${value.map((row: unknown) => JSON.stringify(row)).join(',\n    ')}\n  ]`
    : JSON.stringify(value)

/** Renders a report as JSON, escaped so that GitHub does not interpret it as workflow commands in a log. */
export function renderDiffJson(report: DiffReport): string {
  const members = Object.entries(jsonReport(report)).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${memberText(value)}`,
  )
  return jsonForLogs(`{\n${members.join(',\n')}\n}\n`)
}
