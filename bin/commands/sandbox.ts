import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { RampartError } from '../../diagnostics/index.js'
import type * as sandboxWing from '../../sandbox/index.js'
import type { CommandContext } from '../context.js'
import { type Latency, latencyFrom, latencyText } from './sandbox-latency.js'

interface Options {
  readonly port: number
  readonly fault?: readonly string[]
  readonly reading?: 'first' | 'other'
  readonly data?: string
  readonly rateLimit?: number
  readonly latency?: Latency
  readonly seed?: number
  readonly listFaults?: boolean
  readonly json?: boolean
  readonly verbose?: boolean
}

/** What a running service tells its user. `apiKey` is there only when it is the public default. */
interface Running {
  readonly baseUrl: string
  readonly specUrl: string
  readonly apiKey?: string
  readonly seed: number
  readonly reading: 'first' | 'other'
  /** Where the state is kept; in memory when it is absent. */
  readonly data?: string
  readonly latency?: Latency
  readonly faults: readonly string[]
}

type Sandbox = typeof sandboxWing
type App = Awaited<ReturnType<Sandbox['createSandbox']>>

const HOST = '127.0.0.1'

const wholeNumber =
  (highest: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^[0-9]+$/.test(text) || value > highest)
      throw new InvalidArgumentError(`It must be a whole number from 0 to ${highest}.`)
    return value
  }

const listFaults = async (context: CommandContext, options: Options): Promise<void> => {
  const { knownFaults } = await import('../../sandbox/index.js')
  const faults = knownFaults.map(({ rule, does }) => ({ rule, does }))
  const width = Math.max(...faults.map(({ rule }) => rule.length))
  context.stdout(
    options.json
      ? `${JSON.stringify(faults)}\n`
      : faults.map(({ rule, does }) => `${rule.padEnd(width)}  ${does}\n`).join(''),
  )
}

const keysFrom = (context: CommandContext): readonly string[] =>
  (context.env['RAMPART_SANDBOX_KEYS'] ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')

const loggerFor = (context: CommandContext): sandboxWing.SandboxLogger => ({
  info: (line) => context.stderr(`${line}\n`),
  error: (line) => context.stderr(`${line}\n`),
})

/** What the answers depend on: chosen by the options, or by the state that is gone on with. */
interface State {
  readonly seed: number
  readonly reading: 'first' | 'other'
  readonly data?: sandboxWing.SandboxData
}

const keptState = async (
  sandbox: Sandbox,
  path: string,
  { seed, reading }: Pick<Options, 'seed' | 'reading'>,
): Promise<State> => {
  try {
    const wanted = { ...(seed === undefined ? {} : { seed }), ...(reading === undefined ? {} : { reading }) }
    const data = await sandbox.openData(path, wanted)
    return { ...data.origin, data }
  } catch (cause) {
    if (!(cause instanceof sandbox.DataUnusableError)) throw cause
    throw new RampartError('SANDBOX_DATA_UNUSABLE', {
      message: `${cause.message}.`,
      cause,
    })
  }
}

const stateOf = (sandbox: Sandbox, context: CommandContext, options: Options): State | Promise<State> =>
  options.data === undefined
    ? { seed: options.seed ?? sandbox.freshSeed(), reading: options.reading ?? 'first' }
    : keptState(sandbox, resolve(context.cwd, options.data), options)

const build = async (
  sandbox: Sandbox,
  context: CommandContext,
  options: Options,
  state: State,
): Promise<App> => {
  const keys = keysFrom(context)
  try {
    return await sandbox.createSandbox({
      ...(await sandbox.loadReferenceService()),
      ...state,
      faults: options.fault ?? [],
      ...(options.rateLimit === undefined ? {} : { rateLimit: options.rateLimit }),
      ...(options.latency === undefined ? {} : { latency: options.latency }),
      ...(keys.length > 0 ? { apiKeys: keys } : {}),
      ...(options.verbose ? { logger: loggerFor(context) } : {}),
    })
  } catch (cause) {
    await state.data?.close()
    if (!(cause instanceof sandbox.UnknownFaultError)) throw cause
    throw new RampartError('SANDBOX_FAULT_UNKNOWN', {
      message: `No fault is named ${cause.unknown.join(', ')}.`,
      fix: `Choose among: ${cause.known.join(', ')}.`,
      cause,
    })
  }
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0

const listen = async (app: App, port: number): Promise<string> => {
  try {
    await app.listen({ host: HOST, port })
    return `http://${HOST}:${portOf(app.server.address())}`
  } catch (cause) {
    await app.close()
    throw new RampartError('SANDBOX_PORT_TAKEN', {
      message: `Port ${port} of ${HOST} cannot be listened on: ${cause instanceof Error ? cause.message : 'no reason was given'}.`,
      cause,
    })
  }
}

const asText = ({ baseUrl, specUrl, apiKey, seed, reading, data, latency, faults }: Running): string =>
  [
    `Base URL  ${baseUrl}`,
    `Spec URL  ${specUrl}`,
    `API key   ${apiKey ?? 'one of RAMPART_SANDBOX_KEYS'}`,
    `Seed      ${seed}`,
    ...(reading === 'other' ? ['Reading   other'] : []),
    ...(data === undefined ? [] : [`Data      ${data}`]),
    ...(latency === undefined ? [] : [`Latency   ${latencyText(latency)}`]),
    ...faults.map((rule) => `Fault     ${rule}`),
    '',
    `Try it:   curl -H 'X-API-Key: ${apiKey ?? 'KEY'}' ${baseUrl}/fiatcurrencies`,
    `Test it:  RAMPART_API_KEY=${apiKey ?? 'KEY'} rampart test --base-url ${baseUrl} --spec-url ${specUrl} --allow-writes`,
    'Stop it:  Ctrl-C',
    '',
  ].join('\n')

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

const run = async (context: CommandContext, options: Options): Promise<void> => {
  const sandbox = await import('../../sandbox/index.js')
  const state = await stateOf(sandbox, context, options)
  const app = await build(sandbox, context, options, state)
  const specUrl = await listen(app, options.port)
  const running: Running = {
    baseUrl: `${specUrl}/api`,
    specUrl,
    ...(keysFrom(context).length > 0 ? {} : { apiKey: sandbox.DEFAULT_API_KEY }),
    seed: state.seed,
    reading: state.reading,
    ...(options.data === undefined ? {} : { data: options.data }),
    ...(options.latency === undefined ? {} : { latency: options.latency }),
    faults: options.fault ?? [],
  }
  context.stdout(options.json ? `${JSON.stringify(running)}\n` : asText(running))
  await aborted(context.signal)
  await app.close()
}

/** The command `rampart sandbox`: the embedded service on this machine, until it is interrupted. */
export const sandboxCommand = (context: CommandContext): Command =>
  new Command('sandbox')
    .description('Run the embedded service: every version over one state, on this machine only.')
    .option('--port <number>', 'port to listen on; 0 takes one that is free', wholeNumber(65_535), 4010)
    .option('--fault <rule...>', 'break a rule of the contract on purpose')
    .addOption(
      new Option(
        '--reading <which>',
        'how to read what the specification leaves open (default: "first")',
      ).choices(['first', 'other']),
    )
    .option('--rate-limit <number>', 'requests a second for each key, before 429', wholeNumber(1_000_000))
    .option('--latency <ms>', 'hold answers back, for so long or within a range such as 50-300', latencyFrom)
    .option('--seed <number>', 'make ids, rates, signatures and latencies repeat', wholeNumber(2 ** 31 - 1))
    .option('--data <path>', 'keep the state in a database in this folder; in memory without it')
    .option('--list-faults', 'print the faults and stop')
    .option('--json', 'print the addresses, or the faults, as one line of JSON')
    .option('--verbose', 'log every request to stderr, without keys and values')
    .addHelpText(
      'after',
      '\nKeys: RAMPART_SANDBOX_KEYS holds accepted API keys, separated by commas; sandbox-key by default.',
    )
    .action((options: Options) => (options.listFaults ? listFaults(context, options) : run(context, options)))
