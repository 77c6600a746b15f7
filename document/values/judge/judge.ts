import { deepEqual, repeated, isLonger, isShorter } from '../../../runtime/json.js'
import { formats } from '../../../runtime/formats.js'
import type { JsonSchema, JsonSchemaObject } from '../../../runtime/surface.js'
import { entriesOf, isObject, type JsonObject, listOf, textsOf } from '../../json/json.js'
import { isSchema } from '../../schema/reading.js'
import { type Bounds, type Directed, isLeftOutOf, targetOf } from '../model/source.js'
import { matcherOf } from '../texts/patterns.js'

/** The type of a JSON value, as JSON Schema names it; `integer` for whole numbers. */
const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** Whether a type of a schema is that of a value. */
export function isOfType(type: unknown, value: unknown): boolean {
  const own = typeOf(value)
  return type === own || (type === 'number' && own === 'integer')
}

const isIpv6 = (text: string): boolean => {
  if (!/^[\da-f:.]+$/i.test(text) || !text.includes(':')) return false
  try {
    return new URL(`http://[${text}]/`).hostname !== ''
  } catch {
    return false
  }
}

const like = (expression: RegExp) => expression.test.bind(expression)

/** Formats that validators need a library for; strict, so that any validator accepts what is valid here. */
const standardFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['ipv4', like(/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/)],
  ['ipv6', isIpv6],
  ['hostname', like(/^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.(?!$)|$))+$/i)],
  ['duration', like(/^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/)],
  ['json-pointer', like(/^(?:\/(?:[^~/]|~0|~1)*)*$/)],
  ['relative-json-pointer', like(/^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/)],
  ['uri-reference', like(/^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*(?:#[\w.~/?-]*)?$/i)],
  ['uri-template', like(/^(?:[\w.~!$&'()*+,;=:@/?#-]|%[\da-f]{2}|\{\w+\})*$/i)],
])

const isMultiple = (value: number, divisor: number): boolean =>
  Number.isInteger(divisor) ? value % divisor === 0 : Number.isInteger(value / divisor)

const numberHolds = (value: number, schema: JsonSchemaObject): boolean => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  return (
    !(minimum !== undefined && value < minimum) &&
    !(maximum !== undefined && value > maximum) &&
    !(exclusiveMinimum !== undefined && value <= exclusiveMinimum) &&
    !(exclusiveMaximum !== undefined && value >= exclusiveMaximum) &&
    !(typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(value, multipleOf))
  )
}

const textHolds = (value: string, { minLength, maxLength, pattern }: JsonSchemaObject): boolean =>
  !(minLength !== undefined && isShorter(value, minLength)) &&
  !(maxLength !== undefined && isLonger(value, maxLength)) &&
  // In some documents the pattern is not a string.
  !(typeof pattern === 'string' && matcherOf(pattern)?.test(value) === false)

const isFormat = (name: string): name is keyof typeof formats => Object.hasOwn(formats, name)

const hasFormat = (value: unknown, format: string): boolean => {
  if (!isFormat(format)) return typeof value !== 'string' || standardFormats.get(format)?.(value) !== false
  const check = formats[format]
  if (typeof check === 'function') return typeof value !== 'string' || check(value)
  return typeof value !== 'number' || check.validate(value)
}

const isListed = (value: unknown, values: readonly unknown[]): boolean =>
  typeof value === 'object' && value !== null
    ? values.some((one) => deepEqual(one, value))
    : values.includes(value)

/** Whether a value satisfies the keywords of a schema that do not apply to its members or items. */
export function scalarHolds(value: unknown, schema: JsonSchemaObject): boolean {
  const { type, enum: values, const: only, format } = schema
  if (type !== undefined && ![type].flat().some((one) => isOfType(one, value))) return false
  if (Array.isArray(values) && !isListed(value, values)) return false
  if (only !== undefined && !deepEqual(only, value)) return false
  if (typeof format === 'string' && !hasFormat(value, format)) return false
  if (typeof value === 'number') return numberHolds(value, schema)
  return typeof value !== 'string' || textHolds(value, schema)
}

/** Names of members and positions of items that subschemas have evaluated. */
type Evaluated = Set<string | number>

const schemasIn = (value: unknown): JsonSchema[] => listOf(value).filter(isSchema)

const matches = (pattern: string, name: string): boolean => matcherOf(pattern)?.test(name) ?? false

const mostLevels = 500

/** Validates values of a direction; unlike generated validators, also those of nested locations. */
export class Judge {
  readonly #directed: Directed
  readonly #bounds: Bounds
  readonly #mostBranches: number
  #level = 0

  /** @param mostBranches how many branches of a `oneOf` may match: one, unless authors are read leniently */
  constructor(directed: Directed, bounds: Bounds, mostBranches = 1) {
    this.#directed = directed
    this.#bounds = bounds
    this.#mostBranches = mostBranches
  }

  /** Whether a value satisfies a schema; `whole` declares its members. @throws Spent */
  holds(
    value: unknown,
    schema: JsonSchema,
    whole: JsonSchema = schema,
    evaluated: Evaluated = new Set(),
  ): boolean {
    if (typeof schema === 'boolean') return schema
    this.#bounds.take()
    // Circular references that never descend into the value assert nothing.
    if (this.#level > mostLevels) return true
    this.#level++
    try {
      return (
        scalarHolds(value, schema) &&
        this.#composed(value, schema, whole, evaluated) &&
        (!isObject(value) || this.#objectHolds(value, schema, whole, evaluated)) &&
        (!Array.isArray(value) || this.#listHolds(value, schema, evaluated))
      )
    } finally {
      this.#level--
    }
  }

  #composed(value: unknown, schema: JsonSchemaObject, whole: JsonSchema, evaluated: Evaluated): boolean {
    const { $ref, allOf, anyOf, oneOf, not } = schema
    const target = targetOf($ref, this.#directed.schemas)
    if (target !== undefined && !this.#tried(value, target.schema, evaluated)) return false
    if (!schemasIn(allOf).every((one) => this.#tried(value, one, evaluated, whole))) return false
    if (anyOf !== undefined && this.#matching(value, anyOf, evaluated) === 0) return false
    if (oneOf !== undefined && !this.#isChosen(this.#matching(value, oneOf, evaluated))) return false
    if (isSchema(not) && this.holds(value, not)) return false
    return this.#conditionHolds(value, schema, evaluated)
  }

  #isChosen(matching: number): boolean {
    return matching > 0 && matching <= this.#mostBranches
  }

  #matching(value: unknown, branches: readonly JsonSchema[], evaluated: Evaluated): number {
    return branches.filter((branch) => this.#tried(value, branch, evaluated)).length
  }

  /** Whether a schema holds. It does not see what others evaluated, and what it evaluated counts only if it holds. */
  #tried(value: unknown, schema: JsonSchema, evaluated: Evaluated, whole = schema): boolean {
    const own: Evaluated = new Set()
    const isHolding = this.holds(value, schema, whole, own)
    if (isHolding) for (const one of own) evaluated.add(one)
    return isHolding
  }

  #conditionHolds(value: unknown, schema: JsonSchemaObject, evaluated: Evaluated): boolean {
    const { if: condition, then, else: otherwise } = schema
    if (!isSchema(condition)) return true
    const next = this.#tried(value, condition, evaluated) ? then : otherwise
    return !isSchema(next) || this.#tried(value, next, evaluated)
  }

  #objectHolds(value: JsonObject, schema: JsonSchemaObject, whole: JsonSchema, seen: Evaluated): boolean {
    const { required, minProperties, maxProperties, propertyNames } = schema
    const names = Object.keys(value)
    const isOwed = (name: string): boolean =>
      !Object.hasOwn(value, name) && !isLeftOutOf(whole, name, this.#directed)
    if (textsOf(required).some(isOwed)) return false
    if (typeof minProperties === 'number' && names.length < minProperties) return false
    if (typeof maxProperties === 'number' && names.length > maxProperties) return false
    if (isSchema(propertyNames) && !names.every((name) => this.holds(name, propertyNames))) return false
    return this.#dependentsHold(value, schema, seen) && this.#membersHold(value, schema, seen)
  }

  #dependentsHold(value: JsonObject, schema: JsonSchemaObject, evaluated: Evaluated): boolean {
    return (
      entriesOf(schema['dependentRequired']).every(
        ([name, needed]) =>
          !Object.hasOwn(value, name) || textsOf(needed).every((one) => Object.hasOwn(value, one)),
      ) &&
      entriesOf(schema['dependentSchemas']).every(
        ([name, one]) => !Object.hasOwn(value, name) || !isSchema(one) || this.#tried(value, one, evaluated),
      )
    )
  }

  #membersHold(value: JsonObject, schema: JsonSchemaObject, evaluated: Evaluated): boolean {
    const { properties = {}, patternProperties, additionalProperties, unevaluatedProperties } = schema
    const byPattern = entriesOf(patternProperties)
    const memberHolds = ([name, member]: [string, unknown]): boolean => {
      const own = Object.hasOwn(properties, name) ? [properties[name]] : []
      const judging = [...own, ...byPattern.flatMap(([by, one]) => (matches(by, name) ? [one] : []))]
      if (judging.length === 0 && additionalProperties !== undefined) judging.push(additionalProperties)
      if (judging.length > 0) evaluated.add(name)
      return judging.every((one) => !isSchema(one) || this.holds(member, one))
    }
    const members = Object.entries(value)
    if (!members.every(memberHolds)) return false
    if (!isSchema(unevaluatedProperties)) return true
    return members.every(([name, member]) => {
      const isLeft = !evaluated.has(name)
      evaluated.add(name)
      return !isLeft || this.holds(member, unevaluatedProperties)
    })
  }

  #listHolds(value: readonly unknown[], schema: JsonSchemaObject, evaluated: Evaluated): boolean {
    const { minItems = 0, maxItems = Infinity, uniqueItems, prefixItems, items, unevaluatedItems } = schema
    if (value.length < minItems || value.length > maxItems) return false
    if (uniqueItems === true && repeated(value) !== null) return false
    const first = schemasIn(prefixItems)
    const isHeld = (item: unknown, index: number): boolean => {
      const one = first[index] ?? items
      if (one !== undefined) evaluated.add(index)
      return one === undefined || this.holds(item, one)
    }
    if (!value.every(isHeld) || !this.#containsEnough(value, schema, evaluated)) return false
    if (!isSchema(unevaluatedItems)) return true
    return value.every((item, index) => evaluated.has(index) || this.holds(item, unevaluatedItems))
  }

  #containsEnough(value: readonly unknown[], schema: JsonSchemaObject, evaluated: Evaluated): boolean {
    const { contains, minContains = 1, maxContains = Infinity } = schema
    if (!isSchema(contains)) return true
    const found = [...value.keys()].filter((index) => this.holds(value[index], contains))
    for (const index of found) evaluated.add(index)
    return found.length >= Number(minContains) && found.length <= Number(maxContains)
  }
}
