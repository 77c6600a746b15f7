import { join, resolve } from 'node:path'
import { fileReason, RampartError } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import {
  type Prepare,
  type Api,
  type AuthSettings,
  Credentials,
  type Preparation,
  runPrepare,
} from '../../conformance/index.js'
import { unreadVariable } from '../config/apply-config.js'
import { type ConfigFile, evaluateModule } from '../config/config-file.js'
import { isShort, shortestInside } from '../../redaction/index.js'
import { given } from '../input/given.js'
import { withoutSecretsOf } from '../output/report-failure.js'
import { checkInput } from '../input/read-input.js'
import { colorsFor, type CommandContext } from '../process/context.js'
import { readTextBounded } from '../input/bounded.js'

const isFunction = (value: unknown): value is Prepare => typeof value === 'function'

const accessError = (file: string, message: string): RampartError =>
  new RampartError('CONFIG_INVALID', { message: `${file}: ${message}` })

/** The function `prepare` of a config file: its value, or the default export of the module that it names. */
const loadPrepare = async (
  { values: { prepare }, file, above }: ConfigFile,
  cwd: string,
): Promise<{ readonly prepare: Prepare; readonly file: string } | undefined> => {
  if (prepare === undefined) return undefined
  if (isFunction(prepare)) return { prepare, file }
  if (typeof prepare !== 'string')
    throw accessError(file, '"prepare" must be a function or the path of a module')
  const name = join(above, prepare)
  const path = resolve(cwd, name)
  const text = await readTextBounded(path).catch((cause: NodeJS.ErrnoException) => {
    throw accessError(file, `"prepare" names ${name}, which cannot be read: ${fileReason(cause)}`)
  })
  const module = await evaluateModule({ path, file: name, text, cwd })
  const found = isObject(module) ? module['default'] : undefined
  if (isFunction(found)) return { prepare: found, file: name }
  const due = 'its default export must be a function, because "prepare" of the config file names it'
  throw accessError(name, due)
}

/** A document with its credentials, and with tokens. */
export type Opened<Document> = Document & { readonly credentials: Credentials }

/** The credentials and prepared values of a run. */
export interface OpenedAccess<Document> {
  readonly documents: readonly Opened<Document>[]
  /** Values of the hook `prepare`, by name. */
  readonly known: Readonly<Record<string, readonly unknown[]>>
  /** Runs the teardown of the hook. */
  close(): Promise<void>
}

/** The credentials by the names of schemes, without those that are sent with every request. */
const authSettings = (auth: unknown): AuthSettings => {
  if (!isObject(auth)) return {}
  const { headers, query, cookies, ...schemes } = auth as AuthSettings & NonNullable<AuthSettings['schemes']>
  return { ...given({ headers, query, cookies }), schemes }
}

const settingsFrom = async (configured: ConfigFile | undefined): Promise<AuthSettings> => {
  if (configured?.values['auth'] === undefined) return {}
  const { values, file, text } = configured
  const { auth } = values
  const source = { name: file, value: { auth }, ...given({ text }) }
  await checkInput(source, { code: 'CONFIG_INVALID', schema: 'bin/access/access.schema.json' })
  return authSettings(auth)
}

const prepared = async (
  configured: ConfigFile | undefined,
  api: Api | undefined,
  { cwd, env, signal }: CommandContext,
  keys: Readonly<Record<string, string>>,
): Promise<Preparation> => {
  const loaded = configured && (await loadPrepare(configured, cwd))
  if (!loaded || !api) return { known: {}, credentials: keys, headers: {}, teardown: async () => undefined }
  const { baseUrl } = api
  const made = await runPrepare({ ...loaded, baseUrl, env, signal, redact: withoutSecretsOf(env) })
  return { ...made, credentials: { ...keys, ...made.credentials } }
}

/** Warns of a secret that is so short that reports hide it only as a whole value. */
export function warnOfShortSecret(which: string, { stderr, color }: CommandContext): void {
  const why = `fewer than ${shortestInside} characters: reports hide it only where it is a whole value`
  stderr(`${colorsFor(color).yellow('warning[short-secret]')}: ${which} has ${why}.\n`)
}

/** Warns of variables of security schemes that no document has, because their names may be misspelled. */
const warnOfUnread = (all: readonly Credentials[], { stderr, env }: CommandContext): void => {
  const known = all.flatMap(({ variables }) => variables)
  const unread = Object.keys(env).filter((name) => name.startsWith('RAMPART_AUTH_') && !known.includes(name))
  for (const name of unread) stderr(unreadVariable(name, known))
}

/** Warns of missing credentials and of short secrets. */
const warnOfGaps = (all: readonly Credentials[], context: CommandContext): void => {
  const { stderr, color, env } = context
  const { yellow } = colorsFor(color)
  const lacking = new Map<string, number>()
  for (const { says, operations } of all.flatMap((one) => one.lacking))
    lacking.set(says, Math.max(lacking.get(says) ?? 0, operations.length))
  for (const [says, count] of lacking) {
    const operations = `${count} ${count === 1 ? 'operation lacks' : 'operations lack'}`
    stderr(`${yellow('warning[no-credentials]')}: ${operations} ${says}.\n`)
  }
  const key = env['RAMPART_API_KEY']?.trim()
  const isUsed = all.some(({ secrets }) => secrets.some(({ value }) => value === key))
  const hasScheme = all.some(({ variables }) => variables.length > 0)
  if (key && !isUsed && (lacking.size > 0 || !hasScheme))
    stderr(`${yellow('warning[no-credentials]')}: RAMPART_API_KEY is set, and no security scheme reads it.\n`)
  // `warnOfShortSecrets` names the key of the run.
  if (all.some(({ secrets }) => secrets.some(({ value }) => value !== key && isShort(value))))
    warnOfShortSecret('a secret', context)
}

/** The settings for the schemes of this document and for unknown schemes, which are refused later. */
const ownOf = <Value>(
  byScheme: Readonly<Record<string, Value>>,
  api: Api,
  apis: readonly Api[],
): Readonly<Record<string, Value>> => {
  const has = ({ surface }: Api, name: string): boolean => Object.hasOwn(surface.securitySchemes, name)
  const isOwn = (name: string): boolean => has(api, name) || !apis.some((one) => has(one, name))
  return Object.fromEntries(Object.entries(byScheme).filter(([name]) => isOwn(name)))
}

/**
 * Runs the hook `prepare`, reads credentials from the environment, fetches tokens, and warns of missing ones.
 * @param keys keys of the run, by the names of their security schemes
 * @throws RampartError CONFIG_INVALID, PREPARE_FAILED, CREDENTIALS_UNUSABLE, VARIABLE_UNSET, TOKEN_REFUSED, after the
 * teardown.
 */
export async function openAccess<Document extends { readonly api: Api }>(
  documents: readonly Document[],
  configured: ConfigFile | undefined,
  timeoutMs: number,
  context: CommandContext,
  keys: Readonly<Record<string, string>> = {},
): Promise<OpenedAccess<Document>> {
  const settings = await settingsFrom(configured)
  const preparation = await prepared(configured, documents[0]?.api, context, keys)
  const { credentials, headers, known } = preparation
  const apis = documents.map(({ api }) => api)
  const opened: Opened<Document>[] = []
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((one) => one.credentials.close()))
    const trouble = await preparation.teardown()
    if (trouble !== undefined) context.stderr(`${trouble}\n`)
  }
  try {
    for (const document of documents) {
      const { api } = document
      const own = { ...settings, schemes: ownOf(settings.schemes ?? {}, api, apis) }
      const made = { credentials: ownOf(credentials, api, apis), headers }
      const options = { api, env: context.env, settings: own, prepared: made, timeoutMs }
      opened.push({ ...document, credentials: new Credentials(options) })
    }
    for (const one of opened) await one.credentials.fresh()
  } catch (error) {
    await close()
    throw error
  }
  const all = opened.map((one) => one.credentials)
  warnOfGaps(all, context)
  // The hook may read variables of its own.
  if (configured?.values['prepare'] === undefined) warnOfUnread(all, context)
  return { documents: opened, known, close }
}
