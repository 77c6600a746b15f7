import { main } from '../../bin/main.js'
import { contextOf, type Setting, wordsOf } from './command.js'

/** The result of a command. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `rampart` from its sources, in this process, with a line or its words. Tests in `e2e/` run what is built. */
export async function rampart(line: string | readonly string[], setting: Setting = {}): Promise<Ended> {
  const context = contextOf(setting)
  const code = await main(wordsOf(line), context)
  return { code, ...context.text }
}
