import type { CommandContext } from '../context.js'

/**
 * Asks for a line on the terminal without showing what is typed; undefined where there is no terminal to ask on.
 * @throws the reason of the signal when the user gives up.
 */
export async function promptHidden(context: CommandContext, question: string): Promise<string | undefined> {
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
          if (letter === '\u0003' || letter === '\u0004')
            return finish(() => reject(new Error('the question was not answered')))
          typed = letter === '\u007f' || letter === '\b' ? typed.slice(0, -1) : typed + letter
        }
      }
      const finish = (done: () => void): void => {
        input.off('data', take)
        done()
      }
      input.on('data', take)
      input.resume()
    })
  } finally {
    input.setRawMode(false)
    input.pause()
    context.stderr('\n')
  }
}
