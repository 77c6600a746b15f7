import { resolve } from 'node:path'
import { tableIn, withReferences } from '../../support/table.js'
import type { Json } from './documents.js'

/** Ids of changes, or kinds without a direction; one for each direction where they differ by it. */
export type Kinds = string | readonly string[] | { readonly request: string; readonly response: string }

/** Two sides, and the ids reported in each direction: none in a row of two columns. */
export type Row<Side = Json> = readonly [from: Side, to: Side, there?: Kinds, back?: Kinds]

/** Two sides that mean the same. */
type Pair<Side = Json> = readonly [one: Side, other: Side]

/** A table of `tests/diff/tables`, in which `$ref: Name` leads to a component. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- callers would cast instead
export const tableOf = <Table>(name: string): Table =>
  withReferences(tableIn(resolve(import.meta.dirname, '../tables'), `${name}.yaml`)) as Table

interface SchemaTables extends Readonly<Record<string, unknown>> {
  readonly equal: readonly Pair[]
  readonly across: readonly Pair[]
  readonly components: Readonly<Record<string, Json>>
}
interface OperationTables extends Readonly<Record<string, unknown>> {
  readonly equal: readonly Pair<object>[]
}

const { named: _schemas, equal, across, components, ...schemaTables } = tableOf<SchemaTables>('schemas')
const {
  named: _operations,
  equal: equalOperations,
  ...operationTables
} = tableOf<OperationTables>('operations')

/** Every kind of change in a schema, there and back. */
export const schemaRows = Object.values(schemaTables).flat() as readonly Row[]
/** Spellings of one schema, beside `components`; the second ones of OpenAPI 3.0 and 3.1. */
export { across, components, equal }
/** Every kind of change in an operation outside of its schemas, there and back. */
export const operationRows = Object.values(operationTables).flat() as readonly Row<object>[]
/** Spellings of one operation. */
export { equalOperations }
/** Every kind of change of a document outside of its operations, there and back: its members. */
export const { rows: documentRows } = tableOf<{ readonly rows: readonly Row<object>[] }>('documents')
