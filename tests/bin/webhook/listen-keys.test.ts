import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { listenToKeys } from '../../../bin/webhook/listen-keys.js'
import { promptHidden } from '../../../bin/webhook/secrets.js'

const terminal = (interactive = true) => {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => modes.push(raw),
  })
  let stderr = ''
  const context = {
    cwd: '/',
    env: {},
    stdout: () => undefined,
    stderr: (text: string) => void (stderr += text),
    stdin: () => input,
    signal: new AbortController().signal,
    color: false,
    interactive,
  }
  return {
    context,
    modes,
    type: (text: string) => input.emit('data', Buffer.from(text)),
    stderr: () => stderr,
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
  test('r sends the latest again, and arrows choose another', () => {
    const { type, numbers, done } = keyboard()
    type('r')
    numbers.push(7, 8, 9)
    type('r')
    type('\u001b[A')
    type('\u001b[Ar')
    numbers.push(10)
    type('r')
    type('\u001b[B\u001b[B\u001b[B\u001b[B')
    numbers.push(11)
    type('r')
    expect(done.filter((one) => !one.startsWith('r sends'))).toEqual([
      'Nothing has been delivered yet.',
      'again 9',
      '#8 is chosen; r sends it again.',
      '#7 is chosen; r sends it again.',
      'again 7',
      'again 7',
      '#8 is chosen; r sends it again.',
      '#9 is chosen; r sends it again.',
      '#10 is chosen; r sends it again.',
      '#10 is chosen; r sends it again.',
      'again 11',
    ])
  })

  test('q and Ctrl-C end it, other keys and sequences do nothing', () => {
    const { type, done, modes, release } = keyboard()
    done.length = 0
    for (const key of ['x', 'n', 'g', '\u001b[15~', '\u001b[C', 'é']) type(key)
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

describe('asking for the secret', () => {
  test('takes a line without showing it, with what was deleted left out', async () => {
    const { context, type, stderr, modes } = terminal()
    const asked = promptHidden(context, 'Secret: ')
    type('a secx')
    type('\u007fret\r')
    expect(await asked).toBe('a secret')
    expect(stderr()).toBe('Secret: \n')
    expect(modes).toEqual([true, false])
  })

  test('ends when the user gives up', async () => {
    const { context, type, modes } = terminal()
    const abort = new AbortController()
    const own = { ...context, signal: abort.signal }
    const asked = promptHidden(own, 'Secret: ', () => abort.abort(new Error('interrupted')))
    type('abc\u0003')
    await expect(asked).rejects.toThrow('interrupted')
    expect(modes).toEqual([true, false])
  })
})
