import type { LoadedDocument, OutputFile } from '../model/document.js'
import { namedOperations } from '../build/operations.js'
import {
  block,
  comment as commentOf,
  commented,
  type Declaration,
  type EnumDeclaration,
  literalOf,
  localNames,
  memberName,
  type OtherKind,
  otherKinds,
  type Root,
  roots,
  type SchemaNames,
  type TypeDeclarations,
} from '../types/declarations.js'
import { enumDeclarations } from '../types/schema.js'
import { renderModule } from './module.js'
import type {
  TableRow,
  DeclarationRow,
  MemberRow,
  MembersRow,
  SchemaRow,
  SchemasValues,
} from './template-model.js'
import type { Templates } from './templates.js'

const rowOf = ({ name, text, comment = [] }: Declaration): DeclarationRow => ({ name, type: text, comment })

const memberOf = (declaration: Declaration): MemberRow => ({
  ...rowOf(declaration),
  name: memberName(declaration.name),
  isOptional: false,
  isReadonly: false,
})

const constantsOf = ({ members }: EnumDeclaration): readonly TableRow[] =>
  members.map(({ key, value }) => ({ key: memberName(key), value: literalOf(value) }))

/** Whether a type is the union of the constants, each of which is named as its value. */
const isUnionOf = (constants: readonly TableRow[], type: string): boolean =>
  constants.every(({ key, value }) => key === value || JSON.stringify(key) === value) &&
  constants.map(({ value }) => value).join(' | ') === type

type Constants = ReadonlyMap<string, readonly TableRow[]>

const schemaRows = ({ schemas }: TypeDeclarations, names: SchemaNames, constants: Constants): SchemaRow[] => {
  const local = localNames(names)
  return schemas.map((declaration) => {
    const { name } = declaration
    const exported = names.get(name) ?? name
    const here = local.get(name) ?? name
    const own = constants.get(name) ?? []
    return {
      ...rowOf({ ...declaration, name: here }),
      alias: here === exported ? undefined : exported,
      constants: own,
      areConstantsValues: isUnionOf(own, declaration.text),
    }
  })
}

// Interfaces of `types.d.ts`, which few schemas refer to.
const importsOf = ({ schemas, inner }: TypeDeclarations): string =>
  ['$defs', 'requests']
    .filter((name) => [...schemas, ...inner].some(({ text }) => text.includes(`${name}["`)))
    .join(', ')

/** The members of each interface, and of each kind of component. */
const rowsIn = (declarations: TypeDeclarations): Record<Root | OtherKind, readonly MemberRow[]> => {
  const lists = [...roots, ...otherKinds].map((name) => [name, declarations[name].map(memberOf)])
  return Object.fromEntries(lists) as Record<Root | OtherKind, readonly MemberRow[]>
}

const objectOf = (members: readonly MemberRow[]): string => {
  const texts = members.map(({ name, type, comment }) => {
    const member = `${name}: ${type.replaceAll('\n', '\n  ')};`
    return commented(commentOf(comment), member, '  ')
  })
  return members.length === 0 ? 'never' : block(texts, '')
}

/** The members of `components`; `typeOf` gives the type of a list that stands elsewhere. */
const componentsOf = (
  schemas: readonly (readonly [string, string])[],
  rows: Record<OtherKind, readonly MemberRow[]>,
  typeOf: (kind: OtherKind) => string | undefined = () => undefined,
): readonly MemberRow[] => [
  memberOf({ name: 'schemas', text: objectOf(schemas.map(([name, text]) => memberOf({ name, text }))) }),
  ...otherKinds.map((kind) => {
    const elsewhere = rows[kind].length === 0 ? undefined : typeOf(kind)
    return memberOf({ name: kind, text: elsewhere ?? objectOf(rows[kind]) })
  }),
]

const renderInterfaces = (
  document: LoadedDocument,
  declarations: TypeDeclarations,
  names: SchemaNames,
  templates: Templates,
): OutputFile[] => {
  const { $defs: defs, ...rows } = rowsIn(declarations)
  // Editors show the same comment at the function of the client.
  const called = new Set(namedOperations(document, 'paths').map(({ name }) => memberName(name)))
  const operations = rows.operations.map((row) => (called.has(row.name) ? { ...row, comment: [] } : row))
  const schemas = declarations.schemas.map(
    ({ name }) => [name, `schemas.${names.get(name) ?? name}`] as const,
  )
  return renderModule({
    name: 'types',
    values: {
      ...rows,
      operations,
      defs,
      hasRequests: declarations.requests.length > 0,
      helpers: declarations.helpers.map(rowOf),
      brands: declarations.brands.join(', '),
    },
    lists: ['paths', 'webhooks', 'operations', 'defs', 'requests', ...otherKinds],
    print: ({ chunks, ...values }) => {
      // Each chunk has an interface of its own for a kind.
      const inChunks = (kind: OtherKind): string | undefined =>
        chunks.length === 0 ? undefined : chunks.map(({ number }) => kind + number).join(' & ')
      const components = values.chunk === '' ? componentsOf(schemas, rows, inChunks) : []
      return { '.d.ts': templates.render('types.d.ts', { ...values, chunks, components }) }
    },
  })
}

const enumerationsIn = (schemas: readonly SchemaRow[]): SchemasValues['enumerations'] =>
  schemas
    .filter(({ constants }) => constants.length > 0)
    .map(({ name, alias = name, constants }) => ({ name: alias, constants }))

const renderSchemas = (
  { root }: LoadedDocument,
  declarations: TypeDeclarations,
  names: SchemaNames,
  templates: Templates,
): OutputFile[] => {
  const constants = new Map(enumDeclarations(root).map((one) => [one.schema, constantsOf(one)]))
  return renderModule({
    name: 'schemas',
    values: {
      imports: importsOf(declarations),
      brands: declarations.brands.join(', '),
      schemas: schemaRows(declarations, names, constants),
      inner: declarations.inner.map(rowOf),
      helpers: declarations.helpers.map(rowOf),
    },
    lists: ['schemas', 'inner'],
    specifiers: {
      schemas: ({ name, alias }) => (alias === undefined ? name : `${alias} as ${name}`),
      inner: ({ name }) => name,
    },
    print: (values) => ({
      '.js': templates.render('schemas.js', { ...values, enumerations: enumerationsIn(values.schemas) }),
      '.d.ts': templates.render('schemas.d.ts', values),
    }),
  })
}

/** `types.d.ts`, `schemas.d.ts`, and `schemas.js` with constants of enumerations, under unique `names`. */
export function renderTypes(
  document: LoadedDocument,
  declarations: TypeDeclarations,
  names: SchemaNames,
  templates: Templates,
): OutputFile[] {
  return [
    ...renderInterfaces(document, declarations, names, templates),
    ...renderSchemas(document, declarations, names, templates),
  ]
}

/** The types of a document as one file without imports, for programs with a client of their own. */
export function renderSingleFile(
  name: string,
  declarations: TypeDeclarations,
  names: SchemaNames,
  templates: Templates,
): OutputFile[] {
  const rows = rowsIn(declarations)
  const rowsOf = (lists: readonly (Root | OtherKind)[]): readonly MembersRow[] =>
    lists.map((list) => ({ name: list, members: rows[list] }))
  const schemas = schemaRows(declarations, names, new Map())
  const interfaces = roots.filter((root) => root !== 'requests' || rows.requests.length > 0)
  const named = schemas.map((row, index) => [declarations.schemas[index]?.name ?? '', row.name] as const)
  const content = templates.render('single.d.ts', {
    interfaces: rowsOf(interfaces),
    components: componentsOf(named, rows),
    schemas,
    inner: declarations.inner.map(rowOf),
    helpers: declarations.helpers.map(rowOf),
  })
  return [{ path: `${name}.d.ts`, content }]
}
