import { RampartError } from '../../diagnostics/index.js'
import { type NamedSecret, redactor } from '../../webhook/index.js'
import { type CommandContext, isSet, unsetText } from '../process/context.js'
import { type SecretOptions, usualVariable } from './command.js'
import { readBytes } from './read-delivery.js'

// The line end belongs to the line; any other white space may be a part of the secret, or the mistake.
const secretsIn = (text: string): NamedSecret[] => {
  const all = text.split(/\r?\n/).map((value, index) => {
    const name = index === 0 ? 'standard input' : `line ${index + 1} of standard input`
    return { name, value, isOwn: index === 0 }
  })
  return all.filter(({ value }) => value.trim() !== '')
}

const fromVariables = (
  { env }: CommandContext,
  names: readonly string[],
  option: string,
  isOwn: boolean,
): NamedSecret[] =>
  names.map((name) => {
    const value = env[name]
    if (isSet(value)) return { name, value, isOwn }
    throw new RampartError('WEBHOOK_SECRET_MISSING', { message: unsetText(option, name, value) })
  })

const ownSecrets = async (context: CommandContext, options: SecretOptions): Promise<NamedSecret[]> => {
  if (options.secretStdin === true) {
    const piped = secretsIn((await readBytes(context, '-')).toString('utf8'))
    if (piped.length > 0) return piped
    throw new RampartError('WEBHOOK_SECRET_MISSING', { message: 'standard input holds no secret' })
  }
  const isUsual = options.secretEnv.length === 1 && options.secretEnv[0] === usualVariable
  if (isUsual && !isSet(context.env[usualVariable])) return []
  return fromVariables(context, options.secretEnv, '--secret-env', true)
}

/** The secrets from the options and the environment, if any. */
export async function secretsOf(
  context: CommandContext,
  options: SecretOptions,
): Promise<readonly NamedSecret[]> {
  const own = await ownSecrets(context, options)
  const others = fromVariables(context, options.otherSecretEnv ?? [], '--other-secret-env', false)
  return [...own, ...others]
}

/** The secrets from the options and the environment, for commands that require one. */
export async function requiredSecrets(
  context: CommandContext,
  options: SecretOptions,
): Promise<readonly [NamedSecret, ...NamedSecret[]]> {
  const [first, ...others] = await secretsOf(context, options)
  if (first !== undefined && first.isOwn) return [first, ...others]
  throw new RampartError('WEBHOOK_SECRET_MISSING', { message: 'no secret was given' })
}

/** A context that prints no secret, not even one from the text of a delivery. */
export function redacting(context: CommandContext, secrets: readonly NamedSecret[]): CommandContext {
  const clean = redactor(secrets)
  return {
    ...context,
    stdout: (text) => context.stdout(clean(text)),
    stderr: (text) => context.stderr(clean(text)),
  }
}
