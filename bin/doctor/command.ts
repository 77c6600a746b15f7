import { join, relative } from 'node:path'
import { RampartError, wrongUse } from '../../diagnostics/index.js'
import type { ConfiguredSettings } from '../config/apply-config.js'
import { given } from '../input/given.js'
import { flag, type OptionsOf, text, type Declaration } from '../input/options.js'
import { type CommandContext, isSet } from '../process/context.js'

/** One check. `error` is thrown at the end, after all are printed. */
interface Row {
  readonly what: string
  readonly found: string
  /** True where something that a run may need is not given, so nothing was checked. */
  readonly isOpen?: true
  readonly error?: RampartError
}

const variables = ['RAMPART_API_KEY', 'RAMPART_SECOND_KEY', 'RAMPART_WEBHOOK_SECRET'] as const

/** Deliveries are refused beyond 300 seconds (specification, "Webhooks"), so a fifth of that is reported. */
const mostSkewMs = 60_000

const configRow = async (cwd: string): Promise<Row> => {
  // The file was read before the command began, so it is valid.
  const config = await (await import('../config/config-file.js')).findConfig(cwd)
  const none = 'none here or above, up to the folder of the repository'
  return { what: 'config file', found: config ? relative(cwd, join(config.folder, config.name)) : none }
}

const keysRow = (env: NodeJS.ProcessEnv): Row => {
  const proxies = Object.keys(env).filter((name) => /^https?_proxy$/i.test(name))
  const all = [...variables, ...proxies].filter((name) => isSet(env[name])).join(', ')
  if (variables.some((name) => isSet(env[name]))) return { what: 'variables', found: `set: ${all}` }
  const none = `no key is set: a run reads RAMPART_API_KEY${all && `; set: ${all}`}`
  return { what: 'variables', found: none, isOpen: true }
}

const clockRow = async (url: string, signal: AbortSignal): Promise<Row> => {
  const either = AbortSignal.any([signal, AbortSignal.timeout(10_000)])
  const response = await fetch(url, { signal: either }).catch(() => undefined)
  signal.throwIfAborted()
  await response?.body?.cancel()
  const theirs = Date.parse(response?.headers.get('date') ?? '')
  if (Number.isNaN(theirs))
    return { what: 'clock', found: 'the service sends no Date to compare with', isOpen: true }
  const skewMs = Math.abs(Date.now() - theirs)
  const found = `${Math.round(skewMs / 1000)} s away from that of the service`
  if (skewMs < mostSkewMs) return { what: 'clock', found }
  const message = `the clock of this machine is ${found}`
  const fix = 'Set the clock: signatures of webhooks are refused when it is 300 seconds wrong.'
  return { what: 'clock', found, error: wrongUse(message, fix) }
}

/** Makes the call that a run begins with, unless a hook of the config file has to run before it. */
const apiRow = async (
  { baseUrl, specUrl, access }: Options & ConfiguredSettings,
  context: CommandContext,
): Promise<Row> => {
  const open = (found: string): Row => ({ what: 'API', found, isOpen: true })
  if (baseUrl === undefined) return open('no URL: give --base-url')
  if (access?.values['prepare'] !== undefined) return open('not called, because "prepare" has to run before')
  const { preparePlan } = await import('../vitest/prepare.js')
  try {
    const { plan, keys } = await preparePlan({ baseUrl, ...given({ specUrl }) }, context, access)
    const may = plan.allowWrites
      ? 'it is a sandbox, where a run writes'
      : 'a run only reads without --allow-writes'
    return {
      what: 'API',
      found: `${baseUrl} ${keys.apiKey === '' ? 'responds without a key' : 'responds to the key'}; ${may}`,
    }
  } catch (error) {
    if (!(error instanceof RampartError)) throw error
    return { what: 'API', found: error.message, error }
  }
}

const serviceRows = async (
  options: Options & ConfiguredSettings,
  context: CommandContext,
): Promise<readonly Row[]> => {
  const { signal } = context
  const url = options.specUrl ?? options.baseUrl
  if (url === undefined)
    return [{ what: 'service', found: 'no URL: give --base-url or --spec-url', isOpen: true }]
  const { serviceUrls } = await import('../input/service-urls.js')
  const { fetchDocuments } = await import('../../fetch/index.js')
  const { specUrl } = serviceUrls(options.baseUrl ?? url, options.specUrl)
  try {
    const { documents, default: usual } = await fetchDocuments({ specUrl, signal })
    const dates = documents.map(({ version }) => (version === usual ? `${version} (default)` : version))
    return [
      { what: 'service', found: `${specUrl} serves ${dates.join(', ')}` },
      await clockRow(`${specUrl}/spec/versions`, signal),
      await apiRow(options, context),
    ]
  } catch (error) {
    if (!(error instanceof RampartError)) throw error
    return [{ what: 'service', found: error.message, error }]
  }
}

/** The command `rampart doctor`: the problems that a run would meet at its beginning. */
export const doctorCommand = {
  name: 'doctor',
  description: 'Look at what a run needs: Node, config file, variables, the service, the clock, the key.',
  options: {
    baseUrl: text('<url>', 'API root of the service'),
    specUrl: text('<url>', 'host that serves /spec/versions (default: the base URL without /api)'),
    json: flag('print it as JSON'),
  },
  examples: ['npx rampart doctor', 'npx rampart doctor --base-url https://api.example.com/api'],
} satisfies Declaration

type Options = OptionsOf<(typeof doctorCommand)['options']>

const marks = { fine: '✓', open: '-', wrong: '✕' }

/** Prints the checks. */
export async function runDoctor(
  options: Options & ConfiguredSettings,
  context: CommandContext,
): Promise<void> {
  const rows: readonly Row[] = [
    { what: 'Node', found: `${process.version} on ${process.platform}` },
    await configRow(context.cwd),
    keysRow(context.env),
    ...(await serviceRows(options, context)),
  ]
  const stateOf = ({ error, isOpen }: Row): keyof typeof marks => (error ? 'wrong' : isOpen ? 'open' : 'fine')
  const shown = rows.map((row) => ({ what: row.what, found: row.found, state: stateOf(row) }))
  const lines = shown.map(({ what, found, state }) => `${marks[state]} ${what.padEnd(12)} ${found}\n`)
  context.stdout(options.json ? `${JSON.stringify(shown, undefined, 2)}\n` : lines.join(''))
  for (const { error } of rows) if (error) throw error
}
