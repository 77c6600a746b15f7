import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { expect } from 'vitest'
import { isObject } from '../../document/index.js'

/**
 * The table in a YAML file beside a test: `tableIn<Row[]>(import.meta.dirname, 'rows.yaml')`. Anchors may be used
 * freely, also to merge (`<<`). The type is not checked, so a test has to fail where a column is misspelled.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- callers would cast instead
export const tableIn = <Table>(folder: string, file: string): Table =>
  parse(readFileSync(resolve(folder, file), 'utf8'), { merge: true, maxAliasCount: -1 }) as Table

/** A value of a table with references in full: `$ref: Name/items` leads into the component schema of that name. */
export const withReferences = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withReferences)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const isName = key === '$ref' && typeof one === 'string' && /^[\w%/$]+$/.test(one)
      return [key, isName ? `#/components/schemas/${one}` : withReferences(one)]
    }),
  )
}

/** An expected value of a table: a text that begins with ~ is a pattern, and one of the names stands for its value. */
export const dueOf = (value: unknown, names: Readonly<Record<string, unknown>> = {}): unknown => {
  if (typeof value === 'string' && value.startsWith('~'))
    return expect.stringMatching(new RegExp(value.slice(1)))
  if (typeof value === 'string') return Object.hasOwn(names, value) ? names[value] : value
  if (Array.isArray(value)) return value.map((one) => dueOf(one, names))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, dueOf(one, names)]))
}

/** A row of a table in a test, with a function in its last cell, which then takes fewer lines than in a list. */
export const row = <Cells extends readonly unknown[]>(...cells: Cells): Cells => cells
