import type { Operation, Surface } from '../../../runtime/surface.js'
import type { Validator } from '../../../runtime/validator.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import {
  contentOf,
  type Delivery,
  kindOf,
  messageMembers,
  messageOf,
  typeOf,
} from '../../../conformance/exchange/delivery.js'
import { isObject } from '../../../document/index.js'
import { violationsOf } from '../../../conformance/exchange/validation.js'
import { deliveries } from './evidence.js'

/** Message types: the message of each kind, by the name that the specification gives it. */
const messageTypes: Readonly<Record<string, string>> = {
  transaction: 'WebhookEventMessage',
  new_autoramp: 'WebhookEventMessage',
  new_bank_account: 'WebhookEventMessage',
  deposit_address_created: 'WebhookEventMessage',
  customer_created: 'WebhookEventMessage',
  transaction_status: 'WebhookTransactionStatusMessage',
  transaction_refunded: 'WebhookTransactionRefundedMessage',
  register_fiat_address_status: 'WebhookFiatAddressStatusMessage',
  customer_status: 'WebhookCustomerStatusMessage',
  customer_fiat_abilities: 'WebhookCustomerFiatAbilitiesMessage',
  register_autoramp_status: 'WebhookAutorampStatusMessage',
  identification_status: 'WebhookIdentificationStatusMessage',
  ping: 'WebhookPingMessage',
}

/**
 * The forms of a delivery that the specification allows for: the message beside data or in it, wrapped by its name or
 * not, a ping with no customer (of other kinds, that is a matter of `webhooks/customer-id`). A document that shows one
 * of them is kept by all.
 */
const formsOf = (delivery: Delivery): readonly unknown[] => {
  const content = contentOf(delivery)
  if (!isObject(content)) return [content]
  const { message: _beside, ...container } = content
  const data = isObject(content['data']) ? content['data'] : {}
  const messages = [messageOf(delivery), messageMembers(delivery)]
  const customer = { customer_id: '00000000-0000-4000-8000-000000000000' }
  const around = (message: unknown): unknown => ({ ...container, data: { ...customer, ...data, message } })
  return [content, ...messages.map(around)]
}

const validatorsOf = ({ requestBody }: Operation): readonly string[] =>
  Object.values(requestBody?.content ?? {}).flatMap(({ validator }) => validator ?? [])

/** The webhook of the document that a kind is described by: its own, or the one that all share. */
const webhookFor = ({ webhooks }: Surface, kind: string): Operation | undefined => {
  const all = Object.entries(webhooks)
  const own = all.find(([name, { path }]) => name === kind || path === kind)
  return own?.[1] ?? (all.length === 1 ? all[0]?.[1] : undefined)
}

/** A document that has a type for some messages and none for this one does not know the kind. */
const knows = ({ schemas }: Surface, kind: string): boolean => {
  const type = messageTypes[kind] ?? ''
  return type in schemas || !Object.values(messageTypes).some((name) => name in schemas)
}

interface Judge {
  readonly container: readonly Validator[]
  readonly message: readonly Validator[]
}

/** The validators of a kind by the document of one version. */
const judgeFor = async (surface: Surface, kind: string): Promise<Judge | undefined> => {
  const webhook = webhookFor(surface, kind)
  const ofMessage = surface.schemaValidators[messageTypes[kind] ?? '']
  if (!webhook && !ofMessage) return undefined
  const load = (names: readonly string[]): Promise<readonly Validator[]> =>
    Promise.all(names.map((name) => surface.validator(name)))
  return {
    container: await load(webhook ? validatorsOf(webhook) : []),
    message: await load(ofMessage ? [ofMessage.request, ofMessage.response] : []),
  }
}

/** The first error of a value that no validator accepts in any form; undefined without validators. */
const refusal = (validators: readonly Validator[], forms: readonly unknown[]): string | undefined => {
  if (validators.length === 0) return undefined
  const errors = forms.map((form) => validators.map((validator) => violationsOf(validator, form)))
  if (errors.flat().some((list) => list.length === 0)) return undefined
  const [first] = errors.flat(2)
  return `${first?.instancePath ?? ''} ${first?.message ?? first?.keyword ?? 'is not as described'}`.trim()
}

const judgesOf = async (context: ScenarioContext, kind: string): Promise<readonly Judge[]> => {
  const known = [...context.session.versions.values()].filter(({ surface }) => knows(surface, kind))
  const judges = await Promise.all(known.map(({ surface }) => judgeFor(surface, kind)))
  return judges.filter((judge) => judge !== undefined)
}

const wrongWith = (delivery: Delivery, { container, message }: Judge): string | undefined => {
  const inContainer = refusal(container, formsOf(delivery))
  if (inContainer !== undefined) return `the container: ${inContainer}`
  const inMessage = refusal(message, [messageMembers(delivery), messageOf(delivery)])
  return inMessage === undefined ? undefined : `the message: ${inMessage}`
}

/** No version is stated for a delivery: it is as described when one document describes it. */
const documented: Scenario = async (context) => {
  let judged = 0
  for (const delivery of await deliveries(context)) {
    const kind = kindOf(delivery)
    // `webhooks/container` judges values that are no container with a message, `webhooks/type` unknown types.
    if (
      kind === undefined ||
      typeOf(delivery) === undefined ||
      !isObject(contentOf(delivery)) ||
      !isObject(messageOf(delivery))
    )
      continue
    const judges = await judgesOf(context, kind)
    if (judges.length === 0) continue
    judged++
    const wrong = judges.map((judge) => wrongWith(delivery, judge))
    const message = `${kind}: the delivery is not as the document describes it: ${wrong[0]}`
    context.expect(wrong.includes(undefined), message, delivery.exchange)
  }
  if (judged === 0) throw new NotApplicable('the document describes no webhook')
}

/** Events, message types: deliveries beside the document. */
export const documentedScenarios: Readonly<Record<string, Scenario>> = {
  'webhooks/document': documented,
}
