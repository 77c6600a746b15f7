import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { ClassicLevel } from 'classic-level'
import { describe, expect, test } from 'vitest'

import { openData } from '../../../sandbox/index.js'
import { NEW } from '../support/sandbox.js'
import { freshPath, refusalOf } from '../support/state.js'

/** A state with a hundred customers, each committed on its own, and the names of its files. */
const hundred = async (path: string): Promise<readonly string[]> => {
  const data = await openData(path)
  const table = data.table('customers')
  for (let place = 1; place <= 100; place += 1) {
    table.set(`partner/${place}`, { place, record: { partnerId: 'partner', id: `${place}`, version: NEW } })
    await data.durable()
  }
  await data.close()
  return readdir(path)
}

const fileIn = (files: readonly string[], ending: string): string => {
  const file = files.find((name) => name.endsWith(ending))
  if (file === undefined) throw new TypeError(`no ${ending} among ${files.join(', ')}`)
  return file
}

describe('a damaged state is refused:', () => {
  test('a table that is gone', async () => {
    const path = freshPath()
    await hundred(path)
    await (await openData(path)).close()
    await rm(join(path, fileIn(await readdir(path), '.ldb')))
    expect(await refusalOf(path)).toMatch(/^is damaged/)
  })

  test('a file that is not a database any more', async () => {
    const path = freshPath()
    await (await openData(path)).close()
    await writeFile(join(path, 'CURRENT'), 'nonsense')
    expect(await refusalOf(path)).toMatch(/^(is damaged|cannot be opened or written)/)
  })
})

test('the torn end that a crash leaves in the log is not damage', async () => {
  const path = freshPath()
  const log = join(path, fileIn(await hundred(path), '.log'))
  const bytes = await readFile(log)
  await writeFile(log, bytes.subarray(0, bytes.length - 5))
  const data = await openData(path)
  expect([...data.table('customers').values()]).toHaveLength(99)
  await data.close()
})

test('a state in another format is refused, and named', async () => {
  const path = freshPath()
  await hundred(path)
  const level = new ClassicLevel<string, Buffer>(path, { valueEncoding: 'buffer' })
  await level.put('origin', serialize({ format: 1, seed: 1, reading: 'first' }))
  await level.close()
  expect(await refusalOf(path)).toBe('is in format 1; this rampart reads format 5')
})
