import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'

/**
 * The table in a YAML file beside a test: `tableIn<Row[]>(import.meta.dirname, 'rows.yaml')`. Anchors may be used
 * freely, also to merge (`<<`). The type is not checked, so a test has to fail where a column is misspelled.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- callers would cast instead
export const tableIn = <Table>(folder: string, file: string): Table =>
  parse(readFileSync(resolve(folder, file), 'utf8'), { merge: true, maxAliasCount: -1 }) as Table
