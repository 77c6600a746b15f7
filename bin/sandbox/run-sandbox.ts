import { resolve } from 'node:path'
import type * as sandboxWing from '../../sandbox/index.js'
import { RampartError, didYouMean, fileReason, wrongUse } from '../../diagnostics/index.js'
import type { DataUnusableError } from '../../sandbox/index.js'
import { given } from '../input/given.js'
import { type CommandContext, aborted } from '../process/context.js'
import { type SandboxOptions, latencyText } from './command.js'
import { callingManager } from '../process/package-manager.js'
import {
  shellText,
  testRunOf,
  deliveryOf,
  hostsOf,
  receiverPort,
  receiverUrl,
  type StartedWebhook,
  startWebhooks,
} from './webhooks.js'

/** The error of a command whose state cannot be stored in that folder. */
const dataRefusal = (cause: DataUnusableError): RampartError =>
  new RampartError('SANDBOX_DATA_UNUSABLE', { message: `${cause.message}.`, cause })

type Sandbox = typeof sandboxWing

/** State that responses depend on: chosen by the options, or stored by an earlier run. */
interface State {
  readonly seed: number
  readonly reading: 'first' | 'other'
  readonly data?: sandboxWing.SandboxData
}

/** The state for the options; a stored one is opened. */
const stateOf = async (
  sandbox: Sandbox,
  { cwd }: CommandContext,
  { seed, reading, data: folder }: SandboxOptions,
): Promise<State> => {
  if (folder === undefined) return { seed: seed ?? sandbox.freshSeed(), reading: reading ?? 'first' }
  try {
    const data = await sandbox.openData(resolve(cwd, folder), given({ seed, reading }))
    return { ...data.origin, data }
  } catch (cause) {
    throw cause instanceof sandbox.DataUnusableError ? dataRefusal(cause) : cause
  }
}

/** A running service, as its user sees it. */
type Running = ReturnType<typeof runningOf>

const indent = ' '.repeat(10)

const webhookText = ({ url, secret }: StartedWebhook): string => {
  const known = secret && `secret ${secret}, shown this once`
  return `Webhook   ${url}\n${indent}${known ?? 'registered before; its secret was shown then'}`
}

const testText = ({ apiKey, test }: Running, rampart: string): string => {
  const env = { ...(apiKey === undefined ? { RAMPART_API_KEY: 'KEY' } : {}), ...test.env }
  const more = `\n${indent}with "${rampart} sandbox --webhook-port 0" its webhooks are judged too`
  const command = `Test it:  ${shellText({ ...test, env }, rampart, indent)}`
  return test.args.includes('--webhook-port') ? command : command + more
}

/** A running service as text. @param rampart how a package manager runs the command, as `npx rampart` */
const runningText = (running: Running, rampart: string): string => {
  const { baseUrl, specUrl, consoleUrl, apiKey, secondKey, seed, reading, data, latency, faults } = running
  return [
    `Base URL  ${baseUrl}`,
    `Spec URL  ${specUrl}`,
    `Console   ${consoleUrl}`,
    `API key   ${apiKey ?? 'one of RAMPART_SANDBOX_KEYS'}`,
    ...(secondKey === undefined ? [] : [`${indent}${secondKey}, of another partner`]),
    `Seed      ${seed}`,
    ...(reading === 'other' ? ['Reading   other'] : []),
    ...(data === undefined ? [] : [`Data      ${data}`]),
    ...(latency === undefined ? [] : [`Latency   ${latencyText(latency)}`]),
    ...faults.map((rule) => `Fault     ${rule}`),
    ...(running.webhooks ?? []).map(webhookText),
    '',
    `Try it:   curl -H 'X-API-Key: ${apiKey ?? 'KEY'}' ${baseUrl}/fiatcurrencies`,
    testText(running, rampart),
    'Stop it:  Ctrl-C',
    '',
  ].join('\n')
}

type App = Awaited<ReturnType<Sandbox['createSandbox']>>

const loopback = '127.0.0.1'

/** The keys that are accepted; those that are public may be shown. */
interface Keys {
  readonly all: readonly string[]
  readonly arePublic: boolean
}

const keysFrom = (sandbox: Sandbox, { env }: CommandContext): Keys => {
  const given = env['RAMPART_SANDBOX_KEYS']?.trim() ?? ''
  if (given === '') return { all: [sandbox.defaultApiKey, sandbox.secondApiKey], arePublic: true }
  const all = given.split(',').flatMap((key) => key.trim() || [])
  if (all.length > 0) return { all, arePublic: false }
  throw new RampartError('VARIABLE_UNSET', { message: 'RAMPART_SANDBOX_KEYS holds commas and no key' })
}

const buildApp = async (
  sandbox: Sandbox,
  context: CommandContext,
  options: SandboxOptions,
  state: State,
): Promise<App> => {
  const { all: apiKeys } = keysFrom(sandbox, context)
  const log = (line: string): void => context.stderr(`${line}\n`)
  try {
    return await sandbox.createSandbox({
      ...(await sandbox.openReferenceService()),
      ...state,
      faults: options.fault ?? [],
      ...given({ rateLimit: options.rateLimit, latency: options.latency }),
      apiKeys,
      allowedHosts: hostsOf(sandbox, '--allow-host', options.allowHost),
      webhooks: deliveryOf(sandbox, options),
      ...(options.verbose && { logger: { info: log, error: log } }),
    })
  } catch (cause) {
    await state.data?.close()
    if (cause instanceof sandbox.DataUnusableError) throw dataRefusal(cause)
    if (!(cause instanceof sandbox.UnknownFaultError)) throw cause
    const { unknown, known } = cause
    const lines = unknown.map((name) => `no fault is named "${name}"${didYouMean(name, known)}`)
    throw new RampartError('SANDBOX_FAULT_UNKNOWN', { message: lines.join('\n'), cause })
  }
}

const listen = async (app: App, port: number): Promise<string> => {
  try {
    await app.listen({ host: loopback, port })
    const address = app.server.address()
    return `http://${loopback}:${typeof address === 'object' ? address?.port : address}`
  } catch (cause) {
    const message = `Cannot listen on port ${port} of ${loopback}: ${fileReason(cause)}.`
    throw new RampartError('SANDBOX_PORT_TAKEN', { message, cause })
  }
}

/** Ends the service. Changes that could not be stored were answered with 500; they are reported and lost. */
const end = async (sandbox: Sandbox, context: CommandContext, app: App): Promise<void> => {
  try {
    await app.close()
  } catch (cause) {
    if (!(cause instanceof sandbox.DataUnusableError)) throw cause
    context.stderr(`${cause.message}: what was answered with 500 is lost.\n`)
  }
}

/** The description of the running service: `webhooks` has the one that leads to `port` last. */
const runningOf = (
  { subPartnerId }: Sandbox,
  { specUrl, keys, state }: { readonly specUrl: string; readonly keys: Keys; readonly state: State },
  { data, latency, fault: faults = [] }: SandboxOptions,
  webhooks: readonly StartedWebhook[],
  port: number | undefined,
) => {
  const baseUrl = `${specUrl}/api`
  // Keys of the user's own are not shown.
  const publicKeys = keys.arePublic ? keys.all : []
  const [apiKey, secondKey] = publicKeys
  const webhook = port === undefined ? undefined : webhooks.find(({ url }) => url === receiverUrl(port))
  const receiver = port === undefined || webhook === undefined ? undefined : { port, webhook }
  return {
    baseUrl,
    specUrl,
    consoleUrl: `${specUrl}/console`,
    apiKey,
    secondKey,
    subPartnerId,
    seed: state.seed,
    reading: state.reading,
    data,
    latency,
    faults,
    webhooks: webhooks.length === 0 ? undefined : webhooks,
    test: testRunOf({ baseUrl, subPartnerId }, publicKeys, keys.all.length, receiver),
  }
}

const serve = async (context: CommandContext, options: SandboxOptions): Promise<void> => {
  const sandbox = await import('../../sandbox/index.js')
  const keys = keysFrom(sandbox, context)
  if (options.port > 0 && options.port === options.webhookPort)
    throw wrongUse('--port and --webhook-port name the same port, and the service listens on it')
  const state = await stateOf(sandbox, context, options)
  const app = await buildApp(sandbox, context, options, state)
  const port = await receiverPort(options)
  const urls = [...(options.webhook ?? []), ...(port === undefined ? [] : [receiverUrl(port)])]
  try {
    const webhooks = await startWebhooks(app, keys.all[0] ?? '', urls)
    const specUrl = await listen(app, options.port)
    const running = runningOf(sandbox, { specUrl, keys, state }, options, webhooks, port)
    const { run } = callingManager(context.env)
    context.stdout(options.json ? `${JSON.stringify(running)}\n` : runningText(running, run))
  } catch (error) {
    await app.close()
    throw error
  }
  await aborted(context.signal)
  await end(sandbox, context, app)
}

/** Runs the embedded service until the command is interrupted. */
export async function runSandbox(context: CommandContext, options: SandboxOptions): Promise<void> {
  if (options.data === undefined) return serve(context, options)
  // The database cannot set the mode of its files, which only their owner may read.
  const umask = process.umask(0o077)
  try {
    await serve(context, options)
  } finally {
    process.umask(umask)
  }
}

/** Prints the faults that `--fault` knows. */
export async function listFaults(context: CommandContext, options: SandboxOptions): Promise<void> {
  const { knownFaults } = await import('../../sandbox/index.js')
  const faults = knownFaults.map(({ name, does }) => ({ rule: name, does }))
  const width = Math.max(...faults.map(({ rule }) => rule.length))
  const lines = faults.map(({ rule, does }) => `${rule.padEnd(width)}  ${does}\n`)
  context.stdout(options.json ? `${JSON.stringify(faults)}\n` : lines.join(''))
}
