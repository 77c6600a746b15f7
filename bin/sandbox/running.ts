import { type Latency, latencyText } from './options.js'
import { shellText, type TestRun } from './test-run.js'
import type { StartedWebhook } from './webhooks.js'

/** A running service, as its user sees it. `apiKey` is there only when it is the public default. */
export interface Running {
  readonly baseUrl: string
  readonly specUrl: string
  readonly consoleUrl: string
  readonly apiKey?: string
  /** The key of another partner; as `apiKey`. */
  readonly secondKey?: string
  /** One of the partner's sub-partners, as any uuid is. */
  readonly subPartnerId: string
  readonly seed: number
  readonly reading: 'first' | 'other'
  /** Where the state is kept; in memory when it is absent. */
  readonly data?: string
  readonly latency?: Latency
  readonly faults: readonly string[]
  /** The webhooks of the command line; a secret is there where it was made now. */
  readonly webhooks?: readonly StartedWebhook[]
  /** The run of the suite that can judge most here. */
  readonly test: TestRun
}

const webhookText = ({ url, secret }: StartedWebhook): string =>
  `Webhook   ${url}\n          ${secret === undefined ? 'registered before; its secret was shown then' : `secret ${secret}, shown this once`}`

const testCommand = 'Test it:  '

const testText = ({ apiKey, test }: Running, rampart: string): string => {
  const env = { ...(apiKey === undefined ? { RAMPART_API_KEY: 'KEY' } : {}), ...test.env }
  const isReceived = test.args.includes('--webhook-port')
  const more = isReceived
    ? ''
    : `\n${' '.repeat(testCommand.length)}with "${rampart} sandbox --webhook-port 0" its webhooks are judged too`
  return testCommand + shellText({ ...test, env }, rampart, ' '.repeat(testCommand.length)) + more
}

/**
 * A running service as text.
 * @param rampart how a package manager runs the command, as `npx rampart`
 */
export function runningText(running: Running, rampart: string): string {
  const { baseUrl, specUrl, consoleUrl, apiKey, secondKey, seed, reading, data, latency, faults } = running
  return [
    `Base URL  ${baseUrl}`,
    `Spec URL  ${specUrl}`,
    `Console   ${consoleUrl}`,
    `API key   ${apiKey ?? 'one of RAMPART_SANDBOX_KEYS'}`,
    ...(secondKey === undefined ? [] : [`          ${secondKey}, of another partner`]),
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
