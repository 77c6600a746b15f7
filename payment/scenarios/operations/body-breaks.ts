import type { Operation } from '../../../runtime/surface.js'
import type { Validator } from '../../../runtime/validator.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { isObject, walk } from '../../../document/index.js'
import type { Break } from './breaks.js'
import type { Draft } from './draft.js'
import { schemasAt } from './schema-at.js'
import { bodyValidator, isForbidden } from './wire.js'
import { type Salt, wrongTexts } from './wrong-texts.js'

const mostLocations = 80

/** A body with one node changed; undefined takes a member away. */
const changed = (root: unknown, path: readonly string[], value: unknown): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(root))
    return root.map((item, index) => (String(index) === name ? changed(item, rest, value) : item))
  if (!isObject(root)) return root
  const { [name]: old, ...others } = root
  const next = changed(old, rest, value)
  return next === undefined ? others : { ...others, [name]: next }
}

/** A value of another type, which no conversion makes right: not a number for a text, nor one item for a list. */
const ofOtherType = (value: unknown, letters: string): unknown =>
  typeof value === 'string' || Array.isArray(value) ? {} : `x${letters}`

interface Change {
  readonly how: string
  readonly value: (salt: Salt) => unknown
}

const asTyped = (old: unknown, text: string): unknown =>
  typeof old === 'number' && !Number.isNaN(Number(text)) ? Number(text) : text

const changesAt = (
  { under }: ScenarioContext,
  operation: Operation,
  path: readonly string[],
  old: unknown,
): readonly Change[] => {
  const root = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const texts = wrongTexts(schemasAt(root, path, under.surface.schemas))
  return [
    ...(path.length > 0 && !/^\d+$/.test(path.at(-1) ?? '')
      ? [{ how: 'left out', value: () => undefined }]
      : []),
    { how: 'a value of another type', value: ({ letters }: Salt) => ofOtherType(old, letters) },
    ...texts.map(({ how, make }) => ({ how, value: (salt: Salt) => asTyped(old, make(salt)) })),
  ]
}

const segments = (pointer: string): string[] => pointer.split('/').slice(1)

/** Nothing at all, and nothing in it, where the document requires members. */
const emptyBodies = (validator: Validator, base: Draft): readonly Break[] => {
  if (!isForbidden(validator, {})) return []
  const { body: _left, ...nothing } = base
  const drafts = { 'left out': nothing, 'without any member': { ...base, body: {} } }
  return Object.entries(drafts).map(([how, draft]) => ({
    target: 'the body',
    how,
    isOpen: false,
    draft: () => draft,
  }))
}

/** Ways to break the body of an operation, one node at a time, out of a body that the document allows. */
export async function bodyBreaks(
  context: ScenarioContext,
  operation: Operation,
  base: Draft,
): Promise<Break[]> {
  const validator = await bodyValidator(context, operation)
  if (!validator || !validator(base.body)) return []
  const nodes = walk(base.body).slice(0, mostLocations)
  const inside = nodes.flatMap(([pointer, old]) => {
    const path = segments(pointer)
    return changesAt(context, operation, path, old).map(({ how, value }) => ({
      target: pointer === '' ? 'the body' : pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'),
      how,
      // A service may ignore a single member that makes no sense, but not a body as a whole.
      isOpen: pointer !== '',
      draft: (salt: Salt) => {
        const body = changed(base.body, path, value(salt))
        return isForbidden(validator, body) ? { ...base, body } : undefined
      },
    }))
  })
  return [...emptyBodies(validator, base), ...inside]
}
