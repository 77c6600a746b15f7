import type { GlobalContext } from 'openapi-typescript'
import type ts from 'typescript'
import { collectReferences, entriesOf, memberAt, pointerOf, segmentsOf } from '../../../document/index.js'
import type { Direction, RawObject } from '../../model/document.js'
import {
  type Declaration,
  localNames,
  notesOf,
  type OtherKind,
  otherKinds,
  pointerNote,
  type SchemaNames,
  type TypeDeclarations,
  type TypeOptions,
} from '../declarations.js'
import { SchemaPrinter } from '../expressions.js'
import {
  byName,
  byPath,
  type Holder,
  type Reading,
  readingOf,
  type Refer,
  type TypesSource,
} from '../reading.js'
import type { Target } from '../schema.js'
import { DocumentSpeller } from './document.js'
import {
  type Expressions,
  TextPrinter,
  compiler,
  Expressed,
  expressed,
  guarded,
  type IsExpressed,
  library,
  Notes,
  SchemaSpeller,
  type Spelling,
  unguarded,
} from './schemas.js'

/** Options for features that we do not want, or that affect names and files, which we determine. */
const unused = {
  // Closed types allow completion and checks; the document states which ones are open.
  additionalProperties: false,
  // The authors chose the document's order.
  alphabetize: false,
  excludeDeprecated: false,
  // Would print tuples for minItems and maxItems, which lists built at run time do not match.
  arrayLength: false,
  // Enumerations are unions; their constants are in schemas.js.
  enum: false,
  enumValues: false,
  conditionalEnums: false,
  dedupeEnums: false,
  exportType: false,
  // Names of types are in schemas.d.ts.
  rootTypes: false,
  rootTypesNoSchemaPrefix: false,
  rootTypesKeepCasing: false,
  // Clients that use the public shape look paths up by name.
  pathParamsAsTypes: false,
  makePathsEnum: false,
  generatePathParams: false,
  // Would require readonly lists wherever callers pass them on.
  immutable: false,
  // Members are optional unless a schema requires them.
  propertiesRequiredByDefault: false,
  // Members with a default are required where clients only read them, in the spelling of their schema. The option
  // would require them wherever a component is used.
  defaultNonNullable: false,
  // Markers would stand around members in editors; the spelling of a schema is for one direction.
  readWriteMarkers: false,
  postTransform: undefined,
  transformProperty: undefined,
} as const

/** Options of the library for a spelled document; its hook fills `expressions`. */
const contextOf = (root: object, expressions: Expressions): Omit<GlobalContext, 'redoc'> => ({
  ...unused,
  silent: true,
  injectFooter: [],
  // An object without stated members is `unknown`, not `never`.
  emptyObjectsUnknown: true,
  discriminators: { objects: {}, refsHandled: [] },
  resolve: (ref) => library.resolveRef(root, ref, { silent: true }),
  transform: (schema) => {
    const own = expressed in schema ? schema[expressed] : undefined
    if (!(own instanceof Expressed)) return undefined
    const node = compiler.factory.createTypeReferenceNode('Expressed')
    expressions.set(node, own)
    return node
  },
})

/** Whether clients only read the schema at a path, and never write it. */
type IsReceived = (path: readonly string[]) => boolean

const isSchema = ([root, kind]: readonly string[]): boolean => root === 'components' && kind === 'schemas'

const sides: ReadonlySet<string | undefined> = new Set(['parameters', 'requestBody', 'responses'])

/** Whether clients write the inline schema at a path; a service writes requests of webhooks. */
const isSent = (path: readonly string[]): boolean => {
  const [root, kind] = path
  const inItem = root === 'components' && kind === 'pathItems' ? 3 : 2
  if (root === 'components' && inItem === 2) return kind === 'parameters' || kind === 'requestBodies'
  const isTurned = (root === 'webhooks') !== (path[inItem + 1] === 'callbacks')
  const side = path.find((segment, index) => index >= inItem && sides.has(segment))
  return (side === 'responses') === isTurned
}

/**
 * Finds the schemas that clients only read. A service fills in members with a default, so there such a member is
 * always present. In a schema that clients write it is optional, wherever the schema is used.
 */
const receivedIn = (root: RawObject): IsReceived => {
  const edges = new Map<string, Set<string>>()
  const sent = new Set<string>()
  for (const { ref, path } of collectReferences(root)) {
    const target = segmentsOf(ref)
    const name = target[2]
    if (name === undefined || !isSchema(target)) continue
    if (!isSchema(path)) {
      if (isSent(path)) sent.add(name)
      continue
    }
    const owner = path[2] ?? ''
    edges.set(owner, (edges.get(owner) ?? new Set()).add(name))
  }
  for (const name of sent) for (const next of edges.get(name) ?? []) sent.add(next)
  return (path) => (isSchema(path) ? !sent.has(path[2] ?? '') : !isSent(path))
}

/** Branded types of the runtime for string formats. */
const brandNames = ['DateTime', 'Decimal', 'Uuid']

const list: Declaration = {
  name: 'List<Box extends { readonly item: unknown }>',
  text: 'Box["item"][]',
  comment: ['A list in a recursive type, whose items the compiler resolves lazily.'],
}

/** The generic types that declarations use. */
const helpersOf = (declarations: readonly Declaration[]): readonly Declaration[] =>
  declarations.some(({ text }) => text.includes('List<{ readonly item: ')) ? [list] : []

type Types = ReadonlyMap<string, ts.TypeNode>

const nameOf = ({ name }: ts.TypeElement): string =>
  name && 'text' in name && typeof name.text === 'string' ? unguarded(name.text) : ''

const typesOf = (members: readonly ts.TypeElement[]): Types =>
  new Map(
    members.flatMap((one) =>
      compiler.isPropertySignature(one) && one.type ? [[nameOf(one), one.type] as const] : [],
    ),
  )

/** Types by name of the interface that the library declares them in. */
const interfacesIn = (nodes: readonly ts.Node[]): ReadonlyMap<string, Types> =>
  new Map(
    nodes.flatMap((node) =>
      compiler.isInterfaceDeclaration(node) ? [[node.name.text, typesOf([...node.members])] as const] : [],
    ),
  )

const isNever = (member: ts.TypeElement): boolean =>
  compiler.isPropertySignature(member) && member.type?.kind === compiler.SyntaxKind.NeverKeyword

const isEmpty = (member: ts.TypeElement): boolean =>
  compiler.isPropertySignature(member) &&
  member.type !== undefined &&
  compiler.isTypeLiteralNode(member.type) &&
  member.type.members.length > 0 &&
  member.type.members.every(isNever)

/** The type of a path without empty `parameters`; methods stay for `paths[Path][Method]`. */
const withoutEmptyParameters = (item: ts.TypeNode | undefined): ts.TypeNode | undefined =>
  item && compiler.isTypeLiteralNode(item)
    ? compiler.factory.createTypeLiteralNode(item.members.filter((member) => !isEmpty(member)))
    : item

/** Comments of a path or webhook; its operations have their own. */
const itemNotes = ({ summary, description }: RawObject = {}): readonly string[] =>
  notesOf({ summary, description })

/** The declarations of one document, made from the types that the library prints. */
class Declarations {
  readonly #document: TypesSource
  readonly #reading: Reading
  readonly #isReceived: IsReceived
  readonly #speller: SchemaSpeller
  readonly #frame: DocumentSpeller
  readonly #expressions: Expressions = new WeakMap()
  /** The printers of `types.d.ts` and of `schemas.d.ts`. */
  readonly #printers: Readonly<Record<'types' | 'schemas', TextPrinter>>
  readonly #components: readonly Target[]
  readonly #defs: readonly Target[]

  constructor(document: TypesSource, options: TypeOptions, names: SchemaNames, isExpressed?: IsExpressed) {
    const { root } = document
    const notes = new Notes()
    const reading = readingOf(document, names, options)
    const printer = (refer: Refer): TextPrinter =>
      new TextPrinter(notes, this.#expressions, new SchemaPrinter({ ...reading, refer }), refer)
    this.#document = document
    this.#reading = reading
    this.#isReceived = receivedIn(root)
    this.#speller = new SchemaSpeller(reading, notes, isExpressed)
    this.#frame = new DocumentSpeller(document, reading.references, this.#speller, notes)
    this.#printers = { types: printer(byPath), schemas: printer(byName(names)) }
    this.#components = entriesOf(this.#componentsOf('schemas')).map(([name]) =>
      reading.references.target(pointerOf('components', 'schemas', name)),
    )
    this.#defs = entriesOf(root['$defs']).map(([name]) => reading.references.target(pointerOf('$defs', name)))
  }

  all(): TypeDeclarations {
    const spelled = this.#components.map((one) => [guarded(one.name), this.#spelling(one, 'response')])
    const root = this.#frame.spell(Object.fromEntries(spelled))
    const context = contextOf(root, this.#expressions)
    const interfaces = interfacesIn(library.transformSchema(root, context))
    const components = interfaces.get('components') ?? new Map<string, ts.TypeNode>()
    const inComponents = (kind: string): Types => {
      const type = components.get(kind)
      return type && compiler.isTypeLiteralNode(type) ? typesOf([...type.members]) : new Map()
    }
    const at = { path: '#', ctx: context }
    const separate = (target: Target, view: Direction): Declaration =>
      this.#declared(target, view, library.transformSchemaObject(this.#spelling(target, view), at))
    const types = inComponents('schemas')
    const schemas = this.#components.flatMap((target) => {
      const type = types.get(target.name)
      return type ? [this.#declared(target, 'response', type)] : []
    })
    const rest = {
      paths: this.#items('paths', interfaces.get('paths')),
      webhooks: this.#items('webhooks', interfaces.get('webhooks')),
      operations: this.#operations(interfaces.get('operations')),
      ...this.#others(inComponents),
      $defs: this.#defs.map((target) => separate(target, 'response')),
    }
    const requestsOf = (target: Target): Declaration[] =>
      this.#reading.views.differ(target) ? [separate(target, 'request')] : []
    const requests = [...this.#components, ...this.#defs].flatMap(requestsOf)
    const inner: Declaration[] = []
    // Nested targets of references are declared by name, and may refer to further ones.
    for (const target of this.#reading.references.inner) {
      inner.push(separate(target, 'response'))
      requests.push(...requestsOf(target))
    }
    const helpers = helpersOf([...schemas, ...requests, ...inner, ...rest.$defs])
    const brands = this.#reading.options.brands === true ? brandNames : []
    return { ...rest, schemas, requests, inner, helpers, brands }
  }

  #componentsOf(kind: string): unknown {
    return memberAt(this.#document.root, 'components', kind)
  }

  #spelling({ node, path, ...target }: Target, view: Direction): Spelling {
    const holder: Holder = { view, isFilledIn: view === 'response' && this.#isReceived(path) }
    // The compiler must not resolve types eagerly that contain themselves only through lists.
    return this.#reading.views.isCyclic({ node, path, ...target })
      ? this.#speller.express(node, holder, true)
      : this.#speller.spell(node, holder)
  }

  #declared({ kind, name, node, path }: Target, view: Direction, type: ts.TypeNode): Declaration {
    const printer = view === 'response' && kind !== '$defs' ? this.#printers.schemas : this.#printers.types
    const comment = [...notesOf(node), ...(kind === 'inner' ? [pointerNote(pointerOf(...path))] : [])]
    return { name, text: printer.type(type, '').text, comment }
  }

  #others(typesIn: (kind: OtherKind) => Types): Record<OtherKind, readonly Declaration[]> {
    const lists = otherKinds.map((kind) => {
      const types = typesIn(kind)
      const declared = entriesOf(this.#componentsOf(kind)).flatMap(([name, node]) =>
        this.#printed(name, types.get(name), notesOf(node)),
      )
      return [kind, declared]
    })
    return Object.fromEntries(lists) as Record<OtherKind, readonly Declaration[]>
  }

  #items(section: 'paths' | 'webhooks', types: Types | undefined): readonly Declaration[] {
    return entriesOf(this.#document.root[section]).flatMap(([name]) => {
      const notes = itemNotes(this.#frame.item(section, name))
      return this.#printed(name, withoutEmptyParameters(types?.get(name)), notes)
    })
  }

  #operations(types: Types | undefined): readonly Declaration[] {
    const named = this.#frame.named()
    return (['paths', 'webhooks'] as const).flatMap((section) =>
      named[section].flatMap(({ name, at }) => this.#printed(name, types?.get(name), notesOf(at.node))),
    )
  }

  #printed(name: string, type: ts.TypeNode | undefined, comment: readonly string[]): Declaration[] {
    return type ? [{ name, text: this.#printers.types.type(type, '').text, comment }] : []
  }
}

/** The declarations of a document, printed by openapi-typescript unless a schema `isExpressed`. */
export function declarationsBy(
  document: TypesSource,
  options: TypeOptions,
  names: SchemaNames,
  isExpressed?: IsExpressed,
): TypeDeclarations {
  return new Declarations(document, options, localNames(names), isExpressed).all()
}
