import { signs, parameterNames } from '../../runtime/told.js'
import { isObject } from '../load/pointer.js'

const text = String.raw`"(?:[^"\\]|\\.)*"`
const errorLine = new RegExp(
  String.raw`^const (err\d+) = \{instancePath(?::((?:[^"]|${text})*?))?,schemaPath:(${text}),keyword:(${text}),params:((?:[^"]|${text})*?)(?:,propertyName:([\w.]+))?\};$`,
  's',
)
const seam = /"\+"/

const literal = /"((?:[^"\\]|\\.)*)"/g
const literals = /"(?:[^"\\]|\\.)*"(?:\+"(?:[^"\\]|\\.)*")+/g

// Reads whole literals, one after the other: a `"+"` of the document's own is a literal, not a seam.
const joined = (run: string): string => `"${[...run.matchAll(literal)].map((match) => match[1]).join('')}"`
const withoutSeams = (line: string): string => (seam.test(line) ? line.replaceAll(literals, joined) : line)

const unquoted = (quoted = '""'): string => String(JSON.parse(quoted))

// Validators count from their own root; who calls one adds the way to it.
const ownPath = (path: string): string =>
  path === 'instancePath' ? '""' : path.replace(/^instancePath\s*\+\s*/, '')

const withOwnPath = (error: string): string =>
  error.includes('{instancePath')
    ? error
        .replace(/(?<=^|^[\w.]+ = \[)\{instancePath,/, '{instancePath:"",')
        .replace(/^\{instancePath:instancePath\+/, '{instancePath:')
    : error

/** Parameters as `fail` of the runtime takes them; undefined for such as it does not. */
const shortParams = (keyword: string, params: string): string | undefined => {
  const comparison = signs[keyword]
  const name = parameterNames[keyword]
  if (comparison === undefined && name === undefined) return params === '{}' ? '' : params
  const start = comparison === undefined ? `{${name}: ` : `{comparison: "${comparison}", limit: `
  return params.startsWith(start) ? params.slice(start.length, -1) : undefined
}

/** What adds the error that a line makes; undefined for an error that cannot be said in fewer words. */
const failure = (line: string): string | undefined => {
  const [, , path = 'instancePath', schemaPath, quoted, given = '', name] = errorLine.exec(line) ?? []
  const keyword = unquoted(quoted)
  const params = shortParams(keyword, given)
  if (schemaPath === undefined || params === undefined || !unquoted(schemaPath).endsWith(`/${keyword}`))
    return undefined
  const rest = name === undefined ? [params] : [params === '' ? 'undefined' : params, name]
  const args = ['vErrors', ownPath(path), schemaPath, ...rest].filter((one) => one !== '')
  return withoutSeams(`vErrors = fail(${args.join(', ')});`)
}

const pushLines = 6

/**
 * Reads the lines of a function that ajv printed, and shortens how each error is made and added: ajv prints six
 * lines for it, with all that follows from the keyword.
 */
export function shortenErrors(lines: readonly string[]): string[] {
  const short: string[] = []
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at] ?? ''
    if (!line.startsWith('const err')) {
      short.push(withOwnPath(line))
      continue
    }
    while (!line.endsWith('};') && at + 1 < lines.length) line += `\n${lines[++at] ?? ''}`
    if (!/^const err\d+ = \{/.test(line)) {
      short.push(line)
      continue
    }
    const value = line.slice(line.indexOf('{'), -1)
    short.push(failure(line) ?? `(vErrors ??= []).push(${withOwnPath(value)});`)
    at += pushLines
  }
  return short
}

// Printed plainly, this member of a constant would be the prototype of it.
const prototypeKey = /(?<=[{,])"__proto__":/g
// Strings are read as a whole, so that nothing inside them is taken for a name.
const access = /"(?:[^"\\]|\\.)*"|(?<![\w$.])(schema\d+)((?:\.[\w$]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*)/g
const segment = /\.([\w$]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g

const memberOf = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return value[Number(key)]
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The schemas that ajv keeps at hand, of which only the parts that are read are printed: mostly enumerations. */
export class SchemaParts {
  readonly #texts: ReadonlyMap<string, string>
  readonly #read = new Map<string, unknown>()
  readonly #parts = new Map<string, string>()

  /** @param texts JSON of each schema by its name in the code */
  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts
  }

  /** Constants that the lines need which `replaceIn` gave back. */
  get constants(): string[] {
    return [...this.#parts].map(
      ([json, name]) => `const ${name} = ${json.replaceAll(prototypeKey, '["__proto__"]:')};`,
    )
  }

  /** A line with names of parts in place of ways into a schema. */
  replaceIn(line: string): string {
    if (!line.includes('schema')) return line
    return line.replaceAll(access, (whole, schema: string | undefined, path: string) =>
      schema !== undefined && this.#texts.has(schema) ? this.#partAt(schema, path) : whole,
    )
  }

  #partAt(schema: string, path: string): string {
    let value = this.#schema(schema)
    for (const [, plain, index, quoted] of path.matchAll(segment)) {
      value = memberOf(value, plain ?? index ?? unquoted(quoted))
    }
    const json = JSON.stringify(value) ?? 'undefined'
    const name = this.#parts.get(json) ?? `part${this.#parts.size}`
    this.#parts.set(json, name)
    return name
  }

  #schema(name: string): unknown {
    if (!this.#read.has(name)) this.#read.set(name, JSON.parse(this.#texts.get(name) ?? 'null'))
    return this.#read.get(name)
  }
}
