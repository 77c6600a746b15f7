import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { listenToKeys } from '../../../bin/webhook/run-listen.js'
import { idleContext } from '../../support/context.js'

const terminal = (interactive = true) => {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => modes.push(raw),
  })
  return {
    context: { ...idleContext, stdin: () => input, interactive },
    modes,
    type: (text: string) => input.emit('data', Buffer.from(text)),
  }
}

const keyboard = (interactive?: boolean) => {
  const numbers: number[] = []
  const done: string[] = []
  const tty = terminal(interactive)
  const release = listenToKeys(tty.context, {
    numbers: () => numbers,
    resend: (number) => done.push(`again ${number}`),
    say: (text) => done.push(text),
    interrupt: () => done.push('interrupt'),
  })
  return { ...tty, numbers, done, release }
}

describe('keys of the listener', () => {
  test('r sends the latest again', () => {
    const { type, numbers, done } = keyboard()
    type('r')
    numbers.push(7, 8, 9)
    type('r')
    numbers.push(10)
    type('rr')
    expect(done).toEqual([
      'r sends the latest again, q ends.',
      'Nothing has been delivered yet.',
      'again 9',
      'again 10',
      'again 10',
    ])
  })

  test('q and Ctrl-C end it, other keys and sequences do nothing', () => {
    const { type, done, modes, release } = keyboard()
    done.length = 0
    for (const key of ['x', 'n', 'g', '\u001b[15~', '\u001b[A', '\u001b[Cr', 'é']) type(key)
    expect(done).toEqual([])
    type('q')
    type('\u0003')
    expect(done).toEqual(['interrupt', 'interrupt'])
    release()
    expect(modes).toEqual([true, false])
    type('q')
    expect(done).toHaveLength(2)
  })

  test('off a terminal nothing listens', () => {
    const { type, done, modes } = keyboard(false)
    type('q')
    expect([done, modes]).toEqual([[], []])
  })
})
