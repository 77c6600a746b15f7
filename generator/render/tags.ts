import { capital } from '../../document/index.js'
import { exportedName, fileName, Names, SafeNames, shortDigest, suffixed } from '../build/names.js'
import type { Tag } from '../model/document.js'
import { memberName } from '../types/index.js'
import { commentLine, commentLines } from './literal.js'
import type { Code, TagRow } from './template-model.js'

const pascalCase = (name: string): string => {
  const words = name.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '')
  return exportedName(words.length === 0 ? `Tag_${shortDigest(name)}` : words.map(capital).join(''))
}

/**
 * The tags of a document, each with the rows of its operations; tags without rows are left out.
 * @param rows with names of operations as keys of an object
 */
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
    for (const operation of operations) {
      const key = memberName(operation)
      found.set(key, [...(found.get(key) ?? []), JSON.stringify(name)])
    }
  }
  return found
}
