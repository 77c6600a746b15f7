import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { lossyOutput } from '../../../bin/webhook/run-listen.js'

/** A reader that takes nothing until it is opened. */
const stalled = () => {
  const waiting: (() => void)[] = []
  let text = ''
  let isOpen = false
  const stream = new Writable({
    highWaterMark: 10,
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      text += chunk
      if (isOpen) done()
      else waiting.push(done)
    },
  })
  const open = (): void => {
    isOpen = true
    for (const done of waiting.splice(0)) done()
  }
  return { stream, open, text: () => text }
}

const dropped = (lines: number): string => `${lines} lost\n`

const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`)

describe('an output that nobody reads', () => {
  test('holds so many bytes, drops what follows but the last, and says where how many lines are missing', async () => {
    const { stream, open, text } = stalled()
    const { write, flush } = lossyOutput(stream, dropped, 20)
    for (const line of lines) write(line === 'line 5\n' ? `${line}below\n` : line)
    expect(text()).toBe('line 1\n')
    open()
    await expect.poll(text).toContain('line 20\n')
    write('line 21\n')
    await flush(1000)
    expect(text()).toBe('line 1\nline 2\nline 3\n17 lost\nline 20\nline 21\n')
  })

  test('is written to at the end, whatever it holds', async () => {
    const { stream, open, text } = stalled()
    const { write, flush } = lossyOutput(stream, dropped, 20)
    for (const line of lines) write(line)
    const flushed = flush(1000)
    open()
    await flushed
    expect(text()).toBe('line 1\nline 2\nline 3\n16 lost\nline 20\n')
  })

  test('is not waited for at the end', async () => {
    const { stream, text } = stalled()
    const { write, flush } = lossyOutput(stream, dropped, 20)
    for (const line of lines) write(line)
    await flush(1)
    expect(text()).toBe('line 1\n')
  })

  test('that fails is written to no more, and nothing else fails', async () => {
    let writes = 0
    const full = new Writable({
      write(_chunk, _encoding, done) {
        writes += 1
        done(new Error('ENOSPC'))
      },
    })
    const { write, flush } = lossyOutput(full, dropped)
    write('line 1\n')
    await new Promise((done) => setImmediate(done))
    for (const line of lines) write(line)
    await flush(60_000)
    expect(writes).toBe(1)
  })

  test('gets every line where somebody reads', async () => {
    const { stream, open, text } = stalled()
    open()
    const { write, flush } = lossyOutput(stream, dropped, 20)
    for (const line of lines) write(line)
    await flush(1000)
    expect(text()).toBe(lines.join(''))
  })
})
