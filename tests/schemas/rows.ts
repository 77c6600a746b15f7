import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { tableIn, withReferences } from '../support/table.js'

/** Values by who accepts them. */
export interface Verdicts {
  /** Accepted by the validator, and of the type. */
  readonly right?: readonly unknown[]
  /** Refused by the validator, and not of the type. */
  readonly wrong?: readonly unknown[]
  /** Refused by the validator, although they are of the type. */
  readonly wide?: readonly unknown[]
  /** Accepted by the validator, although the compiler refuses them as literals. */
  readonly narrow?: readonly unknown[]
}

/**
 * A schema with values, in the table that every reader of schemas is tested with: the files of `rows/`. The
 * schema is the component `It`; `$ref: Name` refers to another component, of the row itself or of `components.yaml`.
 */
interface Columns extends Verdicts {
  /** The name of the row; by default its schema. */
  readonly name?: string
  readonly It: unknown
  readonly others?: Readonly<Record<string, unknown>>
  /** Values of requests, where requests and responses differ. */
  readonly request?: Verdicts
  /** The reason why ajv judges some value otherwise than the generated validator, or has other errors. */
  readonly ajv?: string
  /** The reason why the maker of values and its judge disagree with the validator. */
  readonly misjudged?: string
  /** The reason why no value is made, although one exists. */
  readonly unmade?: string
  /** The type that openapi-typescript prints for the schema, where ours replaces it. */
  readonly library?: string
}

/** A row with its document. */
export interface Row extends Columns {
  readonly name: string
  /** Its file, without the extension. */
  readonly topic: string
  readonly document: { readonly openapi: string; readonly components: { readonly schemas: object } }
}

const columns = new Set(
  'name It others right wrong wide narrow request ajv misjudged unmade library'.split(' '),
)

const common = tableIn<Record<string, unknown>>(import.meta.dirname, 'components.yaml')

/** Component schemas of a row, with those of `components.yaml` that it refers to. */
const schemasOf = ({ It, others }: Columns): object => {
  const own = { It, ...others }
  const used = Object.entries(common).filter(
    ([name]) => !Object.hasOwn(own, name) && new RegExp(`"\\$ref":"${name}["/]`).test(JSON.stringify(own)),
  )
  return withReferences({ ...own, ...Object.fromEntries(used) }) as object
}

const rowOf = (topic: string, row: Columns): Row => {
  const unknown = Object.keys(row).find((column) => !columns.has(column))
  if (unknown !== undefined) throw new Error(`${topic}.yaml has a row with the unknown column ${unknown}`)
  const openapi = topic === 'openapi-3.0' ? '3.0.3' : '3.1.0'
  const info = { title: 'Test', version: '1' }
  const document = { openapi, info, paths: {}, components: { schemas: schemasOf(row) } }
  return { ...row, name: row.name ?? JSON.stringify(row.It), topic, document }
}

const folder = join(import.meta.dirname, 'rows')

/** The rows of one file. */
export const rowsOf = (topic: string): Row[] =>
  tableIn<Columns[]>(folder, `${topic}.yaml`).map((row) => rowOf(topic, row))

/** All rows, by their files. */
export const rows: readonly Row[] = readdirSync(folder).flatMap((file) => rowsOf(file.replace('.yaml', '')))
