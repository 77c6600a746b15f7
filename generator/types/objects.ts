import { acceptsNone, addTo, entriesOf, isObject, memberAt, textsOf } from '../../document/index.js'
import type { Direction, RawObject } from '../model/document.js'
import {
  atom,
  block,
  comment,
  commented,
  intersection,
  member,
  memberName,
  notesOf,
  type SchemaNames,
  type Type,
  unknownType,
} from './declarations.js'
import type { Reading } from './reading.js'
import { othersOf, type Target } from './schema.js'

/** The context of a schema that its type depends on. */
export interface Context {
  readonly view: Direction
  /** Whether lists are printed so that the compiler resolves them lazily. */
  readonly isDeferred: boolean
  /** The indent of the line on which the type begins. */
  readonly indent: string
  /** The schemas that this one is a part of, which may declare its properties. */
  readonly wholes: readonly RawObject[]
  /** Whether members with a default are always present, because clients only read the schema. */
  readonly isFilledIn: boolean
}

/** The context that the holder of a schema determines. */
export type Holder = Pick<Context, 'view' | 'isFilledIn'>

/** Content that clients write. */
export const sent: Holder = { view: 'request', isFilledIn: false }
/** Content that clients read. */
export const received: Holder = { view: 'response', isFilledIn: true }

export interface PrinterServices extends Reading {
  readonly refer: Refer
}

/** The context of a schema that is not part of another. */
export function startIn({ view, isFilledIn }: Holder, indent: string, isDeferred = false): Context {
  return { view, isFilledIn, isDeferred, indent, wholes: [] }
}

/** The text that refers to the declaration of a schema, in requests only or everywhere. */
export type Refer = (target: Pick<Target, 'kind' | 'name'>, view: Direction | 'both') => string

/** References to schemas in `types.d.ts`. */
export const byPath: Refer = ({ kind, name }, view) => {
  if (view === 'request') return member('requests', name)
  if (kind === 'schemas') return member('components', 'schemas', name)
  return kind === '$defs' ? member('$defs', name) : `schemas.${name}`
}

/** References to schemas in `schemas.d.ts`. */
export function byName(names: SchemaNames): Refer {
  return ({ kind, name }, view) => {
    if (view === 'request') return member('requests', name)
    return kind === '$defs' ? member('$defs', name) : (names.get(name) ?? name)
  }
}

/** Prints the declared members of object schemas. */
export class ObjectPrinter {
  readonly #parts: PrinterServices
  readonly #type: (schema: unknown, holder: Holder, indent: string) => Type

  constructor(parts: PrinterServices, type: (schema: unknown, holder: Holder, indent: string) => Type) {
    this.#parts = parts
    this.#type = type
  }

  /** One object type for several schemas that all apply; `isAlone` if nothing else constrains the value. */
  type(objects: readonly RawObject[], context: Context, isAlone: boolean): Type {
    const members = membersOf(objects)
    const required = new Set(objects.flatMap((object) => textsOf(object['required'])))
    const lines = [
      ...[...members].flatMap(([name, schemas]) => this.#member(name, schemas, required.has(name), context)),
      ...[...required].flatMap((name) => (members.has(name) ? [] : this.#demanded(name, context))),
    ]
    if (lines.length === 0 && !isAlone) return unknownType
    const isOpen = (isAlone && members.size === 0) || lines.length === 0 || objects.some(hasOthers)
    return atom(block(isOpen ? [...lines, '[key: string]: unknown;'] : lines, context.indent))
  }

  #member(name: string, schemas: readonly unknown[], isRequired: boolean, context: Context): string[] {
    const { view, indent, isFilledIn } = context
    const read = readMember(schemas, view, this.#parts)
    if (!read) return []
    const inner = `${indent}  `
    const holder = { view: read.view, isFilledIn }
    const type = intersection(schemas.map((schema) => this.#type(schema, holder, inner)))
    const isThere = isRequired || (isFilledIn && schemas.some(hasDefault))
    const line = `${read.isReadOnly ? 'readonly ' : ''}${memberName(name)}${isThere ? '' : '?'}: ${type.text};`
    return [commented(comment(schemas.flatMap(notesOf)), line, inner)]
  }

  // Required members that are declared in another schema or not at all only become required here.
  #demanded(name: string, { view, wholes }: Context): string[] {
    const { references } = this.#parts
    const isMarked =
      references.mayBeMarked(name, foreign[view]) &&
      wholes
        .flatMap((whole) => references.partsOf(whole))
        .some(({ properties }) => references.isMarked(memberAt(properties, name), foreign[view]))
    return isMarked ? [] : [`${memberName(name)}: {} | null;`]
  }
}

/** The keyword for properties that are not sent in a direction. */
const foreign = { request: 'readOnly', response: 'writeOnly' } as const

const membersOf = (objects: readonly RawObject[]): ReadonlyMap<string, readonly unknown[]> => {
  const members = new Map<string, unknown[]>()
  for (const { properties } of objects) {
    for (const [name, schema] of entriesOf(properties)) addTo(members, name, schema)
  }
  return members
}

/** Whether a service fills in a member. */
export function hasDefault(schema: unknown): boolean {
  return isObject(schema) && schema['default'] !== undefined
}

/** Reads a member, by all schemas that declare it; undefined if it is not sent in a direction. */
export function readMember(schemas: readonly unknown[], view: Direction, { references, openness }: Reading) {
  const parts = schemas.flatMap((schema) => references.partsOf(schema))
  if (parts.some((part) => part[foreign[view]] === true)) return undefined
  // An open enumeration could not distinguish branches.
  const isClosed =
    parts.some((part) => openness.mayGrow(part)) && schemas.some((schema) => openness.isTag(schema))
  const ownView: Direction = isClosed ? 'request' : view
  return { view: ownView, isReadOnly: parts.some((part) => part['readOnly'] === true) }
}

const hasOthers = (object: RawObject): boolean => {
  const others = othersOf(object)
  const isOpen = others !== undefined && others !== null && !acceptsNone(others)
  return isOpen || entriesOf(object['patternProperties']).length > 0
}
