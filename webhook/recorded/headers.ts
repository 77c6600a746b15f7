import type { HeaderLines } from '../delivery/delivery.js'
import { isObject } from '../../document/index.js'

type Lines = [string, string][]

/** Given headers cannot be read. Never contains their content. */
export class HeadersUnreadable extends Error {
  override readonly name = 'HeadersUnreadable'
}

const headerTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map(String)

const pairOf = (item: unknown): Lines => {
  if (Array.isArray(item) && typeof item[0] === 'string')
    return headerTexts(item[1]).map((text) => [item[0], text])
  if (!isObject(item) || typeof item['name'] !== 'string') {
    throw new HeadersUnreadable('an item of the list is neither [name, value] nor {"name", "value"}')
  }
  const { name } = item
  return headerTexts(item['value']).map((text) => [name, text])
}

/** Node's `rawHeaders`: alternating names and values. */
const byTurns = (items: readonly string[]): Lines => {
  if (items.length % 2 !== 0)
    throw new HeadersUnreadable('the list of names and values by turns has an odd length')
  return items.flatMap((name, index) => (index % 2 === 0 ? [[name, items[index + 1] ?? '']] : []))
}

/**
 * Headers out of JSON: an object, a list of pairs, a list of {"name", "value"}, or alternating names and values.
 * @throws HeadersUnreadable.
 */
export function headersOfJson(value: unknown): HeaderLines {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    const isFlat = items.every((item) => typeof item === 'string')
    return isFlat ? byTurns(items.map(String)) : items.flatMap(pairOf)
  }
  if (!isObject(value)) throw new HeadersUnreadable('the JSON is neither an object nor a list')
  return Object.entries(value).flatMap(([name, item]) =>
    headerTexts(item).map((text): [string, string] => [name, text]),
  )
}

// Other lines in the output of curl -v, a raw request or a copied command.
const isTalk = (line: string): boolean =>
  /^(\*|[{}] \[|[A-Z]+ \S+ HTTP\/|HTTP\/\d)/.test(line) || /^:\w+:/.test(line) || /^[<>]?\s*$/.test(line)

/** A line without its prefix; for curl options, the headers in the line. */
const stripped = (line: string): string[] => {
  const plain = line.replace(/^[<>] ?/, '').trimEnd()
  const options = [...plain.matchAll(/(?:^|\s)(?:-H|--header)[\s=]+(['"])(.*?)\1(?=\s|$)/g)]
  return options.length === 0 ? [plain] : options.map(([, , header = '']) => header)
}

const lineOf = (line: string, number: number): Lines => {
  const found = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:(.*)$/.exec(line)
  if (!found) throw new HeadersUnreadable(`line ${number} is no "Name: value"`)
  return [[found[1] ?? '', (found[2] ?? '').trim()]]
}

const ofLines = (text: string): HeaderLines =>
  text
    .split(/\r?\n/)
    .flatMap((line, index) => stripped(line).map((header) => ({ line: header, number: index + 1 })))
    .filter(({ line }) => !isTalk(line))
    .flatMap(({ line, number }) => lineOf(line, number))

const parsedHeaders = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new HeadersUnreadable('it begins as JSON and is none')
  }
}

/**
 * Headers in common formats: `Name: value` lines, with the prefixes of curl -v or as -H options, or JSON.
 * @throws HeadersUnreadable.
 */
export function headersIn(text: string): HeaderLines {
  const plain = text.replace(/^\ufeff/, '')
  return /^\s*[[{]/.test(plain) && !/^[{}] \[/.test(plain)
    ? headersOfJson(parsedHeaders(plain))
    : ofLines(plain)
}
