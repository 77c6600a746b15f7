import { type Latency, latencyText } from './latency.js'
import type { StartedWebhook } from './webhooks.js'

/** What a running service tells its user. `apiKey` is there only when it is the public default. */
export interface Running {
  readonly baseUrl: string
  readonly specUrl: string
  readonly consoleUrl: string
  readonly apiKey?: string
  readonly seed: number
  readonly reading: 'first' | 'other'
  /** Where the state is kept; in memory when it is absent. */
  readonly data?: string
  readonly latency?: Latency
  readonly faults: readonly string[]
  /** The webhooks of the command line; a secret is there where it was made now. */
  readonly webhooks?: readonly StartedWebhook[]
}

const webhookText = ({ url, secret }: StartedWebhook): string =>
  `Webhook   ${url}\n          ${secret === undefined ? 'registered before; its secret was shown then' : `secret ${secret}, shown this once`}`

/** What a user reads when the service runs. */
export const runningText = ({
  baseUrl,
  specUrl,
  consoleUrl,
  apiKey,
  seed,
  reading,
  data,
  latency,
  faults,
  webhooks = [],
}: Running): string =>
  [
    `Base URL  ${baseUrl}`,
    `Spec URL  ${specUrl}`,
    `Console   ${consoleUrl}`,
    `API key   ${apiKey ?? 'one of RAMPART_SANDBOX_KEYS'}`,
    `Seed      ${seed}`,
    ...(reading === 'other' ? ['Reading   other'] : []),
    ...(data === undefined ? [] : [`Data      ${data}`]),
    ...(latency === undefined ? [] : [`Latency   ${latencyText(latency)}`]),
    ...faults.map((rule) => `Fault     ${rule}`),
    ...webhooks.map(webhookText),
    '',
    `Try it:   curl -H 'X-API-Key: ${apiKey ?? 'KEY'}' ${baseUrl}/fiatcurrencies`,
    `Test it:  RAMPART_API_KEY=${apiKey ?? 'KEY'} rampart test --base-url ${baseUrl} --spec-url ${specUrl} --allow-writes`,
    'Stop it:  Ctrl-C',
    '',
  ].join('\n')
