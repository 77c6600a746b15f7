import { describe, expect, test } from 'vitest'
import { harEntriesOf } from '../../../conformance/inspect/recorded-entry.js'
import { harOf, recordingOf } from './har.js'

const read = async (text: string, pieceLength?: number): Promise<unknown[]> => {
  const entries: unknown[] = []
  for await (const entry of harEntriesOf(recordingOf(text, pieceLength))) entries.push(entry)
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

  test.each(['', '{}', '[]', '5', '{"log":{}}', '{"log":{"entries":[]}}'])('%s has none', async (text) =>
    expect(await read(text)).toEqual([]),
  )
})

test.each([
  ['<!doctype html>', 'is not valid JSON at byte 0'],
  ['{"log":{"entries":[\n{"a":1},\n{"a":x}]}}', 'is not valid JSON at byte 34'],
  ['{"log":{"entries":[\n{"a":1}\n{"a":2}]}}', 'is not valid JSON at byte 28'],
  ['{"log":{"entries":[\n{"a":1},\n{"a":', 'ends in the middle of a value at byte 34'],
  ['{"log":{"entries":[\n{"a":"cut he', 'ends in the middle of a value at byte 32'],
  ['{"log":{"entries":[]}}\n{}', 'is not valid JSON at byte 23'],
])('what is not JSON is told with its place %j', async (text, message) => {
  for (const pieceLength of [1, 5, 1000]) {
    await expect(read(text, pieceLength)).rejects.toMatchObject({
      code: 'RECORDING_SYNTAX',
      message: `traffic.har ${message}`,
      where: { file: 'traffic.har' },
    })
  }
})

test.each([
  ['nested without end', '['.repeat(1000), /is nested more than 400 levels deep at byte 400/],
  ['braces in texts, which nest nothing', harOf(['{['.repeat(1000)]), undefined],
])('what a recording must not be %s', async (_what, text, message) => {
  const reading = read(text, 100)
  await (message ? expect(reading).rejects.toThrow(message) : expect(reading).resolves.toHaveLength(1))
})
