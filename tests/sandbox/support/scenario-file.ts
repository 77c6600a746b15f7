import { parse } from 'yaml'

import { isMethod, type Method } from './sandbox.js'

/** The expectation of a response. */
export interface Expectation {
  /** A number, or the name of one. */
  readonly status: number | string
  readonly headers: Readonly<Record<string, string>>
  /** `undefined` if the body is not stated. */
  readonly body: unknown
}

/** Changes of a request, each of which is sent. */
export interface Row {
  readonly line: number
  readonly changes: readonly unknown[]
  /** `undefined` for that of the request. */
  readonly expected: Expectation | undefined
}

interface Named {
  readonly line: number
  readonly text: string
  /** The name that the result is given. */
  readonly name: string | undefined
}

export interface RequestStep extends Named {
  readonly kind: 'request'
  readonly method: Method
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly expected: Expectation
  readonly rows: Row[]
  /** Sent again until the response is as expected. */
  readonly isRepeated: boolean
}

export interface ActorStep extends Named {
  readonly kind: 'actor'
  readonly actor: string
  readonly options: unknown
  /** `undefined` if the result is not stated. */
  readonly expected: unknown
}

export interface ValueStep extends Named {
  readonly kind: 'value'
  readonly value: unknown
}

export type Step = RequestStep | ActorStep | ValueStep

export interface Scenario {
  readonly title: string
  readonly line: number
  readonly steps: Step[]
  /** The scenario is run for each of these values, under this name. */
  readonly each: { readonly name: string; readonly values: unknown } | undefined
}

const STEP = /^(?:(?<name>\w+) = )?(?<eventually>eventually )?(?<rest>.+)$/s
const REQUEST = /^(?<method>[A-Z]+) (?<path>\S+)(?: (?<sent>.+?))?? -> (?<expected>.+)$/s
const EXPECTED = /^(?<status>\d{3}|\$[\w.]+)(?: (?<rest>.+))?$/s
const ACTOR = /^(?<actor>[a-z][a-z ]*?)(?: (?<options>[{[].*?))?(?: -> (?<result>.+))?$/s
const VALUES = /^(?<member>[\w.]+): (?<values>\[.*\])$/s
const EACH = /^for (?<name>\w+) in (?<values>.+)$/s
/** To the end of a line, and without quotes, so that it cannot begin in a text. */
const COMMENT = /^ *#.*$| # [^'"]*$/
const HEADER = /^(?<name>[a-z-]+)=(?<value>\S*)(?: |$)/

/** The headers before a body, and the body. */
const headersAndBody = (text = ''): { headers: Record<string, string>; body: unknown } => {
  const headers: Record<string, string> = {}
  let rest = text
  for (let found = HEADER.exec(rest); found !== null; found = HEADER.exec(rest)) {
    headers[found.groups?.['name'] ?? ''] = found.groups?.['value'] ?? ''
    rest = rest.slice(found[0].length)
  }
  return { headers, body: rest === '' ? undefined : parse(rest) }
}

const expectationOf = (text: string): Expectation => {
  const { status, rest } = EXPECTED.exec(text)?.groups ?? {}
  if (status === undefined) throw new SyntaxError(`${text} is not a status with headers and a body`)
  return { status: status.startsWith('$') ? status : Number(status), ...headersAndBody(rest) }
}

const stepOf = (text: string, line: number): Step => {
  const { name, eventually, rest = '' } = STEP.exec(text)?.groups ?? {}
  const common = { line, text, name }
  const { method, path = '', sent, expected = '' } = REQUEST.exec(rest)?.groups ?? {}
  if (isMethod(method)) {
    const request = { method, path, ...headersAndBody(sent), expected: expectationOf(expected) }
    return { kind: 'request', ...common, ...request, rows: [], isRepeated: eventually !== undefined }
  }
  const { actor, options = '{}', result } = ACTOR.exec(rest)?.groups ?? {}
  if (actor !== undefined) {
    const expected: unknown = result === undefined ? undefined : parse(result)
    return { kind: 'actor', ...common, actor, options: parse(options), expected }
  }
  if (name === undefined)
    throw new SyntaxError('neither a request that expects a status, nor an actor, nor a value')
  return { kind: 'value', ...common, value: parse(rest) }
}

/** A row is a change, such as `{amount: 0}`, or the values of one member, such as `amount: [0, -1]`. */
const rowOf = (text: string, line: number): Row => {
  const [written = '', expected] = text.split(' -> ')
  const { member, values } = VALUES.exec(written)?.groups ?? {}
  const changes =
    member === undefined
      ? [parse(written)]
      : parse(values ?? '').map((value: unknown) => ({ [member]: value }))
  return { line, changes, expected: expected === undefined ? undefined : expectationOf(expected) }
}

/** The number of brackets that are open after a text; those in quotes do not count. */
const openBrackets = (text: string): number =>
  [...text.replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"/g, '').matchAll(/[[{}\]]/g)].reduce(
    (open, [bracket]) => open + ('[{'.includes(bracket) ? 1 : -1),
    0,
  )

interface Line {
  readonly indent: number
  readonly line: number
  readonly text: string
}

/** The lines of a file without comments; one that leaves brackets open is joined with those that close them. */
const linesOf = (source: string): readonly Line[] => {
  const lines: Line[] = []
  let open = 0
  for (const [index, written] of source.split('\n').entries()) {
    const text = written.replace(COMMENT, '').trim()
    if (text === '') continue
    const before = lines.at(-1)
    if (open > 0 && before !== undefined)
      lines[lines.length - 1] = { ...before, text: `${before.text} ${text}` }
    else lines.push({ indent: written.search(/\S/), line: index + 1, text })
    open += openBrackets(text)
  }
  return lines
}

/** Reads a file of scenarios. Throws an error with the line that is invalid. */
export const readScenarios = (source: string): readonly Scenario[] => {
  const scenarios: Scenario[] = []
  for (const { indent, line, text } of linesOf(source)) {
    const scenario = scenarios.at(-1)
    const step = scenario?.steps.at(-1)
    const each = EACH.exec(text)?.groups
    try {
      if (indent === 0) scenarios.push({ title: text, line, steps: [], each: undefined })
      else if (indent === 4 && step?.kind === 'request' && step.name === undefined)
        step.rows.push(rowOf(text, line))
      else if (indent !== 2 || scenario === undefined) throw new SyntaxError('neither title, step nor row')
      else if (each === undefined) scenario.steps.push(stepOf(text, line))
      else
        scenarios[scenarios.length - 1] = {
          ...scenario,
          each: { name: each['name'] ?? '', values: parse(each['values'] ?? '') },
        }
    } catch (error) {
      throw new SyntaxError(`line ${line}, ${text}: ${String(error)}`, { cause: error })
    }
  }
  return scenarios
}
