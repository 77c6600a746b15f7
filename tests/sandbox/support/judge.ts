import { expect } from 'vitest'

import type { Operation, ResponseObject, Surface } from '../../../runtime/surface.js'

/** A response of the sandbox as a test sees it. */
interface Seen {
  readonly method: string
  /** Path below the host, query included. */
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** Refusals before any operation is reached, which no document can list. */
const OUTSIDE_DOCUMENTS = new Set([405, 429])

const mountOf = ({ servers }: Operation): string => (servers[0] === '/' ? '' : (servers[0] ?? ''))

const matches = (operation: Operation, method: string, path: string): boolean => {
  const pattern = `${mountOf(operation)}${operation.path}`.replaceAll(/\{[^}]+\}/g, '[^/]+')
  return operation.method.toUpperCase() === method && new RegExp(`^${pattern}$`).test(path)
}

/** Literal paths before templates, as a router would have it. */
const operationFor = (surface: Surface, method: string, url: string): Operation | undefined => {
  const [path = ''] = url.split('?')
  const found = Object.values(surface.operations).filter((operation) => matches(operation, method, path))
  return found.sort((one, other) => one.path.split('{').length - other.path.split('{').length)[0]
}

const documented = ({ responses }: Operation, status: number): ResponseObject | undefined =>
  responses[String(status)] ?? responses[`${String(status)[0]}XX`] ?? responses['default']

const essence = (mediaType: string | undefined): string => (mediaType ?? '').split(';')[0]?.trim() ?? ''

const judgeBody = async (surface: Surface, response: ResponseObject, seen: Seen): Promise<void> => {
  const entries = Object.entries(response.content)
  if (entries.length === 0) return
  const mediaType = essence(seen.headers['content-type'])
  const entry = entries.find(([documentedType]) => essence(documentedType) === mediaType)
  expect(entry, `${mediaType} is documented for ${seen.method} ${seen.url} ${seen.status}`).toBeDefined()
  const name = entry?.[1].validator
  if (name === undefined) return
  const validate = await surface.validator(name)
  const ok = validate(JSON.parse(seen.text))
  expect(
    ok,
    `${seen.method} ${seen.url} ${seen.status}: ${JSON.stringify(validate.errors)} in ${seen.text}`,
  ).toBe(true)
}

const judgeHeaders = async (surface: Surface, response: ResponseObject, seen: Seen): Promise<void> => {
  for (const [name, header] of Object.entries(response.headers)) {
    const value = seen.headers[name.toLowerCase()]
    if (header.required) expect(value, `header ${name} is required`).toBeDefined()
    if (value === undefined || header.validator === undefined) continue
    const validate = await surface.validator(header.validator)
    expect(validate(value), `header ${name}: ${value}`).toBe(true)
  }
}

/** Judges a response by the document of its version: status, media type, body and headers. */
export const judge = async (surface: Surface, seen: Seen): Promise<void> => {
  const operation = operationFor(surface, seen.method, seen.url)
  if (operation === undefined) return
  const response = documented(operation, seen.status)
  if (response === undefined && OUTSIDE_DOCUMENTS.has(seen.status)) return
  expect(response, `${seen.status} is documented for ${operation.operationId}: ${seen.text}`).toBeDefined()
  if (response === undefined) return
  await judgeBody(surface, response, seen)
  await judgeHeaders(surface, response, seen)
}
