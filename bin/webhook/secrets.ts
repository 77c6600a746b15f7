import { RampartError } from '../../diagnostics/index.js'
import { type NamedSecret, redactor } from '../../webhook/index.js'
import type { CommandContext } from '../process/context.js'
import { isSet, unsetText } from '../process/variables.js'
import { type SecretOptions, usualVariable } from './command.js'

// In raw mode Ctrl-C is an ordinary key.
const interruptSelf = (): void => void process.kill(process.pid, 'SIGINT')

/**
 * Asks for a line on the terminal without showing what is typed; undefined without a terminal.
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

const mostOfStdin = 64 * 1024

/**
 * Everything that is piped in, up to a number of bytes.
 * @throws RampartError WEBHOOK_INPUT_UNREADABLE when there is more.
 */
export async function readStdin({ stdin, signal }: CommandContext, limit = mostOfStdin): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stdin?.() ?? []) {
    signal.throwIfAborted()
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > limit)
      throw new RampartError('WEBHOOK_INPUT_UNREADABLE', {
        message: `standard input has more than ${limit} bytes`,
      })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

// The line end belongs to the line; any other white space may be a part of the secret, or the mistake.
const secretsIn = (text: string): NamedSecret[] =>
  text
    .split(/\r?\n/)
    .map((value, index) => ({
      name: index === 0 ? 'standard input' : `line ${index + 1} of standard input`,
      value,
      isOwn: index === 0,
    }))
    .filter(({ value }) => value.trim() !== '')

const fromVariables = (
  { env }: CommandContext,
  names: readonly string[],
  option: string,
  isOwn: boolean,
): NamedSecret[] =>
  names.map((name) => {
    const value = env[name]
    if (!isSet(value)) {
      throw new RampartError('WEBHOOK_SECRET_MISSING', { message: unsetText(option, name, value) })
    }
    return { name, value, isOwn }
  })

const typed = async (context: CommandContext): Promise<NamedSecret[]> => {
  const value = context.interactive ? await promptHidden(context, 'Secret of the webhook: ') : undefined
  return isSet(value) ? [{ name: 'the secret given', value, isOwn: true }] : []
}

const ownSecrets = async (context: CommandContext, options: SecretOptions): Promise<NamedSecret[]> => {
  if (options.secretStdin === true) return secretsIn((await readStdin(context)).toString('utf8'))
  const isUsual = options.secretEnv.length === 1 && options.secretEnv[0] === usualVariable
  if (isUsual && !isSet(context.env[usualVariable])) return typed(context)
  return fromVariables(context, options.secretEnv, '--secret-env', true)
}

/**
 * The secrets from the options and the environment, if any.
 * @throws RampartError WEBHOOK_SECRET_MISSING for a variable that was named and is not set.
 */
export async function secretsOf(
  context: CommandContext,
  options: SecretOptions,
): Promise<readonly NamedSecret[]> {
  const own = await ownSecrets(context, options)
  const others = fromVariables(context, options.otherSecretEnv ?? [], '--other-secret-env', false)
  return [...own, ...others]
}

/**
 * The same, for commands that require one.
 * @throws RampartError WEBHOOK_SECRET_MISSING.
 */
export async function requiredSecrets(
  context: CommandContext,
  options: SecretOptions,
): Promise<readonly [NamedSecret, ...NamedSecret[]]> {
  const [first, ...others] = await secretsOf(context, options)
  if (first !== undefined && first.isOwn) return [first, ...others]
  throw new RampartError('WEBHOOK_SECRET_MISSING', { message: 'no secret was given' })
}

/** A context that prints no secret, even where a stranger put one into a delivery. */
export function redacting(context: CommandContext, secrets: readonly NamedSecret[]): CommandContext {
  const clean = redactor(secrets)
  return {
    ...context,
    stdout: (text) => context.stdout(clean(text)),
    stderr: (text) => context.stderr(clean(text)),
  }
}
