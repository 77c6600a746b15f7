import { toJsonSchema } from '../build/dialect.js'
import { requiredIn } from '../build/directions.js'
import { fileName } from '../build/names.js'
import { operationPlaces } from '../build/operations.js'
import type { Lookup } from '../build/parts.js'
import { locate } from '../build/resolve.js'
import { taggedBranches } from '../build/tagged-union.js'
import { isObject, pointerOf, resolvePointer, segmentsOf } from '../load/pointer.js'
import { type Place, placesOf } from '../load/walk.js'
import type { LoadedDocument, RawObject } from '../model/document.js'
import { demandsMore, joinReference, type MutableSchema, respell } from './types-schema.js'

const isMutable = (node: unknown): node is MutableSchema => isObject(node)

const isComponentSchema = ([root, kind, , ...rest]: readonly string[]): boolean =>
  root === 'components' && kind === 'schemas' && rest.length === 0

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** A copy of a document, changed place by place into the spelling that openapi-typescript reads rightly. */
class TypesInput {
  readonly root: MutableSchema
  readonly #document: LoadedDocument
  readonly #schemas: MutableSchema
  readonly #names = new Map<string, string>()
  readonly #targets = new Map<string, readonly string[]>()
  readonly #added: unknown[] = []
  readonly #operationIds = new Set<string>()
  readonly #named = new Set<unknown>()
  readonly #lookup: Lookup
  readonly #hasWriteOnly: boolean

  constructor(document: LoadedDocument) {
    const { root, dialect } = document
    this.root = { ...structuredClone(root) }
    this.#document = document
    this.#lookup = (ref) => toJsonSchema(resolvePointer(root, ref) ?? true, dialect)
    this.#hasWriteOnly = [...placesOf(root)].some(({ node }) => isObject(node) && node['writeOnly'] === true)
    const components = isMutable(this.root['components']) ? this.root['components'] : {}
    this.#schemas = isMutable(components['schemas']) ? components['schemas'] : {}
    this.root['components'] = { ...components, schemas: this.#schemas }
  }

  change(): RawObject {
    this.#nameOperations()
    for (const place of placesOf(this.root)) this.#changePlace(place)
    for (let next = this.#added.pop(); next !== undefined; next = this.#added.pop()) {
      for (const place of placesOf(next, 'schema')) this.#changePlace(place)
    }
    return this.root
  }

  // The table of operations has unique names; the declarations of operations get the same ones.
  #nameOperations(): void {
    for (const { name, path, method } of operationPlaces(this.#document, 'paths')) {
      const item = locate(this.#document, ['paths', path])
      const node = resolvePointer(this.root, pointerOf(...(item?.path ?? []), method))
      if (!isMutable(node) || this.#named.has(node)) continue
      this.#named.add(node)
      this.#nameOperation(node, name)
    }
  }

  #nameOperation(node: MutableSchema, name: unknown): void {
    // The name that is printed: `#` would start a pointer.
    const printed = typeof name === 'string' ? name.replaceAll('#', '/') : ''
    if (printed === '' || this.#operationIds.has(printed)) delete node['operationId']
    else node['operationId'] = name
    this.#operationIds.add(printed)
  }

  #changePlace({ node, path, kind }: Place): void {
    if (typeof node !== 'object' || node === null) return
    if (kind === 'schemas' || kind === 'map') fillEmpty(node)
    else if (isMutable(node)) {
      dropOddText(node)
      if (kind === 'object') this.#changeObject(node, path)
      else this.#changeSchema(node)
    }
  }

  #changeObject(node: MutableSchema, path: readonly string[]): void {
    const { operationId, $ref } = node
    if (node['schema'] === null) node['schema'] = {}
    const isOperation = methods.has(path.at(-1) ?? '') && 'operationId' in node
    if (isOperation && !this.#named.has(node)) this.#nameOperation(node, operationId)
    if (typeof $ref === 'string' && !isPrintable(segmentsOf($ref)) && path.length < 100) {
      delete node['$ref']
      Object.assign(node, structuredClone(resolvePointer(this.#document.root, $ref)))
    }
  }

  #changeSchema(node: MutableSchema): void {
    if ('$ref' in node && !this.#isOnlyReference(node)) joinReference(node)
    if (typeof node['$ref'] === 'string') {
      node['$ref'] = this.#componentRef(node['$ref'])
      return
    }
    this.#changeDiscriminator(node)
    respell(node)
    if (!this.#hasWriteOnly || !Array.isArray(node['required'])) return
    const owed = node['required'].filter((name) => typeof name === 'string')
    const whole = toJsonSchema(node, this.#document.dialect)
    node['required'] = [...requiredIn('response', owed, whole, this.#lookup)]
  }

  // Where the branches say their own tags there is nothing to add; elsewhere a mapping is read for references only.
  #changeDiscriminator(node: MutableSchema): void {
    const { discriminator } = node
    if (!isMutable(discriminator)) return
    const schema = toJsonSchema(node, this.#document.dialect)
    if (typeof schema === 'object' && taggedBranches(schema, this.#lookup)) delete node['discriminator']
    else if (isObject(discriminator['mapping'])) {
      discriminator['mapping'] = fullMapping(this.#document.root, discriminator['mapping'])
    }
  }

  /** A reference to a component of its own; the target gets a name when it stands inside something else. */
  #componentRef(ref: string): string {
    const segments = this.#lastTarget(ref)
    if (isComponentSchema(segments)) return pointerOf(...segments)
    const pointer = pointerOf(...segments)
    const name = this.#names.get(pointer) ?? this.#freeName(segments)
    if (!this.#names.has(pointer)) {
      this.#names.set(pointer, name)
      this.#schemas[name] = structuredClone(resolvePointer(this.#document.root, pointer) ?? {})
      this.#added.push(this.#schemas[name])
    }
    return pointerOf('components', 'schemas', name)
  }

  #lastTarget(ref: string): readonly string[] {
    const passed: string[] = []
    let pointer = pointerOf(...segmentsOf(ref))
    for (;;) {
      const known = this.#targets.get(pointer)
      const target = known ? undefined : resolvePointer(this.#document.root, pointer)
      const next = isObject(target) && this.#isOnlyReference(target) ? target['$ref'] : undefined
      if (typeof next !== 'string') {
        const segments = known ?? segmentsOf(pointer)
        for (const step of passed) this.#targets.set(step, segments)
        return segments
      }
      passed.push(pointer)
      pointer = pointerOf(...segmentsOf(next))
    }
  }

  #isOnlyReference(schema: RawObject): boolean {
    return this.#document.dialect === '3.0' || !demandsMore(schema)
  }

  #freeName(segments: readonly string[]): string {
    let name = fileName(segments.join('_'))
    while (Object.hasOwn(this.#schemas, name)) name += '_'
    return name
  }
}

// Nothing stands where YAML says null: a schema that allows everything, a response without content.
const fillEmpty = (members: object): void => {
  for (const [key, value] of Object.entries(members)) {
    if (value === null) Object.assign(members, { [key]: {} })
  }
}

// What is printed into comments has to be text.
const dropOddText = (node: MutableSchema): void => {
  for (const key of ['title', 'summary', 'description', 'format']) {
    if (key in node && typeof node[key] !== 'string') delete node[key]
  }
}

// What is reached by a path through types: anything in `paths`, but for parameters, which are sorted anew there.
const isPrintable = (segments: readonly string[]): boolean =>
  ['components', 'paths', 'webhooks'].includes(segments[0] ?? '') &&
  (segments[0] === 'components' || segments.at(-2) !== 'parameters')

const fullMapping = (root: RawObject, mapping: RawObject): MutableSchema =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([tag, target]): [string, string][] => {
      if (typeof target !== 'string') return []
      const candidates = [target, pointerOf('components', 'schemas', target)]
      const found = candidates.find((ref) => ref.startsWith('#') && resolvePointer(root, ref) !== undefined)
      return found === undefined ? [] : [[tag, found]]
    }),
  )

/**
 * A copy of a document in the spelling that openapi-typescript reads rightly: unique operation ids, schemas that
 * are referred to as components, mappings by reference, and schemas that mean what they are printed as.
 */
export function typesInput(document: LoadedDocument): RawObject {
  return new TypesInput(document).change()
}
