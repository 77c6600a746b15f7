import { type Keys, type Plan, type Registry, requireSendable } from '../../conformance/index.js'
import { didYouMean, type InputProblem, RampartError, wrongUse } from '../../diagnostics/index.js'
import { appendKey, objectOf } from '../../document/index.js'
import { provocationNames } from '../../payment/index.js'
import { isShort } from '../../redaction/index.js'
import { warnOfShortSecret } from '../access/open-access.js'
import { contentOf, type InputKind } from '../input/read-input.js'
import { isDate } from '../input/option-values.js'
import { serviceUrls } from '../input/service-urls.js'
import { flagOf } from '../output/shell-text.js'
import { rulesFor } from '../packs/rules-asked.js'
import { type CommandContext, isSet, unsetText } from '../process/context.js'
import type { Provocations, TestOptions } from './command.js'
import { webhookPlan } from './plan.js'
import { isShownCases } from './run.js'

const known = new Set(['$schema', ...provocationNames])

/** Patches with an unknown name, which would never be sent. */
const unknownNames = (value: unknown): readonly InputProblem[] => {
  const unknown = Object.keys(objectOf(value)).filter((name) => !known.has(name))
  return unknown.map((name) => {
    const message = `"${name}" is neither a structured code nor a kind of submission`
    const near = didYouMean(name, provocationNames)
    return { pointer: appendKey('', name), message: message + near, isName: true }
  })
}

const provocations: InputKind = {
  code: 'PROVOCATIONS_INVALID',
  schema: 'bin/test/provocations.schema.json',
  more: unknownNames,
}

/** The patches that provoke codes on this service, from the config file or a named file; undefined without any. */
export async function readProvocations(cwd: string, given: unknown): Promise<Provocations | undefined> {
  return given === undefined ? undefined : contentOf(cwd, 'provocations', given, provocations)
}

/** Warns of keys of the run that are so short that reports hide them only as whole values. */
export function warnOfShortSecrets(
  { apiKeyEnv, secondKeyEnv, webhooks }: Plan,
  { apiKey, secondKey = '', webhookSecret = '' }: Keys,
  context: CommandContext,
): void {
  const short = [
    [apiKeyEnv, apiKey],
    [secondKeyEnv, secondKey],
    [webhooks?.secretEnv, webhookSecret],
  ].flatMap(([name, value]) => (name !== undefined && isShort(value ?? '') ? [name] : []))
  if (short.length > 0) warnOfShortSecret(short.join(', '), context)
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Options that the specification gives the format uuid: `customer_id`, `recipient_account_id`, X-SUB-PARTNER-ID. */
const ids = ['customerId', 'recipientAccountId', 'subPartnerId'] as const

const requireIds = (options: TestOptions): void => {
  for (const name of ids) {
    const value = options[name]
    if (value !== undefined && !uuid.test(value))
      throw wrongUse(`${flagOf(name)} takes a UUID, and was given ${JSON.stringify(value.slice(0, 60))}`)
  }
}

const requireDates = ({ versions, document }: TestOptions): void => {
  // Named documents may have versions of any name.
  if (document !== undefined) return
  const strange = versions?.find((version) => !isDate(version))
  if (strange === undefined) return
  const message = `"${strange}" is not a version: a version is a date such as 2026-08-01`
  throw new RampartError('VERSIONS_UNKNOWN', { message })
}

const variables = ['apiKeyEnv', 'secondKeyEnv', 'webhookSecretEnv'] as const

/** A variable that an option names must be set; the default ones may be missing. */
const requireVariables = (options: TestOptions, env: NodeJS.ProcessEnv): void => {
  for (const name of variables) {
    const variable = options[name]
    const isUsed = name !== 'webhookSecretEnv' || options.webhookPort !== undefined
    if (!isUsed || variable === undefined || !options.sources?.has(name) || isSet(env[variable])) continue
    throw new RampartError('VARIABLE_UNSET', { message: unsetText(flagOf(name), variable, env[variable]) })
  }
}

const refuseContradiction = ({ allowWrites, allowDestructive, sources }: TestOptions): void => {
  const areTyped = sources?.get('allowWrites') === 'cli' && sources.get('allowDestructive') === 'cli'
  if (areTyped && allowWrites === false && allowDestructive === true)
    throw wrongUse('--allow-destructive and --no-allow-writes exclude each other')
}

// Only options of the command line are refused, because many runs share the settings.
const refuseCarriers = ({ document = [], sources }: TestOptions): void => {
  const name = ['versionHeader', 'versionQuery'].find((one) => sources?.get(one) === 'cli')
  if (name !== undefined && document.length < 2)
    throw wrongUse(`${flagOf(name)} does nothing without several documents: name each with --document`)
}

const requireOtherKey = ({ apiKeyEnv, secondKeyEnv }: TestOptions, env: NodeJS.ProcessEnv): void => {
  const second = secondKeyEnv === undefined ? undefined : env[secondKeyEnv]
  if (!isSet(second) || second !== env[apiKeyEnv]) return
  const message = `${secondKeyEnv}, which --second-key-env names, holds the same key as ${apiKeyEnv}`
  throw wrongUse(message, 'Put the key of another partner into it, or omit --second-key-env.')
}

/** Options that choose operations to make cases of, beside rules that need none. */
const refuseCaseless = ({ sources }: TestOptions, asked: readonly string[], { rules }: Registry): void => {
  const name = ['include', 'exclude'].find((one) => sources?.get(one) === 'cli')
  if (name === undefined || rules.some((rule) => asked.includes(rule.id) && isShownCases(rule))) return
  throw wrongUse(`--${name} does nothing, because no requested rule needs cases of the documents`)
}

/** Checks all options that can be checked without a request. @param registry every rule, whichever service it is about */
export function requireUsable(options: TestOptions, env: NodeJS.ProcessEnv, registry: Registry): void {
  refuseContradiction(options)
  refuseCarriers(options)
  refuseCaseless(options, rulesFor(options, registry), registry)
  requireDates(options)
  requireIds(options)
  webhookPlan(options)
  requireVariables(options, env)
  requireOtherKey(options, env)
  const sendsNothing = options.plan === true && options.specs !== undefined
  // The address of the service may derive from named documents.
  if (options.baseUrl === undefined && (sendsNothing || options.document !== undefined)) return
  const { baseUrl } = serviceUrls(options.baseUrl, options.specUrl)
  requireSendable({ baseUrl, apiKeyEnv: options.apiKeyEnv }, options.apiKeyEnv, env[options.apiKeyEnv])
}
