import { describe, expect, test } from 'vitest'
import { entriesOf } from '../../../conformance/inspect/har-stream.js'
import { harOf, recordingOf } from './har.js'

const read = async (text: string, pieceLength?: number): Promise<unknown[]> => {
  const entries: unknown[] = []
  for await (const entry of entriesOf(recordingOf(text, pieceLength))) entries.push(entry)
  return entries
}

describe('entries of a recording', () => {
  test.each([1, 2, 3, 7, 1000])('come whole out of pieces of %i bytes', async (pieceLength) => {
    const entries = [{ a: 'ä€😀\\"' }, { b: [1, { c: null }] }, 5]
    expect(await read(harOf(entries), pieceLength)).toEqual(entries)
  })

  test('come from a file with a byte order mark and whatever else tools add', async () => {
    const text = `\uFEFF{"x":{"log":{"entries":[1]}},"log":{"entries":[2,3],"pages":[{"entries":[4]}],"__proto__":{}},"y":[]}\n\n`
    expect(await read(text)).toEqual([2, 3])
  })

  test.each(['', '{}', '[]', '5', '{"log":{}}', '{"log":{"entries":[]}}'])('%s has none', async (text) => {
    expect(await read(text)).toEqual([])
  })
})

describe('what is no JSON is told with its place', () => {
  test.each([
    ['<!doctype html>', { line: 1, column: 1 }],
    ['{"log":{"entries":[\n{"a":1},\n{"a":x}]}}', { line: 3, column: 6 }],
    ['{"log":{"entries":[\n{"a":1}\n{"a":2}]}}', { line: 3, column: 1 }],
    ['{"log":{"entries":[\n{"a":1},\n{"a":', { line: 3, column: 6 }],
    ['{"log":{"entries":[\n{"a":"cut he', { line: 2, column: 13 }],
    ['{"log":{"entries":[]}}\n{}', { line: 2, column: 1 }],
  ])('%j', async (text, place) => {
    for (const pieceLength of [1, 5, 1000]) {
      await expect(read(text, pieceLength)).rejects.toMatchObject({
        code: 'RECORDING_SYNTAX',
        where: { file: 'traffic.har', ...place },
      })
    }
  })
})

describe('what a recording must not be', () => {
  test.each([
    ['nested without end', '['.repeat(1000), /is nested more than 400 levels deep at line 1, column 401/],
    ['braces in texts, which nest nothing', harOf(['{['.repeat(1000)]), undefined],
  ])('%s', async (_what, text, message) => {
    const reading = read(text, 100)
    await (message ? expect(reading).rejects.toThrow(message) : expect(reading).resolves.toHaveLength(1))
  })
})
