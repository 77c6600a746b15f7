import { entriesOf, isObject } from '../../document/index.js'
import type { Api } from '../model/api.js'
import type { Case } from '../model/case.js'
import type { Observed } from '../model/observed.js'

/** Puts what a service demands of the texts of a member into a request. */
export interface Repair {
  readonly member: string
  readonly apply: (sent: Case) => Case
}

/** Forms that texts have in words, and not in a schema: a refused text is tried in each of them. */
const forms: readonly ((text: string) => string)[] = [
  (text) => `${text}.example.`,
  (text) => `${text}.example`,
  (text) => `https://example.com/${text}`,
  (text) => `${text}@example.com`,
  (text) => `/${text}`,
  (text) => text.replaceAll('-', ''),
]

const mostMembers = 2

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d-]/g, '') || 'a'

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')

/** The members of a body that a refusal speaks of, by their texts or else by their names. */
export function blamed({ case: { call }, exchange: { response } }: Observed): readonly string[] {
  const { body: message } = response
  if (![400, 422].includes(response.status)) return []
  const members = entriesOf(call.body?.value).filter(([, value]) => textsIn(value).length > 0)
  const byText = members.filter(([, value]) => textsIn(value).some((text) => message.includes(text)))
  const words = new Set(message.toLowerCase().split(/\W+/))
  const byName = members.filter(([name]) => words.has(name.toLowerCase()))
  return (byText.length > 0 ? byText : byName).map(([name]) => name)
}

const changed = (value: unknown, form: (text: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => changed(one, form))
  return typeof value === 'string' ? form(plain(value)) : value
}

const repairOf = (member: string, form: (text: string) => string): Repair => ({
  member,
  apply: (sent) => {
    const { body } = sent.call
    if (!body || !isObject(body.value) || !Object.hasOwn(body.value, member)) return sent
    const value = Object.fromEntries(
      Object.entries(body.value).map(([name, own]) => [name, name === member ? changed(own, form) : own]),
    )
    return { ...sent, call: { ...sent.call, body: { ...body, value } } }
  },
})

/**
 * Ways to put the texts that a refusal speaks of into other forms, one at a time: what a service demands of names often
 * stands in no schema.
 */
export function repairsFor(refused: Observed): readonly Repair[] {
  return blamed(refused)
    .slice(0, mostMembers)
    .flatMap((member) => forms.map((form) => repairOf(member, form)))
}

/** Whether the body of a case satisfies its schema: a repaired one that does not is not sent. */
export async function hasValidBody({ call: { operation, body } }: Case, { surface }: Api): Promise<boolean> {
  const name = operation.requestBody?.content[body?.mediaType ?? '']?.validator
  return name === undefined || (await surface.validator(name))(body?.value)
}
