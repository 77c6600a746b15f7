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

const refOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['$ref'] === 'string' ? value['$ref'] : undefined

/** A member of a union that a discriminator selects by its name. */
export const isSelected = ({ holder, key }: Context): boolean =>
  (key === 'oneOf' || key === 'anyOf') && isObject(holder?.['discriminator'])

const words = new Set(['summary', 'description'])

const siblingsOf = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== '$ref'))

/** What a reference means, with the words beside it. */
const meant = (root: unknown, value: JsonObject, kind: Kind): unknown => {
  const ref = refOf(value)
  const target = ref === undefined ? undefined : resolvePointer(root, ref)
  if (!isObject(target)) return value
  const siblings = Object.entries(siblingsOf(value))
  if (siblings.length === 0 || (kind === 'schema' && isOld(root))) return target
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

const asReference = (kind: Kind, name: string): object => ({ $ref: `#/components/${sectionOf(kind)}/${name}` })

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

/** The names that a discriminator selects by: those may not change. */
const selectors = (root: unknown): ReadonlySet<string> => {
  const found = new Set<string>()
  const parents = new Set<string>()
  rewrite(root, (value, context) => {
    const ref = refOf(value)
    if (ref !== undefined && isSelected(context)) found.add(ref)
    if (context.kind === 'schema' && isObject(value['discriminator'])) {
      parents.add(`#/components/schemas/${String(context.path[2])}`)
      const mapping = value['discriminator']['mapping']
      for (const one of isObject(mapping) ? Object.values(mapping) : []) {
        found.add(String(one)).add(`#/components/schemas/${String(one)}`)
      }
    }
    return value
  })
  rewrite(root, (value, { kind, key, path }) => {
    const ref = refOf(value)
    if (kind === 'schema' && key === 'allOf' && ref !== undefined && parents.has(ref))
      found.add(`#/components/schemas/${String(path[2])}`)
    return value
  })
  return found
}

/** Every component with another name, but those whose name is a value on the wire. */
export function renameComponents(root: unknown): unknown {
  if (!isObject(root) || !isObject(root['components'])) return root
  const fixed = selectors(root)
  const isFixed = (ref: string): boolean => fixed.has(ref) || !/^#\/components\/[^/]+\/[^/]+$/.test(ref)
  const renamed = respellReferences(root, (ref) =>
    ref.replace(/^(#\/components\/[^/]+\/[^/]+)/, (whole) => (isFixed(whole) ? whole : `${whole}_v2`)),
  )
  const components = Object.entries(Object(resolvePointer(renamed, '#/components'))).map(([section, held]) => [
    section,
    section === 'securitySchemes' || !isObject(held)
      ? held
      : Object.fromEntries(
          Object.entries(held).map(([name, value]) => {
            const ref = `#/components/${section}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
            return [fixed.has(ref) ? name : `${name}_v2`, value]
          }),
        ),
  ])
  return { ...Object(renamed), components: Object.fromEntries(components) }
}

/** Every security scheme with another name. */
export function renameSecuritySchemes(root: unknown): unknown {
  const rename = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([name, one]) => [`${name}_v2`, one]))
  return rewrite(root, (value, { kind }) => {
    if (kind === 'components' && isObject(value['securitySchemes']))
      return { ...value, securitySchemes: rename(value['securitySchemes']) }
    if ((kind !== 'operation' && kind !== 'document') || !Array.isArray(value['security'])) return value
    return {
      ...value,
      security: value['security'].map((one: unknown) => (isObject(one) ? rename(one) : one)),
    }
  })
}
