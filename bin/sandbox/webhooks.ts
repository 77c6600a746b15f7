import { wrongUse } from '../../diagnostics/index.js'
import { join } from 'node:path'
import type * as sandboxWing from '../../sandbox/index.js'
import type { SandboxOptions } from './command.js'
import { given } from '../input/given.js'
import { shellQuoted } from '../output/shell-text.js'
import { portFor } from '../process/context.js'
import { packageRoot } from '../process/package-info.js'
import { separated } from '../input/options.js'

type App = Awaited<ReturnType<typeof sandboxWing.createSandbox>>

/** A webhook that the command line asked for. A new one has its secret, which is printed once. */
export interface StartedWebhook {
  readonly id: string
  readonly url: string
  readonly secret?: string
}

type Sandbox = typeof sandboxWing

/** The hosts that an option names. */
export function hostsOf(
  { isHostName }: Sandbox,
  option: '--allow-host' | '--allow-webhook-host',
  given: readonly string[] = [],
): readonly string[] {
  // A variable of the environment holds several, with commas between.
  const hosts = separated(given)
  const wrong = hosts.find((host) => !isHostName(host))
  if (wrong === undefined) return hosts
  throw wrongUse(
    `${option} takes the name or the address of one host, and a port if need be, not ${JSON.stringify(wrong)}`,
    'For example host.docker.internal, 192.168.1.20, 192.168.1.20:8080 or [fd00::1]:8080. Wildcards, ranges and URLs are not taken.',
  )
}

/** The settings of deliveries, from the options. */
export function deliveryOf(
  sandbox: Sandbox,
  options: SandboxOptions,
): NonNullable<sandboxWing.SandboxOptions['webhooks']> {
  return {
    allowedHosts: hostsOf(sandbox, '--allow-webhook-host', options.allowWebhookHost),
    allowsLoopback: options.allowLoopbackWebhooks ?? options.webhookPort !== undefined,
    digest: options.webhookDigest,
    backoff: { first: options.webhookRetry },
  }
}

/** The port of this machine for a webhook; a free one where the options do not set it. */
export async function receiverPort({ webhookPort }: SandboxOptions): Promise<number | undefined> {
  return webhookPort === 0 ? portFor(0) : webhookPort
}

/** The URL of a receiver on this machine. */
export function receiverUrl(port: number): string {
  return `http://127.0.0.1:${port}/`
}

/** The label of a webhook: its host and path. A text that is not a URL is refused at its registration. */
const labelOf = (url: string): string => {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: 'command line', pathname: '' }
  return `${host}${pathname === '/' ? '' : pathname}`.slice(0, 100)
}

const register = async (app: App, apiKey: string, url: string): Promise<StartedWebhook> => {
  const answer = await app.inject({
    method: 'POST',
    url: '/controls/webhooks',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    payload: JSON.stringify({ label: labelOf(url), url }),
  })
  if (answer.statusCode === 201) {
    const { id, secret } = answer.json<Required<StartedWebhook>>()
    return { id, url, secret }
  }
  throw wrongUse(
    `--webhook takes the https:// URL of a public host, without credentials; the sandbox answered ${answer.statusCode}: ${answer.json<string>()}`,
    'To receive on this machine, by http or https, give --allow-loopback-webhooks too; for another host, --allow-webhook-host HOST.',
  )
}

/** Registers the webhooks of the command line for the partner of a key, each URL once for a state. */
export async function startWebhooks(
  app: App,
  apiKey: string,
  urls: readonly string[],
): Promise<readonly StartedWebhook[]> {
  if (urls.length === 0) return []
  const listed = await app.inject({ url: '/controls/webhooks', headers: { 'x-api-key': apiKey } })
  const { items } = listed.json<{ readonly items: readonly StartedWebhook[] }>()
  const before = items.map(({ id, url }) => ({ id, url }))
  const started: StartedWebhook[] = []
  for (const url of new Set(urls))
    started.push(before.find((webhook) => webhook.url === url) ?? (await register(app, apiKey, url)))
  return started
}

/** A run of the suite, with all options that the service supports. */
interface TestRun {
  /** Variables, without those that hold keys of the user's own. */
  readonly env: Readonly<Record<string, string>>
  /** Arguments of `rampart`. */
  readonly args: readonly string[]
}

const secondKey = 'RAMPART_SECOND_KEY'

/** The file with the values that provoke codes about an account or a provider. */
export function provocationsFile(): string {
  return join(packageRoot(), 'fixtures', 'sandbox', 'provocations.json')
}

/**
 * The run that judges every rule of this service.
 * @param publicKeys keys that may be shown, the first partner's first; `keys` says how many there are
 * @param receiver the webhook to this machine, and the port that it leads to
 */
export function testRunOf(
  { baseUrl, subPartnerId }: { readonly baseUrl: string; readonly subPartnerId: string },
  [first, second]: readonly string[],
  keys: number,
  receiver: { readonly port: number; readonly webhook: StartedWebhook } | undefined,
): TestRun {
  const secret = receiver?.webhook.secret
  const own = ['--sub-partner-id', subPartnerId, '--provocations', provocationsFile()]
  const twoKeys = keys > 1 ? ['--second-key-env', secondKey] : []
  const webhooks = receiver === undefined ? [] : ['--webhook-port', String(receiver.port)]
  return {
    env: given({ RAMPART_API_KEY: first, [secondKey]: second, RAMPART_WEBHOOK_SECRET: secret }),
    args: ['test', '--base-url', baseUrl, ...twoKeys, ...own, ...webhooks],
  }
}

/** The run as a command for a shell, with an option on each line. @param rampart how it is run, as `npx rampart` */
export function shellText({ env, args }: TestRun, rampart: string, indent: string): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shellQuoted(value)}`)
  const words = args.map((arg) => (arg.startsWith('--') ? `\\\n${indent}${arg}` : shellQuoted(arg)))
  return [...variables, rampart, ...words].join(' ')
}
