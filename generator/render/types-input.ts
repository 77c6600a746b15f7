import { fileName } from '../build/names.js'
import { isObject, pointerOf, resolvePointer, segmentsOf } from '../load/pointer.js'
import type { RawObject } from '../model/document.js'

type Mutable = Record<string, unknown>

const fullMapping = (root: RawObject, mapping: RawObject): Mutable =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([tag, target]): [string, string][] => {
      if (typeof target !== 'string') return []
      const candidates = [target, pointerOf('components', 'schemas', target)]
      const found = candidates.find((ref) => ref.startsWith('#') && resolvePointer(root, ref) !== undefined)
      return found === undefined ? [] : [[tag, found]]
    }),
  )

/** A schema inside something else has no name; openapi-typescript would index into optional members to reach it. */
const namelessSchema = (ref: string): string | undefined => {
  const segments = segmentsOf(ref)
  const inSchema = segments.includes('schema') || (segments[1] === 'schemas' && segments.length > 3)
  return ref.startsWith('#/') && inSchema ? fileName(segments.join('_')) : undefined
}

const component = (copy: Mutable): Mutable => {
  const components = isObject(copy['components']) ? copy['components'] : {}
  const schemas: Mutable = isObject(components['schemas']) ? components['schemas'] : {}
  copy['components'] = { ...components, schemas }
  return schemas
}

/**
 * A copy of a document in the spelling that openapi-typescript reads rightly: it takes a discriminator's mapping
 * for references only, where OpenAPI also allows the bare names of schemas, and references into the inside of
 * something else by a path through members that may be absent.
 */
export function typesInput(root: RawObject): RawObject {
  const copy: Mutable = structuredClone(root)
  const schemas = component(copy)
  const open: unknown[] = [copy]
  for (let node = open.pop(); open.length > 0 || node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue
    const holder = node as Mutable
    const discriminator = holder['discriminator']
    if (isObject(discriminator) && isObject(discriminator['mapping'])) {
      Object.assign(discriminator, { mapping: fullMapping(root, discriminator['mapping']) })
    }
    const name = typeof holder['$ref'] === 'string' ? namelessSchema(holder['$ref']) : undefined
    if (name !== undefined) {
      if (!Object.hasOwn(schemas, name)) {
        schemas[name] = structuredClone(resolvePointer(root, String(holder['$ref'])))
        open.push(schemas[name])
      }
      holder['$ref'] = pointerOf('components', 'schemas', name)
    }
    open.push(...Object.values(node))
  }
  return copy
}
