import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Command, Option } from 'commander'
import { didYouMean } from '../../diagnostics/index.js'
import { leavesOf } from './options.js'
import { readTextBounded } from '../input/bounded.js'

/** `--base-url` is RAMPART_BASE_URL in the environment. */
export function variableOf(option: Option): string {
  return `RAMPART_${option.name().replaceAll('-', '_').toUpperCase()}`
}

/** Variables without an option; those of security schemes begin with RAMPART_AUTH_. */
const others = [
  'RAMPART_API_KEY',
  'RAMPART_SECOND_KEY',
  'RAMPART_WEBHOOK_SECRET',
  'RAMPART_SANDBOX_KEYS',
] as const

/**
 * The variables of `.env` in a folder, if there is one. A file of another user than the folder's is ignored,
 * because it could send a key elsewhere.
 */
export async function readEnvFile(folder: string): Promise<Readonly<Record<string, string>>> {
  const path = join(folder, '.env')
  const [file, own] = await Promise.all([path, folder].map((one) => stat(one).catch(() => undefined)))
  if (!file?.isFile() || (file.uid !== own?.uid && file.uid !== 0)) return {}
  const text = await readTextBounded(path).catch(() => '')
  return Object.fromEntries(
    Object.entries(parseEnv(text)).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/**
 * A warning for each variable that begins with RAMPART_ and is not read, because its name may be misspelled.
 * @param settings the options of the command, and the config file: a variable that one of them names is read
 */
export function unreadVariables(
  env: Readonly<Record<string, string | undefined>>,
  program: Command,
  settings: unknown,
): readonly string[] {
  const options = program.commands.flatMap(leavesOf).flatMap((command) => command.options)
  const known = [...new Set([...others, ...options.map(variableOf)])]
  const named = new Set([...known, ...textsIn(settings)])
  return Object.keys(env)
    .filter((name) => name.startsWith('RAMPART_') && !name.startsWith('RAMPART_AUTH_') && !named.has(name))
    .map((name) => `warning: nothing reads the variable ${name}${didYouMean(name, known)}\n`)
}
