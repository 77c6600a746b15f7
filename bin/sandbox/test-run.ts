import { join } from 'node:path'
import { given } from '../input/given.js'
import { shellQuoted } from '../output/shell-text.js'
import { packageRoot } from '../process/package-info.js'
import type { StartedWebhook } from './webhooks.js'

/** A run of the suite, with all options that the service supports. */
export interface TestRun {
  /** Variables, without those that hold keys of the user's own. */
  readonly env: Readonly<Record<string, string>>
  /** Arguments of `rampart`. */
  readonly args: readonly string[]
}

/** A service, as a run of the suite needs it. */
export interface Testable {
  readonly baseUrl: string
  readonly subPartnerId: string
  /** Keys that may be shown, the first partner's first; the user's own may not. */
  readonly publicKeys: readonly string[]
  /** How many keys there are. */
  readonly keys: number
  /** The webhook to this machine, and the port that it leads to. */
  readonly receiver?: { readonly port: number; readonly webhook: StartedWebhook }
}

const secondKey = 'RAMPART_SECOND_KEY'

/** The file with the values that provoke codes about an account or a provider. */
export function provocationsFile(): string {
  return join(packageRoot(), 'fixtures', 'sandbox', 'provocations.json')
}

/** The run that judges every rule of this service. */
export function testRunOf(service: Testable): TestRun {
  const { baseUrl, subPartnerId, publicKeys, keys, receiver } = service
  const [first, second] = publicKeys
  const secret = receiver?.webhook.secret
  return {
    env: given({ RAMPART_API_KEY: first, [secondKey]: second, RAMPART_WEBHOOK_SECRET: secret }),
    args: [
      'test',
      '--base-url',
      baseUrl,
      ...(keys > 1 ? ['--second-key-env', secondKey] : []),
      '--sub-partner-id',
      subPartnerId,
      '--provocations',
      provocationsFile(),
      ...(receiver === undefined ? [] : ['--webhook-port', String(receiver.port)]),
    ],
  }
}

/**
 * The run as a command for a shell, with an option on each line.
 * @param rampart how a package manager runs the command, as `npx rampart`
 */
export function shellText({ env, args }: TestRun, rampart: string, indent: string): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shellQuoted(value)}`)
  const words = args.map((arg) => (arg.startsWith('--') ? `\\\n${indent}${arg}` : shellQuoted(arg)))
  return [...variables, rampart, ...words].join(' ')
}
