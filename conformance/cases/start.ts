import type { Call } from '../model/call.js'
import type { Choice, Draft } from './choice.js'
import { draftOf, withBody, withParameter } from './choice.js'
import type { Choosing } from './choosing.js'

const nothing: Draft = { path: {}, query: {}, header: {}, cookie: {} }

/** A draft with what is required and no more; or why there is none. */
export type Start = { readonly draft: Draft } | { readonly obstacle: string }

const choiceIn = (choices: Readonly<Record<string, Choice>>, name: string): Choice | undefined =>
  Object.hasOwn(choices, name) ? choices[name] : undefined

/**
 * The draft that others are varied from: a call that was carried out, or what is required, with values that the
 * service is likely to take.
 */
export function startOf(choosing: Choosing, base?: Call): Start {
  const { facts } = choosing
  if (facts.obstacle !== undefined) return { obstacle: facts.obstacle }
  let draft = base === undefined ? nothing : draftOf(base)
  for (const one of facts.parameters) {
    const { parameter } = one
    if (!parameter.required) continue
    // What a call deleted is not there to be deleted again.
    const isFresh = parameter.in === 'path' && facts.operation.method === 'delete'
    const own = isFresh ? undefined : choiceIn(draft[parameter.in], parameter.name)
    const choice = own ?? choosing.likely(one, draft.path)
    if (choice === undefined)
      return {
        obstacle: `no value of the ${parameter.in} parameter "${parameter.name}" is valid and can be sent`,
      }
    draft = withParameter(draft, parameter, choice)
  }
  if (draft.body !== undefined || !facts.isBodyRequired) return { draft }
  for (const body of facts.bodies) {
    const choice = choosing.body(body).at(0)
    if (choice) return { draft: withBody(draft, choice) }
  }
  return { obstacle: 'no valid value of the body was found' }
}
