import type { ListenControls } from '../../webhook/index.js'
import type { CommandContext } from '../process/context.js'

/** Actions of keys. */
export interface KeyActions extends ListenControls {
  readonly say: (text: string) => void
  readonly interrupt: () => void
}

const help = 'r sends the latest again, ↑ and ↓ choose another, q ends.'

/** The chosen delivery: the latest, until the user chooses another. */
class Choice {
  readonly #numbers: () => readonly number[]
  #chosen: number | undefined

  constructor(numbers: () => readonly number[]) {
    this.#numbers = numbers
  }

  get(): number | undefined {
    const numbers = this.#numbers()
    return this.#chosen !== undefined && numbers.includes(this.#chosen) ? this.#chosen : numbers.at(-1)
  }

  move(by: number): number | undefined {
    const numbers = this.#numbers()
    const at = numbers.indexOf(this.get() ?? 0) + by
    const next = numbers[Math.max(0, Math.min(numbers.length - 1, at))]
    // At the latest one, the choice follows new deliveries.
    this.#chosen = next === numbers.at(-1) ? undefined : next
    return next
  }
}

const moves: Readonly<Record<string, number>> = { k: -1, j: 1 }

const act = (key: string, choice: Choice, actions: KeyActions): void => {
  const { resend, say, interrupt } = actions
  if (key === '\u0003' || key === '\u0004' || key === 'q') return interrupt()
  if (key === '?' || key === 'h') return say(help)
  const move = moves[key]
  if (move === undefined && key !== 'r') return
  const number = move === undefined ? choice.get() : choice.move(move)
  if (number === undefined) return say('Nothing has been delivered yet.')
  if (key === 'r') resend(number)
  else say(`#${number} is chosen; r sends it again.`)
}

// Includes the arrow keys of old terminals; other escape sequences are ignored.
const keysIn = (text: string): string =>
  text.replaceAll('\u001b[A', 'k').replaceAll('\u001b[B', 'j').split('\u001b')[0] ?? ''

/** Listens to keys on a terminal, if there is one; returns a function that ends that. */
export function listenToKeys({ stdin, interactive }: CommandContext, actions: KeyActions): () => void {
  const input = interactive ? stdin?.() : undefined
  if (input?.isTTY !== true || input.setRawMode === undefined) return () => undefined
  const choice = new Choice(actions.numbers)
  const take = (chunk: Buffer | string): void => {
    for (const key of keysIn(chunk.toString())) act(key, choice, actions)
  }
  input.setRawMode(true)
  input.on('data', take)
  input.resume()
  actions.say(help)
  return () => {
    input.off('data', take)
    input.setRawMode?.(false)
    input.pause()
  }
}
