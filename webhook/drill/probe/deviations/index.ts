import type { Deviation } from './deviation.js'
import { ofClocks } from './clocks.js'
import { ofManners, ofTypes } from './events.js'
import { ofContainerTimes, underAllNames } from './members.js'
import { underOtherNames } from './names.js'
import { ofSecrets, ofTexts, ofValues } from './signing.js'

/** All single deviations, the likeliest first; each is tried when a receiver accepts no valid event. */
export const deviations: readonly Deviation[] = [
  underOtherNames,
  ...ofValues,
  ...ofTexts.slice(0, 6),
  ...ofClocks.slice(0, 1),
  ...ofSecrets,
  ...ofTypes,
  underAllNames,
  ...ofContainerTimes,
  ...ofManners,
  ...ofTexts.slice(6),
  ...ofClocks.slice(1),
]

const described = (part: string): Deviation[] =>
  deviations.filter(({ description }) => description.includes(part)).slice(0, 1)

const standardPlan: Deviation['plan'] = {
  signed: ({ id, timestamp, body }) => `${id}.${timestamp}.${body}`,
  value: (digest) => `v1,${digest.toString('base64')}`,
}

const standard: Deviation = {
  mistake: 'standard-webhooks',
  aspect: 'value',
  description: 'signed as Standard Webhooks has it',
  plan: { ...standardPlan, key: (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64') },
}

const standardAsText: Deviation = {
  ...standard,
  description: 'signed as Standard Webhooks has it, under the secret as text',
  plan: standardPlan,
}

/** Combinations of deviations used by other services. */
export const otherServices: readonly (readonly Deviation[])[] = [
  [standard],
  [standardAsText],
  [underOtherNames, standard],
  [underOtherNames, standardAsText],
  [underOtherNames, ...described('body alone'), ...described('"sha256="')],
  [underOtherNames, ...described('body alone'), ...described('has no "v1="')],
  [underOtherNames, ...described('body alone'), ...described('is base64 without')],
  [underOtherNames, ...described('a dot between'), ...described('as Stripe has it')],
  [underOtherNames, ...described('a dot between'), ...described('has no "v1="')],
  [underOtherNames, ...described('as Slack has it, with "v0:"'), ...described('"v0="')],
  [underOtherNames, ...described('a dot between'), ...described('"sha256="')],
]

/** All pairs of deviations, those early in the list first. */
export function pairsOf(singles: readonly Deviation[]): readonly (readonly Deviation[])[] {
  return singles.flatMap((one, index) =>
    singles.slice(0, index).flatMap((other) => (other.aspect === one.aspect ? [] : [[other, one]])),
  )
}
