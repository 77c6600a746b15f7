import { isObject, type JsonObject, resolvePointer } from '../../../../document/index.js'
import { type Context, isOld, type Kind, rewrite } from './walk.js'

const sections: Readonly<Partial<Record<Kind, string>>> = {
  schema: 'schemas',
  parameter: 'parameters',
  header: 'headers',
  requestBody: 'requestBodies',
  response: 'responses',
  example: 'examples',
  link: 'links',
  callback: 'callbacks',
  pathItem: 'pathItems',
  securityScheme: 'securitySchemes',
}

/** The kinds of component that an object may be taken into or out of. */
export const componentKinds = Object.keys(sections).filter((kind) => kind !== 'securityScheme') as Kind[]

const sectionOf = (kind: Kind): string => sections[kind] ?? kind

/** The reference that an object is, if it is one. */
export const refOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['$ref'] === 'string' ? value['$ref'] : undefined

/** A member of a union that a discriminator selects by its name. */
export const isSelected = ({ holder, key }: Context): boolean =>
  (key === 'oneOf' || key === 'anyOf') && isObject(holder?.['discriminator'])

const words = new Set(['summary', 'description'])

// By the letter of 3.0 nothing counts beside a reference; of these authors mean every word.
const isMark = ([key, value]: readonly [string, unknown]): boolean =>
  ['readOnly', 'writeOnly', 'nullable'].includes(key) && value === true

const siblingsOf = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== '$ref'))

/** The target of a reference, with the descriptions beside it. */
const meant = (root: unknown, value: JsonObject, kind: Kind): unknown => {
  const ref = refOf(value)
  const target = ref === undefined ? undefined : resolvePointer(root, ref)
  if (!isObject(target)) return value
  const siblings = Object.entries(siblingsOf(value))
  if (siblings.length === 0) return target
  if (kind === 'schema' && isOld(root)) return { ...target, ...Object.fromEntries(siblings.filter(isMark)) }
  if (kind === 'schema' || siblings.some(([key]) => !words.has(key))) return value
  return kind === 'pathItem' ? value : target
}

/** References of a kind, each replaced by what it leads to; further references in there stay. */
export function inline(root: unknown, wanted: Kind): unknown {
  return rewrite(root, (value, context) => {
    const { kind, path } = context
    const isComponent = path.length === 3 && path[0] === 'components'
    return kind !== wanted || isComponent || isSelected(context) ? value : meant(root, value, kind)
  })
}

/** References of every kind replaced by what they lead to, and those in there, unless they come back. */
export function inlineAll(root: unknown, most = 200_000): unknown {
  let left = most
  const deep = (value: unknown, above: readonly string[]): unknown => {
    if (left-- < 0) return value
    return rewrite({ openapi: '3.1.0', components: { schemas: { it: value } } }, (inner, context) => {
      const ref = refOf(inner)
      if (context.kind === 'document') return resolvePointer(inner, '#/components/schemas/it')
      if (context.kind !== 'schema' || ref === undefined || above.includes(ref) || isSelected(context))
        return inner
      const target = meant(root, inner, 'schema')
      return target === inner ? inner : deep(target, [...above, ref])
    })
  }
  return rewrite(root, (value, context) => {
    const isComponent = context.path.length === 3 && context.path[0] === 'components'
    const ref = refOf(value)
    if (isComponent || ref === undefined || isSelected(context)) return value
    const target = meant(root, value, context.kind)
    return context.kind === 'schema' && target !== value ? deep(target, [ref]) : target
  })
}

const isInner = (ref: string): boolean => ref.startsWith('#/') && !/^#\/components\/[^/]+\/[^/]+$/.test(ref)

/** References into the middle of something replaced by what is there: rewriting would move it. */
export function settled(root: unknown, rounds = 4): unknown {
  let left = 0
  const out = rewrite(root, (value, { kind }) => {
    const ref = refOf(value)
    if (ref === undefined || !isInner(ref)) return value
    left += 1
    return meant(root, value, kind)
  })
  return left === 0 || rounds === 0 ? out : settled(out, rounds - 1)
}

const asReference = (kind: Kind, name: string): object => ({
  $ref: `#/components/${sectionOf(kind)}/${name}`,
})

/** Objects of a kind, each as a component of its own with a reference in its place. */
export function extract(root: unknown, wanted: Kind): unknown {
  const taken: [string, unknown][] = []
  const out = rewrite(root, (value, context) => {
    const { kind, path } = context
    const isComponent = path.length === 3 && path[0] === 'components'
    if (kind !== wanted || isComponent || refOf(value) !== undefined || isSelected(context)) return value
    const name = `Taken${taken.length}`
    taken.push([name, value])
    return asReference(kind, name)
  })
  return withComponents(out, sectionOf(wanted), Object.fromEntries(taken))
}

/** A document with further components. */
export function withComponents(root: unknown, section: string, more: object): unknown {
  if (!isObject(root) || Object.keys(more).length === 0) return root
  const components = isObject(root['components']) ? root['components'] : {}
  return { ...root, components: { ...components, [section]: { ...Object(components[section]), ...more } } }
}

/** Every component behind a reference of its own. */
export function chain(root: unknown, kind: Kind): unknown {
  const section = sectionOf(kind)
  const held = resolvePointer(root, `#/components/${section}`)
  if (!isObject(held)) return root
  const behind = Object.entries(held).map(([name, value]) => [`${name}.behind`, value] as const)
  const front = Object.keys(held).map((name) => [name, asReference(kind, `${name}.behind`)] as const)
  return withComponents(root, section, Object.fromEntries([...behind, ...front]))
}

/** Every reference with another text. */
export function respellReferences(root: unknown, spell: (ref: string) => string): unknown {
  return rewrite(root, (value) => {
    const ref = refOf(value)
    return ref?.startsWith('#/') === true ? { ...value, $ref: spell(ref) } : value
  })
}

/** A pointer with every letter of its last key percent-encoded. */
export function percentEncoded(ref: string): string {
  const at = ref.lastIndexOf('/') + 1
  const hidden = ref
    .slice(at)
    .replaceAll(/%[\da-f]{2}|[A-Za-z]/gi, (one) =>
      one.length > 1 ? one : `%${one.charCodeAt(0).toString(16)}`,
    )
  return ref.slice(0, at) + hidden
}
