import { expect, test } from 'vitest'
import { untilAborted } from '../../../bin/process/context.js'

const endless = new Promise<string>(() => undefined)

test.each<[string, Promise<string>, (control: AbortController) => void, string]>([
  ['that ends', Promise.resolve('done'), () => undefined, 'done'],
  [
    'that ends after the signal',
    endless,
    (control) => void setImmediate(() => control.abort()),
    'AbortError',
  ],
  ['that begins after the signal', endless, (control) => control.abort(), 'AbortError'],
  ['that begins after a signal without an error', endless, (control) => control.abort('late'), 'Error'],
])('work %s is waited for until the signal', async (_, work, end, expected) => {
  const control = new AbortController()
  end(control)
  const ended = untilAborted(control.signal, work)
  expect(await ended.catch(({ name }: Error) => name)).toBe(expected)
})
