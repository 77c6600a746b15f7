import type { CommandContext } from '../process/context.js'

// In raw mode Ctrl-C is a key like any other.
const interruptSelf = (): void => void process.kill(process.pid, 'SIGINT')

/**
 * Asks for a line on the terminal without showing what is typed; undefined where there is no terminal to ask on.
 * @throws the reason of the signal when the user gives up.
 */
export async function promptHidden(
  context: CommandContext,
  question: string,
  interrupt: () => void = interruptSelf,
): Promise<string | undefined> {
  const input = context.stdin?.()
  if (input?.isTTY !== true || input.setRawMode === undefined) return undefined
  context.stderr(question)
  input.setRawMode(true)
  try {
    return await new Promise((resolve, reject) => {
      let typed = ''
      const take = (chunk: Buffer | string): void => {
        for (const letter of chunk.toString()) {
          if (letter === '\r' || letter === '\n') return finish(() => resolve(typed))
          if (letter === '\u0003' || letter === '\u0004') return interrupt()
          typed = letter === '\u007f' || letter === '\b' ? typed.slice(0, -1) : typed + letter
        }
      }
      const { signal } = context
      const giveUp = (): void => finish(() => reject(signal.reason))
      const finish = (done: () => void): void => {
        input.off('data', take)
        signal.removeEventListener('abort', giveUp)
        done()
      }
      signal.addEventListener('abort', giveUp)
      input.on('data', take)
      input.resume()
    })
  } finally {
    input.setRawMode(false)
    input.pause()
    context.stderr('\n')
  }
}
