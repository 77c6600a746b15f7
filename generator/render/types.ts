import type { LoadedDocument } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import {
  type Declaration,
  type EnumDeclaration,
  enumDeclarations,
  literalOf,
  localNames,
  memberName,
  type SchemaNames,
  type TypeDeclarations,
} from '../types/index.js'
import type {
  ConstantRow,
  DeclarationRow,
  DeclarationsRow,
  SchemaRow,
  SchemaTypesValues,
} from './template-model.js'
import type { Templates } from './templates.js'

const rowOf = ({ name, text, comment = [] }: Declaration): DeclarationRow => ({ name, text, comment })

const membersOf = (declarations: readonly Declaration[]): readonly DeclarationRow[] =>
  declarations.map((one) => rowOf({ ...one, name: memberName(one.name) }))

const constantsOf = ({ members }: EnumDeclaration): readonly ConstantRow[] =>
  members.map(({ key, value }) => ({
    key: memberName(key),
    // Written plainly, a member of this name would set the prototype.
    member: key === '__proto__' ? '["__proto__"]' : memberName(key),
    value: literalOf(value),
  }))

const schemaRows = (
  { schemas }: TypeDeclarations,
  names: SchemaNames,
  constants: ReadonlyMap<string, readonly ConstantRow[]>,
): readonly SchemaRow[] => {
  const local = localNames(names)
  return schemas.map((declaration) => {
    const { name } = declaration
    const exported = names.get(name) ?? name
    const here = local.get(name) ?? name
    return {
      ...rowOf({ ...declaration, name: here }),
      alias: here === exported ? undefined : exported,
      constants: constants.get(name) ?? [],
    }
  })
}

// Each is an interface of `types.d.ts`, which schemas of most documents do not look into.
const importsOf = ({ schemas, inner }: TypeDeclarations): string =>
  ['$defs', 'requests']
    .filter((name) => [...schemas, ...inner].some(({ text }) => text.includes(`${name}["`)))
    .join(', ')

const typesFile = (declarations: TypeDeclarations, names: SchemaNames, templates: Templates): string => {
  const { paths, webhooks, operations, $defs, requests, schemas, helpers, brands } = declarations
  const { responses, parameters, requestBodies, headers, pathItems } = declarations
  const kinds = Object.entries({ responses, parameters, requestBodies, headers, pathItems })
  return templates.render('types.d.ts', {
    paths: membersOf(paths),
    webhooks: membersOf(webhooks),
    operations: membersOf(operations),
    defs: membersOf($defs),
    requests: membersOf(requests),
    schemas: schemas.map(({ name }) => ({ key: memberName(name), name: names.get(name) ?? name })),
    kinds: kinds.map(([name, list]) => ({ name, members: membersOf(list) })),
    helpers: helpers.map(rowOf),
    brands: brands.join(', '),
  })
}

/**
 * The files of the types of one document: `types.d.ts`, `schemas.d.ts`, and `schemas.js` with the constants of
 * enumerations.
 * @param names identifiers by component schema, unique in all that the version exports
 */
export function renderTypes(
  { root }: LoadedDocument,
  declarations: TypeDeclarations,
  names: SchemaNames,
  templates: Templates,
): OutputFile[] {
  const enums = enumDeclarations(root)
  const constants = new Map(enums.map((one) => [one.schema, constantsOf(one)]))
  const rows = enums.map(({ schema }) => ({
    name: names.get(schema) ?? schema,
    constants: constants.get(schema) ?? [],
  }))
  const schemas: SchemaTypesValues = {
    imports: importsOf(declarations),
    brands: declarations.brands.join(', '),
    schemas: schemaRows(declarations, names, constants),
    inner: declarations.inner.map(rowOf),
    helpers: declarations.helpers.map(rowOf),
  }
  const files = {
    'types.d.ts': typesFile(declarations, names, templates),
    'schemas.d.ts': templates.render('schemas.d.ts', schemas),
    'schemas.js': templates.render('schemas.js', { enumerations: rows }),
  }
  return Object.entries(files).map(([path, content]) => ({ path, content }))
}

/**
 * The types of one document as one file, which imports nothing: for programs that bring a client of their own.
 * @param names identifiers by component schema
 */
export function renderSingleFile(
  name: string,
  declarations: TypeDeclarations,
  names: SchemaNames,
  templates: Templates,
): OutputFile[] {
  const { paths, webhooks, operations, $defs, requests, inner, helpers } = declarations
  const { responses, parameters, requestBodies, headers, pathItems } = declarations
  const rowsOf = (all: Readonly<Record<string, readonly Declaration[]>>): readonly DeclarationsRow[] =>
    Object.entries(all).map(([interfaceName, list]) => ({ name: interfaceName, members: membersOf(list) }))
  const content = templates.render('single.d.ts', {
    interfaces: rowsOf({ paths, webhooks, operations, $defs, ...(requests.length > 0 && { requests }) }),
    kinds: rowsOf({ responses, parameters, requestBodies, headers, pathItems }),
    schemas: schemaRows(declarations, names, new Map()).map((row, index) =>
      Object.assign(row, { key: memberName(declarations.schemas[index]?.name ?? '') }),
    ),
    inner: inner.map(rowOf),
    helpers: helpers.map(rowOf),
  })
  return [{ path: `${name}.d.ts`, content }]
}
