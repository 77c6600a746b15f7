import type { ListenControls } from '../../webhook/index.js'
import type { CommandContext } from '../process/context.js'

/** Actions of keys. */
export interface KeyActions extends ListenControls {
  readonly say: (text: string) => void
  readonly interrupt: () => void
}

const act = (key: string, { numbers, resend, say, interrupt }: KeyActions): void => {
  // In raw mode Ctrl-C and Ctrl-D are ordinary keys.
  if (key === '\u0003' || key === '\u0004' || key === 'q') return interrupt()
  if (key !== 'r') return
  const latest = numbers().at(-1)
  if (latest === undefined) say('Nothing has been delivered yet.')
  else resend(latest)
}

/** Listens to keys on a terminal, if there is one; returns a function that ends that. */
export function listenToKeys({ stdin, interactive }: CommandContext, actions: KeyActions): () => void {
  const input = interactive ? stdin?.() : undefined
  if (input?.isTTY !== true || input.setRawMode === undefined) return () => undefined
  const take = (chunk: Buffer | string): void => {
    const [keys = ''] = chunk.toString().split('\u001b')
    for (const key of keys) act(key, actions)
  }
  input.setRawMode(true)
  input.on('data', take)
  input.resume()
  actions.say('r sends the latest again, q ends.')
  return () => {
    input.off('data', take)
    input.setRawMode?.(false)
    input.pause()
  }
}
