import { isObject } from '../../document/index.js'
import type { Api } from '../model/api.js'
import { type Draft, withBody, withMember } from './choice.js'
import { isValidBody } from './choosing.js'
import type { OperationFacts } from './facts.js'
import { distinctIn } from './sources.js'

/** Members that services like to have once: by these words in their names. */
const unique =
  /name|mail|title|slug|code|key|login|user|sku|label|handle|reference|subject|number|serial|isbn|^id$/i

/** The first label of a name of the net stays in front of the dots: `pets.example.` becomes `pets1.example.` */
const isDotted = /^[\w-]+(\.[\w-]+)+\.?$/

const anotherText = (text: string, distinct: string): string => {
  const at = isDotted.test(text) ? text.indexOf('.') : text.lastIndexOf('@')
  return at < 0 ? `${text}${distinct}` : `${text.slice(0, at)}${distinct}${text.slice(at)}`
}

/**
 * The same draft with other texts where a service may want them to be unique, as far as the schema allows: what was
 * created once cannot be created again.
 */
export function freshBody(api: Api, facts: OperationFacts, draft: Draft): Draft {
  const { body } = draft
  if (facts.operation.method !== 'post' || !body || !isObject(body.value)) return draft
  const declared = facts.bodies.find(({ mediaType }) => mediaType === body.mediaType)
  if (!declared) return draft
  let { value } = body
  for (const [name, member] of Object.entries(body.value)) {
    if (typeof member !== 'string' || !unique.test(name) || !isObject(value)) continue
    const changed = withMember(value, name, anotherText(member, distinctIn(api)()))
    if (isValidBody(declared, changed)) value = changed
  }
  return value === body.value ? draft : withBody(draft, { ...body, value })
}
