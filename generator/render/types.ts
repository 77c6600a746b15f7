import {
  componentKinds,
  type DeclarationKind,
  declarationKinds,
  type KindOfVersion,
  preamble,
  roots,
  type TypeDeclarations,
  type TypeOptions,
  type TypesOfVersion,
} from '../types/index.js'
import { SeriesFile, type SeriesInterface } from './series-file.js'

/** Whether a declaration of the version before is that of this version too. */
export type IsKept = (kind: DeclarationKind, name: string) => boolean

const isComponent = (kind: DeclarationKind): boolean => componentKinds.some((component) => component === kind)

// Paths refer to operations, everything else to components alone.
const shapeOf = (kind: DeclarationKind): SeriesInterface => ({
  name: `${kind[0]?.toUpperCase()}${kind.slice(1)}Of`,
  parameters:
    kind === 'paths' ? '<C extends Components, O extends { [id: string]: any }>' : '<C extends Components>',
  passed: kind === 'paths' ? '<C, O>' : '<C>',
  indent: isComponent(kind) ? '    ' : '  ',
})

const helper = `/** The components of any version that has these declarations. */
interface Components {
${componentKinds.map((kind) => `  ${kind}: any;\n`).join('')}}
`

/** The interfaces of the version, whose declarations refer to each other. */
const wholeOf = (file: SeriesFile, types: TypesOfVersion): string[] => {
  const typeOf = (kind: DeclarationKind): string | undefined => {
    const { version, names } = types[kind]
    if (names.size === 0) return undefined
    const passed = kind === 'paths' ? '<components, operations>' : '<components>'
    return `${file.reference(shapeOf(kind), version)}${passed}`
  }
  const rows = componentKinds.map((kind) => `  ${kind}: ${typeOf(kind) ?? 'never'};\n`)
  const interfaces = roots.map((kind) => {
    const from = typeOf(kind)
    return `export interface ${kind}${from === undefined ? '' : ` extends ${from}`} {}\n`
  })
  return [`export interface components {\n${rows.join('')}}\n`, ...interfaces]
}

/** The text of `types.d.ts`, and everything that it declares. */
export interface RenderedTypes {
  readonly text: string
  readonly types: TypesOfVersion
}

/**
 * Prints the `types.d.ts` of a version of a series: what differs from the version before, in terms of what it refers
 * to, which each version gives for itself. So a declaration is printed anew only when its own text changes.
 */
export function renderSeriesTypes(
  version: string,
  declarations: TypeDeclarations,
  options: TypeOptions,
  before: TypesOfVersion | undefined,
  isKept: IsKept,
): RenderedTypes {
  const file = new SeriesFile(version, (other) => `../${other}/types.js`)
  const kinds = declarationKinds.map((kind) => {
    const isKeptOfKind = (name: string): boolean => isKept(kind, name)
    return [kind, file.resolve(shapeOf(kind), before?.[kind], declarations[kind], isKeptOfKind)] as const
  })
  const states = kinds.map(([kind, { state }]) => [kind, state])
  const types = Object.fromEntries(states) as Record<DeclarationKind, KindOfVersion>
  const own = Object.fromEntries(kinds.map(([kind, { own: added }]) => [kind, added]))
  const interfaces = kinds.flatMap(([, { lines }]) => lines)
  const whole = wholeOf(file, types)
  const head = [file.imports, preamble({ ...declarations, ...own }, options)].filter((text) => text !== '')
  const text = [...head, ...(interfaces.length > 0 ? [helper] : []), ...interfaces, ...whole].join('\n')
  return { text, types }
}
