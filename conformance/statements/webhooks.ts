import type { Rule } from './rule.js'

type Judged = Extract<Rule, { readonly kind: 'observer' | 'scenario' }>

/** Every rule here is about the service as a whole, needs a receiver, and something that causes events. */
const rule = (
  name: string,
  section: 'registering' | 'delivery' | 'event kinds' | 'message types',
  title: string,
  statement: string,
): Judged => ({
  id: `webhooks/${name}`,
  kind: 'scenario',
  title,
  section: `Events, ${section}`,
  statement,
  versions: 'service',
  severity: 'error',
  needs: ['writes', 'receiver'],
})

const delivery: readonly Rule[] = [
  rule('method', 'delivery', 'Webhooks are posted', 'Events are delivered by POST.'),
  rule('content-type', 'delivery', 'Webhooks are JSON', 'Events have the content type application/json.'),
  rule(
    'container',
    'delivery',
    'A container with a message and data',
    'The body is a container: the notification sits inside data, and a message comes with it.',
  ),
  rule(
    'customer-id',
    'delivery',
    'An event names its customer',
    'Every event but ping has data.customer_id, by which retries are told: the customer whom it is about.',
  ),
  rule(
    'headers',
    'delivery',
    'Three headers come with each',
    'Every delivery has webhook-id, webhook-timestamp and webhook-signature.',
  ),
  rule(
    'signature-prefix',
    'delivery',
    'Signatures begin with v1=',
    'The value of webhook-signature is prefixed with v1=.',
  ),
  rule(
    'signature',
    'delivery',
    'Signatures fit',
    'The signature is the HMAC-SHA256 of the timestamp and the raw body, with nothing between, under the secret.',
  ),
  rule(
    'timestamp',
    'delivery',
    'Timestamps are those of the delivery',
    'webhook-timestamp is in Unix seconds, as the convention has it, and within 5 minutes of the arrival.',
  ),
  rule(
    'acknowledged',
    'delivery',
    '200 acknowledges',
    'A delivery that was answered 200 is acknowledged and not retried.',
  ),
  rule(
    'slow-answer',
    'delivery',
    'An answer may take 5 seconds',
    'An endpoint has 5 seconds to answer: 200 within them acknowledges.',
  ),
  rule(
    'retry',
    'delivery',
    'Whatever is not 200 triggers a retry',
    'Any other status than 200, a redirection too, and an answer later than 5 seconds trigger a retry.',
  ),
  rule('retry-id', 'delivery', 'A retry has an id of its own', 'Each retry has a new webhook-id.'),
  rule(
    'retry-content',
    'delivery',
    'A retry has the same content',
    'A retry has the message of the delivery that it repeats, so that both are told to be one.',
  ),
  rule(
    'retry-timestamp',
    'delivery',
    'A retry has a timestamp of its own',
    'webhook-timestamp is the time of the attempt, as the convention has it, so that a retry is within the tolerance.',
  ),
]

const registering: readonly Rule[] = [
  rule(
    'topics',
    'registering',
    'A webhook gets its kinds',
    'The event kinds of a webhook are delivered to it, and no others but ping.',
  ),
  rule(
    'ping-always',
    'registering',
    'ping is always on',
    'A webhook gets ping, whatever its event kinds are.',
  ),
  rule('disabled', 'registering', 'Disabled is silent', 'A disabled webhook receives nothing.'),
]

const kinds: readonly Rule[] = [
  rule(
    'topic-names',
    'event kinds',
    'Topics are in PascalCase',
    'The subscription topic is the name of the delivered type in PascalCase.',
  ),
  rule(
    'subject',
    'event kinds',
    'An event is about what it follows from',
    'An event is about the customer, autoramp, bank account, transaction or identification that its kind names.',
  ),
  rule(
    'status',
    'event kinds',
    'A status event has the new status',
    'An event about a change of a status says the status that the service shows since.',
  ),
  rule(
    'type',
    'event kinds',
    'Types are those listed',
    'The delivered type is one of the 13, in snake_case.',
  ),
  rule(
    'customer-created',
    'event kinds',
    'customer_created',
    'customer_created comes when a customer was created.',
  ),
  rule(
    'customer-status',
    'event kinds',
    'customer_status',
    'customer_status comes when the status of a customer changed.',
  ),
  rule(
    'identification-status',
    'event kinds',
    'identification_status',
    'identification_status comes when the status of an identification changed.',
  ),
  rule(
    'new-bank-account',
    'event kinds',
    'new_bank_account',
    'new_bank_account comes when a bank account was registered.',
  ),
  rule(
    'fiat-address-status',
    'event kinds',
    'register_fiat_address_status',
    'register_fiat_address_status comes for every registration of a fiat address.',
  ),
  rule(
    'fiat-address-straight',
    'event kinds',
    'register_fiat_address_status at once',
    'register_fiat_address_status comes also for a fiat address that goes straight to Registered.',
  ),
  rule('new-autoramp', 'event kinds', 'new_autoramp', 'new_autoramp comes when an autoramp was created.'),
  rule(
    'autoramp-status',
    'event kinds',
    'register_autoramp_status',
    'register_autoramp_status comes when the status of an autoramp changed.',
  ),
  rule(
    'deposit-address',
    'event kinds',
    'deposit_address_created',
    'deposit_address_created comes when an autoramp received a deposit address.',
  ),
  rule('transaction', 'event kinds', 'transaction', 'transaction comes when a new transaction happened.'),
  rule(
    'transaction-status',
    'event kinds',
    'transaction_status',
    'transaction_status comes when the status of a transaction changed.',
  ),
  rule('ping', 'event kinds', 'ping', 'ping comes when the Ping action is used.'),
]

const messages: readonly Rule[] = [
  rule(
    'document',
    'message types',
    'Deliveries are as described',
    'A delivery is as the document describes its webhook and its message type.',
  ),
  rule(
    'abilities-id',
    'message types',
    'Fiat abilities have the id of the customer',
    'The event id of customer_fiat_abilities equals the customer id and data.customer_id.',
  ),
  rule(
    'abilities-snapshot',
    'message types',
    'Fiat abilities are a snapshot',
    'Each customer_fiat_abilities carries fiat_deposit and fiat_payout.',
  ),
  rule(
    'abilities-full',
    'message types',
    'The snapshot is full',
    'The snapshot is no difference: every currency key is present.',
  ),
  rule(
    'abilities-without-currencies',
    'message types',
    'The snapshot has no currencies array',
    'customer_fiat_abilities excludes the currencies array.',
  ),
  rule(
    'abilities-status',
    'message types',
    'Rails have a listed status',
    'Each rail leaf of the snapshot is Active, Pending, Unavailable, Blocked or Maintenance.',
  ),
  rule(
    'abilities-signing',
    'message types',
    'A signing sends the abilities',
    'customer_fiat_abilities is sent when a signing is recorded.',
  ),
  rule(
    'abilities-identification',
    'message types',
    'An approval sends the abilities',
    'customer_fiat_abilities is sent when an identification is approved.',
  ),
  rule(
    'transaction-status-field',
    'message types',
    'transaction_status has its field',
    'The message of transaction_status has the field transaction_status, of which status is the deprecated form.',
  ),
  rule(
    'transaction-hash',
    'message types',
    'A hash for blockchains alone',
    'transaction_hash is present only when the payout destination is a blockchain address.',
  ),
]

const open = (name: string, title: string, statement: string, reason: string): Rule => ({
  ...rule(name, 'delivery', title, statement),
  kind: 'open',
  reason,
})

export const webhooksRules: readonly Rule[] = [
  ...registering,
  ...delivery,
  ...kinds,
  ...messages,
  open(
    'encoding',
    'Encoding of digest and secret',
    'Whether the digest is written in hex or base64, and whether the secret is decoded first.',
    'the encoding of the digest is not shown, and the convention named clashes with the text',
  ),
  open(
    'shape',
    'Place of the message',
    'Where in the container message, id and type stand.',
    'the fields of the container and of the messages are not shown',
  ),
]
