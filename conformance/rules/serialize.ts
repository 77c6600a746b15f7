import type { Operation, Parameter } from '../../runtime/surface.js'

/** A parameter's value before it is written: text, or a list for array parameters. */
export type ParameterValue = string | readonly string[]

const separators: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '|' }

const encode = (value: string): string => encodeURIComponent(value)

/** True where the document says that a parameter's value is a list, or does not say that it is something else. */
export function isList({ schema }: Parameter): boolean {
  return typeof schema !== 'object' || schema.type === undefined || [schema.type].flat().includes('array')
}

const queryPairs = (name: string, value: ParameterValue, parameter: Parameter | undefined): string[] => {
  if (typeof value === 'string') return [`${encode(name)}=${encode(value)}`]
  if (parameter?.content) return [`${encode(name)}=${encode(JSON.stringify(value))}`]
  // A list that the document does not describe as one is sent as one comma-joined value: the specification's form.
  if (!parameter || !isList(parameter)) return [`${encode(name)}=${value.map(encode).join(',')}`]
  if (parameter.explode) return value.map((item) => `${encode(name)}=${encode(item)}`)
  return [`${encode(name)}=${value.map(encode).join(separators[parameter.style] ?? ',')}`]
}

/** A query string with its question mark, each parameter in the style that the document gives it. */
export function queryString(operation: Operation, query: Readonly<Record<string, ParameterValue>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const parameter = operation.parameters.find(
      (candidate) => candidate.in === 'query' && candidate.name === name,
    )
    return queryPairs(name, value, parameter)
  })
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** A path template filled from left to right. */
export function fillPath(template: string, values: readonly string[]): string {
  let next = 0
  return template.replaceAll(/\{[^{}]*\}/g, () => encode(values[next++] ?? ''))
}
