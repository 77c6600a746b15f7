import {
  acceptsNone,
  addTo,
  entriesOf,
  foreignMark,
  isObject,
  listOf,
  memberAt,
  textsOf,
} from '../../document/index.js'
import type { RawObject } from '../model/document.js'
import {
  arrayOf,
  atom,
  block,
  comment,
  commented,
  intersection,
  literalType,
  memberName,
  neverType,
  notesOf,
  nullType,
  optionalElement,
  type Type,
  type TypeOptions,
  union,
  unknownType,
} from './declarations.js'
import { type Context, hasDefault, readMember, type Reading, type Refer, startIn } from './reading.js'
import { allowsNull, growthOf, isFilled, itemsOf, othersOf, typesOf, valuesOf } from './schema.js'
import type { Tag } from './tags.js'

const brands: ReadonlyMap<unknown, string> = new Map([
  ['uuid', 'Uuid'],
  ['date-time', 'DateTime'],
  ['decimal', 'Decimal'],
])

/** Whether text of a schema has a branded type. */
export function isBranded(schema: RawObject, options: TypeOptions): boolean {
  return options.brands === true && brands.has(schema['format']) && typesOf(schema).includes('string')
}

/** Prints schemas as types, in one direction at a time. */
export class SchemaPrinter {
  readonly #parts: Reading & { readonly refer: Refer }

  constructor(parts: Reading & { readonly refer: Refer }) {
    this.#parts = parts
  }

  type(schema: unknown, context: Context): Type {
    if (schema === false) return neverType
    if (!isObject(schema)) return unknownType
    const here = { ...context, wholes: [...context.wholes, schema] }
    const pieces: Type[] = []
    const objects: RawObject[] = []
    this.#collect(schema, here, pieces, objects)
    if (objects.length > 0) pieces.push(this.#object(objects, here, pieces.length === 0))
    const whole = intersection(pieces)
    const isNullable = allowsNull(schema) && !isRestricted(schema) && !endsWithNull(whole)
    return isNullable ? union([whole, nullType]) : whole
  }

  // Merges schemas that only declare members into one object type.
  #collect(schema: RawObject, context: Context, pieces: Type[], objects: RawObject[]): void {
    const { $ref } = schema
    if (typeof $ref === 'string') {
      pieces.push(this.#fits([{ $ref }], context) ? this.#reference($ref, context) : unknownType)
      if (this.#parts.references.hidesSiblings(schema)) return
    }
    const own = this.#ownType(schema, context)
    const isNullable = isRestricted(schema) && allowsNull(schema)
    if (own === 'object' && isNullable) pieces.push(union([this.#object([schema], context, true), nullType]))
    else if (own === 'object') objects.push(schema)
    else if (own) pieces.push(isNullable ? union([own, nullType]) : own)
    for (const member of listOf(schema['allOf'])) {
      if (isObject(member) && !allowsNull(member)) this.#collect(member, context, pieces, objects)
      else pieces.push(this.type(member, context))
    }
    this.#addUnions(schema, context, pieces)
  }

  #addUnions(schema: RawObject, context: Context, pieces: Type[]): void {
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = listOf(schema[keyword])
      const isPrinted = branches.length > 0 && this.#fits(branches, context)
      if (isPrinted) pieces.push(this.#union(schema, branches, context))
    }
  }

  // Unions whose product is too large for the compiler are omitted, which widens the type.
  #fits(branches: readonly unknown[], { wholes }: Context): boolean {
    return this.#parts.sizes.fits(branches, wholes.at(-1))
  }

  #reference(ref: string, { view }: Context): Type {
    const target = this.#parts.references.target(ref)
    // In lenient mode a reference may be broken.
    if (target.node === undefined) return unknownType
    const isRequest = view === 'request' && this.#parts.views.differ(target)
    return atom(this.#parts.refer(target, isRequest ? 'request' : 'both'))
  }

  #union(schema: RawObject, branches: readonly unknown[], context: Context): Type {
    const tags = this.#parts.tags.of(schema, branches)
    const types = branches.map((branch, index) => {
      const [type, tag] = [this.type(branch, context), tags[index]]
      return tag ? intersection([type, tagType(tag)]) : type
    })
    return union(types)
  }

  /** The type that a schema itself states: a type, or only that values are objects, or nothing. */
  #ownType(schema: RawObject, context: Context): Type | 'object' | undefined {
    const values = valuesOf(schema)
    if (values && ('enum' in schema || 'const' in schema || this.#isOpen(schema, context))) {
      return this.#values(schema, values, context)
    }
    const types = typesOf(schema)
    const [first, second] = types
    if (first === undefined) return undefined
    if (first === 'object' && second === undefined && !isMap(schema)) return 'object'
    return union(types.map((type) => this.#ofType(type, schema, context)))
  }

  #isOpen(schema: RawObject, { view }: Context): boolean {
    return view === 'response' && this.#parts.openness.grows(schema)
  }

  #values(schema: RawObject, values: readonly unknown[], context: Context): Type {
    const known = values.map(literalType)
    const growth = this.#isOpen(schema, context) ? growthOf(schema) : undefined
    return union(growth ? [...known, atom(growth)] : known)
  }

  #ofType(type: string, schema: RawObject, context: Context): Type {
    switch (type) {
      case 'string':
        return this.#text(schema)
      case 'integer':
      case 'number':
        return atom('number')
      case 'boolean':
      case 'null':
        return atom(type)
      case 'array':
        return this.#array(schema, context)
      case 'object':
        return isMap(schema) ? this.#map(schema, context) : this.#object([schema], context, true)
      default:
        return unknownType
    }
  }

  #text(schema: RawObject): Type {
    const brand = isBranded(schema, this.#parts.options) ? brands.get(schema['format']) : undefined
    return atom(brand ?? 'string')
  }

  #array(schema: RawObject, context: Context): Type {
    const { first, rest } = itemsOf(schema)
    const inner = startIn(context, context.indent, context.isDeferred)
    const known = first.map((item) => this.type(item, inner))
    const others = rest === false ? neverType : this.type(rest, inner)
    if (known.length === 0) return listType(others, context)
    if (context.isDeferred) return listType(union([...known, others]), context)
    const demanded = Number(schema['minItems'] ?? 0)
    const elements = known.map((type, index) => (index < demanded ? type.text : optionalElement(type)))
    const tail = rest === false ? [] : [`...${arrayOf(others).text}`]
    return atom(`[${[...elements, ...tail].join(', ')}]`)
  }

  #map(schema: RawObject, context: Context): Type {
    const inner = startIn(context, context.indent)
    const others = othersOf(schema)
    const patterns = Object.values(isObject(schema['patternProperties']) ? schema['patternProperties'] : {})
    const all = [...patterns, ...(isObject(others) ? [others] : [])]
    return atom(`{ [key: string]: ${union(all.map((one) => this.type(one, inner))).text} }`)
  }

  /** One object type for several schemas that all apply; `isAlone` if nothing else constrains the value. */
  #object(objects: readonly RawObject[], context: Context, isAlone: boolean): Type {
    const members = membersOf(objects)
    const required = new Set(objects.flatMap((object) => textsOf(object['required'])))
    const lines = [
      ...[...members].flatMap(([name, schemas]) => this.#member(name, schemas, required.has(name), context)),
      ...this.#demanded(
        [...required].filter((name) => !members.has(name)),
        context,
      ),
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
    const type = intersection(schemas.map((schema) => this.type(schema, startIn(holder, inner))))
    const isThere = isRequired || (isFilledIn && schemas.some(hasDefault))
    const line = `${read.isReadOnly ? 'readonly ' : ''}${memberName(name)}${isThere ? '' : '?'}: ${type.text};`
    return [commented(comment(schemas.flatMap(notesOf)), line, inner)]
  }

  // Required members that are declared in another schema or not at all only become required here.
  #demanded(names: readonly string[], { view, wholes }: Context): string[] {
    const { references } = this.#parts
    const parts = names.length === 0 ? [] : wholes.flatMap((whole) => references.partsOf(whole))
    const isSent = (name: string): boolean =>
      !parts.some(({ properties }) => references.isMarked(memberAt(properties, name), foreignMark[view]))
    return names.filter(isSent).map((name) => `${memberName(name)}: {} | null;`)
  }
}

/** Whether a list of types restricts what a reference leads to: null is allowed only if the target allows it too. */
const isRestricted = (schema: RawObject): boolean =>
  typeof schema['$ref'] === 'string' && schema['nullable'] !== true

const endsWithNull = ({ text, rank }: Type): boolean => rank === 'union' && text.endsWith(' | null')

const tagType = ({ property, values, isRequired, isNullable }: Tag): Type => {
  const value = union(values.map(literalType)).text
  const type = atom(`{ ${memberName(property)}${isRequired ? '' : '?'}: ${value} }`)
  return isNullable ? union([type, nullType]) : type
}

const listType = (item: Type, { isDeferred }: Context): Type =>
  isDeferred ? atom(`List<{ readonly item: ${item.text} }>`) : arrayOf(item)

/** Whether an object has no declared members, but one type for all. */
const isMap = (schema: RawObject): boolean => {
  if (isFilled(schema['properties']) || listOf(schema['required']).length > 0) return false
  const others = othersOf(schema)
  return isFilled(schema['patternProperties']) || isFilled(others)
}

const membersOf = (objects: readonly RawObject[]): ReadonlyMap<string, readonly unknown[]> => {
  const members = new Map<string, unknown[]>()
  for (const { properties } of objects) {
    for (const [name, schema] of entriesOf(properties)) addTo(members, name, schema)
  }
  return members
}

const hasOthers = (object: RawObject): boolean => {
  const others = othersOf(object)
  const isOpen = others !== undefined && others !== null && !acceptsNone(others)
  return isOpen || entriesOf(object['patternProperties']).length > 0
}
