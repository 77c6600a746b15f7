import { InvalidArgumentError } from 'commander'
import {
  file,
  flag,
  folder,
  number,
  type OptionsOf,
  text,
  jsonHelp,
  type Declaration,
} from '../input/options.js'
import {
  numberThat,
  perSecond,
  port,
  seconds,
  seed,
  variableSuchAs,
  wholeNumber,
} from '../input/option-values.js'

/** The variable that holds the secret unless another is named. */
export const usualVariable = 'RAMPART_WEBHOOK_SECRET'

/** The sources of the secret, which never comes from the command line. */
const secretOptions = {
  secretEnv: text('<name...>', 'variables that hold the secret; several while one replaces another', {
    parse: variableSuchAs(usualVariable),
    usual: [usualVariable],
  }),
  secretStdin: flag('read the secret from standard input; further lines are secrets to try'),
}

const time = (given: string): Date => {
  if (given === 'now') return new Date()
  const isUnix = /^\d{10}$/.test(given)
  const isIso = /^\d{4}-\d{2}-\d{2}(T|$)/.test(given)
  const value = new Date(isUnix ? Number(given) * 1000 : isIso ? given : Number.NaN)
  if (Number.isNaN(value.getTime()))
    throw new InvalidArgumentError(
      'must be a time such as 2026-08-01T09:15:00Z, Unix seconds of ten digits, or now',
    )
  return value
}

const tolerance = numberThat(
  'a number of seconds from 0 to a year',
  (value, given) => /^\d+(\.\d+)?$/.test(given) && value <= 366 * 86_400,
)

const secretAs = text('<form>', 'how the secret becomes the key', {
  choices: ['text', 'base64', 'hex'],
  usual: 'text',
})

const digest = text('<encoding>', 'how the digest is written', { choices: ['hex', 'base64'], usual: 'hex' })

/** Options that choose kept deliveries, and how they are printed. */
const besideKept = ['keep', 'keepLast', 'format', 'json'] as const

const besideResend = [
  'secretEnv',
  'secretStdin',
  'secretAs',
  'version',
  'forwardTo',
  'forwardTimeout',
  'resign',
]

/** The source of the secret. */
export type SecretOptions = Pick<VerifyOptions, 'secretEnv' | 'secretStdin' | 'otherSecretEnv'>

/** The command `rampart webhook listen`. */
export const listenCommand = {
  name: 'listen',
  description: 'Receive deliveries on this machine: verify, print, keep and forward them.',
  options: {
    ...secretOptions,
    port: number('<number>', 'port to listen on; 0 takes one that is free', { parse: port, usual: 4020 }),
    host: text('<address>', 'address to listen on', { usual: '127.0.0.1' }),
    answer: number('<status>', 'status to answer with (default: 200, and 401 for invalid deliveries)', {
      parse: wholeNumber(200, 599),
    }),
    secretAs,
    tolerance: number('<seconds>', 'how far a timestamp may be away', { parse: tolerance, usual: 300 }),
    version: text('<date>', 'the document that judges bodies (default: the newest)', { names: 'versions' }),
    limit: number('<bytes>', 'the largest accepted body', {
      parse: wholeNumber(1, 256 * 1024 * 1024),
      usual: 4 * 1024 * 1024,
    }),
    timeout: number('<seconds>', 'how long a request may take to arrive', { parse: seconds, usual: 10 }),
    forwardTo: text(
      '<target>',
      'where deliveries go: a URL, or kind=URL for one kind (kind,kind=URL for several); may be repeated, a URL without a kind takes the rest',
      { isRepeatable: true },
    ),
    forwardTimeout: number('<seconds>', 'how long a target may take to answer', {
      parse: seconds,
      usual: 4.5,
      needs: 'forwardTo',
    }),
    events: text(
      '<kind...>',
      'forward only these kinds (and ping); others are answered with 200 and printed',
      { names: 'kinds', needs: 'forwardTo' },
    ),
    resign: flag('with --resend: sign it anew, with the time of now and an id of its own', {
      needs: 'resend',
    }),
    keep: file('<file>', 'where deliveries are kept', { usual: '.rampart/webhooks.jsonl' }),
    noKeep: flag('keep nothing on disk'),
    keepLast: number('<n>', 'how many are kept', {
      parse: wholeNumber(1, 100_000),
      usual: 1000,
      needs: 'keep',
    }),
    list: flag('print the kept deliveries with their outcomes, and stop', { alone: besideKept }),
    show: text('<id>', 'print one kept delivery as JSON and stop: a number, a webhook-id, or last', {
      alone: besideKept,
    }),
    resend: text('<id>', 'send one kept delivery to --forward-to again and stop', {
      alone: [...besideKept, ...besideResend],
    }),
    format: text('<format>', 'how to print', { choices: ['text', 'json'], usual: 'text' }),
    json: flag(jsonHelp),
  },
  notes:
    'On a terminal: r sends the latest again, q ends.\nEnds with 0 when interrupted. Without a secret nothing is verified.',
  examples: [
    'npx rampart webhook listen',
    'npx rampart webhook listen --forward-to http://127.0.0.1:3000/webhooks',
    'npx rampart webhook listen --list --json',
  ],
} satisfies Declaration

/** Options of `rampart webhook listen`. */
export type ListenOptions = OptionsOf<(typeof listenCommand)['options']>

/** The command `rampart webhook verify`. */
export const verifyCommand = {
  name: 'verify',
  description: 'Verify the signature of a delivery, and name the mistake in a wrong one.',
  arguments: [
    [
      '[delivery]',
      'a recorded delivery: saved by listen, a HAR, an event of a gateway, a raw request; - for standard input',
    ],
  ],
  options: {
    ...secretOptions,
    headers: file('<file>', 'headers: "Name: value" lines, the output of curl -v, or JSON'),
    body: file('<file>', 'the body, byte by byte as it arrived'),
    entry: number('<n>', 'which delivery of a file that holds several', {
      parse: wholeNumber(1, 1_000_000),
      excludes: ['headers'],
    }),
    otherSecretEnv: text('<name...>', 'variables with secrets that are tried to name them', {
      parse: variableSuchAs('OTHER_SECRET'),
    }),
    secretAs,
    at: text('<time>', 'when to judge it (default: its arrival where that is recorded, otherwise now)', {
      parse: time,
    }),
    tolerance: number('<seconds>', 'how far the timestamp may be away', { parse: tolerance, usual: 300 }),
    version: text('<date>', 'the document that judges the body (default: the newest)', { names: 'versions' }),
    json: flag('print the result as JSON'),
  },
  notes: 'Exit codes: 0 valid, 1 not valid, 2 wrong use. The secret is never printed.',
  examples: [
    'npx rampart webhook verify delivery.har',
    'npx rampart webhook verify --headers headers.txt --body body.json --json',
  ],
} satisfies Declaration

/** Options of `rampart webhook verify`. */
export type VerifyOptions = OptionsOf<(typeof verifyCommand)['options']>

/** The command `rampart webhook send`. */
export const sendCommand = {
  name: 'send',
  description: 'Send a valid, signed event to a receiver.',
  arguments: [['[kind]', 'the kind of event: customer_status or CustomerStatus, for example']],
  options: {
    ...secretOptions,
    version: text('<date>', 'the version of the event (default: the newest)', { names: 'versions' }),
    set: text('<path=value>', 'change a member: data.message.status=Suspended; may be repeated', {
      isRepeatable: true,
    }),
    add: text('<path=value>', 'put a member in that is not there; may be repeated', { isRepeatable: true }),
    remove: text('<member>', 'take a member out; may be repeated', { isRepeatable: true }),
    customer: text('<id>', 'customer of the event (default: a new one)'),
    at: text('<time>', 'when it happened and was signed: an ISO time, Unix seconds, or now', { parse: time }),
    body: file('<file>', 'send the bytes of a file instead of an event; - for standard input', {
      excludes: ['strict', 'version'],
    }),
    strict: flag('send nothing that the document of the version does not allow'),
    to: text('<url>', 'URL of the receiver'),
    count: number('<n>', 'how many events, each a new one', { parse: wholeNumber(1, 1_000_000), usual: 1 }),
    concurrency: number('<n>', 'how many at once', { parse: wholeNumber(1, 1000), usual: 1 }),
    timeout: number('<seconds>', 'longest wait for the response', { parse: seconds, usual: 5 }),
    digest,
    dryRun: flag('print the request and send nothing'),
    list: flag('print the kinds of events by version and stop', { alone: ['version', 'json'] }),
    json: flag('print one line of JSON for each delivery'),
  },
  notes:
    'Values of --set and --add are JSON where they are JSON, and otherwise text.\nRedirects are not followed. Exit codes: 0 answered with 200, 1 answered otherwise\nor not in time, 2 wrong use, 3 not reached.',
  examples: [
    'npx rampart webhook send customer_status --to http://127.0.0.1:4020',
    'npx rampart webhook send customer_status --dry-run --set data.message.status=Suspended',
    'npx rampart webhook send --list --json',
  ],
} satisfies Declaration

/** Options of `rampart webhook send`. */
export type SendOptions = OptionsOf<(typeof sendCommand)['options']>

/** The command `rampart webhook drill`. */
export const drillCommand = {
  name: 'drill',
  description:
    'Examine a receiver: send valid and invalid deliveries, and name the mistakes that its responses show.',
  options: {
    to: text('<url>', 'the receiver: the whole URL that deliveries are posted to'),
    rules: text('<glob...>', 'rules to judge, for instance "receiver/*-timestamp" (default: all)', {
      names: 'drill rules',
    }),
    versions: text('<date...>', 'versions whose events are sent (default: all)', { names: 'versions' }),
    kinds: text('<kind...>', 'kinds of events that are sent (default: all)', { names: 'kinds' }),
    customer: text('<id>', 'a customer that the receiver knows (default: a new one for each event)'),
    list: flag('print the rules and send nothing', { alone: ['rules', 'format', 'json'] }),
    ...secretOptions,
    digest,
    tolerance: number('<seconds>', 'the window of the receiver, to have its edges judged', {
      parse: tolerance,
    }),
    timeout: number('<seconds>', 'longest wait for a response', { parse: seconds, usual: 5 }),
    for: number(
      '<seconds>',
      'how long the whole drill may take (default: 30, 45 with --observe, or four times --timeout where that is longer)',
      { parse: seconds },
    ),
    observe: text('<url>', 'a GET that answers how many events the receiver has acted upon'),
    rate: number('<number>', 'most deliveries a second', { parse: perSecond }),
    seed: number('<number>', 'make the ids repeat (default: others in each run)', { parse: seed }),
    allowPublic: flag('drill a receiver that is not on this machine or in a private network'),
    reportDir: folder('<dir>', 'folder for the reports', { usual: 'rampart-drill' }),
    format: text('<format>', 'what is printed', { choices: ['text', 'json'], usual: 'text' }),
    json: flag(jsonHelp),
  },
  notes:
    'Exit codes: 0 no findings, 1 findings, 2 wrong use, 3 not reached,\nno valid event was accepted, or no time for every rule.',
  examples: [
    'npx rampart webhook drill --to http://127.0.0.1:3000/webhooks',
    'npx rampart webhook drill --to http://127.0.0.1:3000/webhooks --rules "receiver/*" --json',
    'npx rampart webhook drill --list',
  ],
} satisfies Declaration

/** Options of `rampart webhook drill`. */
export type DrillOptions = OptionsOf<(typeof drillCommand)['options']>
