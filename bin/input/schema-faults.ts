import type { ErrorObject } from 'ajv'
import { didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { appendKey, isObject, lastKey, listOf } from '../../document/index.js'

const longestShown = 60

const shortText = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

/** The value at a pointer, as a sentence begins with it. */
const subjectOf = (pointer: string): string => {
  const key = lastKey(pointer)
  if (pointer === '') return 'the whole'
  return /^\d+$/.test(key) ? `entry ${Number(key) + 1}` : `"${key}"`
}

const enumWords = (data: unknown, allowed: readonly unknown[]): string => {
  const meant = typeof data === 'string' ? didYouMean(data, allowed.map(String)) : ''
  return `is ${shortText(data)}, and has to be ${allowed.map(String).join(' or ')}${meant}`
}

const patternWords = (data: unknown, pattern: string): string =>
  pattern === String.raw`\S` ? 'is blank' : `is ${shortText(data)}, which does not match ${pattern}`

/** The members that one of several is needed of, where a schema says so. */
const neededIn = (branches: unknown): readonly string[] =>
  listOf(branches).flatMap((branch) => (isObject(branch) ? listOf(branch['required']).map(String) : []))

const predicate = ({ keyword, params, data, schema, message }: ErrorObject): string => {
  switch (keyword) {
    case 'type':
      return `is ${kindOf(data)}, and has to be ${listOf([schema].flat())
        .map((one) => kinds[String(one)] ?? one)
        .join(' or ')}`
    case 'const':
      return `is ${shortText(data)}, and has to be ${shortText(schema)}`
    case 'enum':
      return enumWords(data, listOf(schema))
    case 'pattern':
      return patternWords(data, String(schema))
    case 'format':
      return `is ${shortText(data)}, which is no ${String(schema)}`
    case 'minLength':
      return 'is empty'
    case 'required':
      return `has no "${String(params['missingProperty'])}"`
    case 'anyOf':
      return `says nothing: it needs at least one of ${neededIn(schema).join(', ')}`
    default:
      return message ?? 'cannot be used'
  }
}

const nameFault = ({ instancePath, params, parentSchema }: ErrorObject): InputProblem => {
  const name = String(params['additionalProperty'])
  const known =
    isObject(parentSchema) && isObject(parentSchema['properties']) ? parentSchema['properties'] : {}
  return {
    pointer: appendKey(instancePath, name),
    message: `"${name}" is no member that is known here${didYouMean(name, Object.keys(known))}`,
    isName: true,
  }
}

const keyFault = ({ instancePath, params, schema }: ErrorObject): InputProblem => {
  const name = String(params['propertyName'])
  const due =
    isObject(schema) && typeof schema['description'] === 'string' ? schema['description'] : 'something else'
  return {
    pointer: appendKey(instancePath, name),
    message: `"${name}" stands where ${due} is due`,
    isName: true,
  }
}

/** Errors that only repeat what others say: of the branches of a choice, and of names. */
const isEcho = ({ keyword, schemaPath, propertyName }: ErrorObject): boolean =>
  keyword === 'if' || propertyName !== undefined || /\/anyOf\/\d+\//.test(schemaPath)

/** The errors of a schema in words. */
export function faultsIn(errors: readonly ErrorObject[]): readonly InputProblem[] {
  return errors
    .filter((error) => !isEcho(error))
    .map((error) => {
      if (error.keyword === 'additionalProperties') return nameFault(error)
      if (error.keyword === 'propertyNames') return keyFault(error)
      return {
        pointer: error.instancePath,
        message: `${subjectOf(error.instancePath)} ${predicate(error)}`,
      }
    })
}
