import {
  isIdempotencyKey,
  isVersionHeader,
  type NamedOperation,
  namedOperations,
} from '../../build/operations.js'
import { entriesOf, isObject, listOf, memberAt, methods, pointerOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import { notesOf, type OtherKind } from '../declarations.js'
import { type Holder, received, sent, type TypesSource } from '../reading.js'
import type { References } from '../schema.js'
import { guarded, type Notes, type SchemaSpeller, type Spelling } from './schemas.js'

/** The direction of the bodies of an operation: the service sends the request of a webhook. */
type Directions = Readonly<Record<'request' | 'response', Holder>>

const asClient: Directions = { request: sent, response: received }
// The service sends webhooks, so their requests are read by clients and their responses written.
const asReceiver: Directions = { request: received, response: sent }

type Section = 'paths' | 'webhooks'

type Entry = readonly [name: string, spelling: Spelling]

/** A map without extensions, whose names the library would take for statuses, media types or paths. */
const withoutExtensions = (map: unknown): readonly (readonly [name: string, node: unknown])[] =>
  entriesOf(map).filter(([name]) => !name.startsWith('x-'))

const mapOf = (entries: readonly Entry[]): Spelling =>
  Object.fromEntries(entries.map(([name, spelling]) => [guarded(name), spelling]))

/**
 * Respells everything around schemas so that the library prints it rightly: references into other objects are
 * replaced by what they refer to, every operation has a name of its own, and bodies are in the direction in which
 * they travel.
 */
export class DocumentSpeller {
  readonly #document: TypesSource
  readonly #references: References
  readonly #schemas: SchemaSpeller
  readonly #notes: Notes

  constructor(document: TypesSource, references: References, schemas: SchemaSpeller, notes: Notes) {
    this.#document = document
    this.#references = references
    this.#schemas = schemas
    this.#notes = notes
  }

  /** The operations that are declared by name: all of `paths`, and those of webhooks that have an operationId. */
  named(): Readonly<Record<Section, readonly NamedOperation[]>> {
    const paths = namedOperations(this.#document, 'paths')
    const taken = new Set(paths.map(({ name }) => name))
    const webhooks = namedOperations(this.#document, 'webhooks').filter(
      ({ name, at }) => !taken.has(name) && typeof at.node['operationId'] === 'string',
    )
    return { paths, webhooks }
  }

  item(section: Section, name: string): RawObject | undefined {
    return this.#references.resolved(memberAt(this.#document.root, section, name))
  }

  /** @param schemas spellings of the component schemas, by guarded name */
  spell(schemas: Spelling): Spelling {
    const named = this.named()
    const others = (kind: OtherKind, spell: (node: RawObject) => Spelling): Spelling =>
      mapOf(
        entriesOf(memberAt(this.#document.root, 'components', kind)).map(([name, node]) => {
          return [name, spell(this.#references.resolved(node) ?? {})]
        }),
      )
    return {
      paths: this.#section('paths', named.paths, asClient),
      webhooks: this.#section('webhooks', named.webhooks, asReceiver),
      components: {
        schemas,
        responses: others('responses', (node) => this.#response(node, received)),
        parameters: others('parameters', (node) => this.#parameter(node)),
        requestBodies: others('requestBodies', (node) => this.#body(node, sent)),
        headers: others('headers', (node) => ({ schema: this.#value(node, received) })),
        // The operations of path items are declared where a path refers to them.
        pathItems: others('pathItems', (node) => this.#item(node, asClient, () => undefined)),
      },
    }
  }

  #section(section: Section, operations: readonly NamedOperation[], directions: Directions): Spelling {
    const names = new Map(operations.map(({ name, path, method }) => [`${path}\n${method}`, name]))
    const items = withoutExtensions(this.#document.root[section]).flatMap(([path]): Entry[] => {
      const item = this.item(section, path)
      if (!item) return []
      return [[path, this.#item(item, directions, (method) => names.get(`${path}\n${method}`))]]
    })
    return mapOf(items)
  }

  #item(item: RawObject, directions: Directions, nameOf: (method: string) => string | undefined): Spelling {
    const operations = methods.flatMap((method): Entry[] => {
      const node = item[method]
      return isObject(node) ? [[method, this.#operation(item, node, directions, nameOf(method))]] : []
    })
    // Comments of shared parameters are printed with each operation.
    return { parameters: this.#parameters(item, 'bare'), ...Object.fromEntries(operations) }
  }

  #operation(item: RawObject, node: RawObject, { request, response }: Directions, name?: string): Spelling {
    const body = this.#references.resolved(node['requestBody'])
    const responses = withoutExtensions(node['responses']).flatMap(([status, one]): Entry[] => {
      const resolved = this.#references.resolved(one)
      if (!resolved) return []
      // A component is declared in the direction of what clients receive.
      const component = response === received ? this.#refer(one, 'responses') : undefined
      return [[status, component ?? this.#response(resolved, response)]]
    })
    return {
      // The comment of a named operation is at its declaration.
      ...(name === undefined ? this.#notes.described(notesOf(node)) : { operationId: guarded(name) }),
      parameters: [...this.#parameters(item), ...this.#parameters(node)],
      ...(body && {
        requestBody:
          (request === sent ? this.#refer(node['requestBody'], 'requestBodies') : undefined) ??
          this.#body(body, request),
      }),
      responses: mapOf(responses),
    }
  }

  /** A reference to a component of a kind; undefined if an object is none. */
  #refer(node: unknown, kind: OtherKind): Spelling | undefined {
    const name = this.#references.componentName(node, kind)
    return name === undefined ? undefined : { $ref: pointerOf('components', kind, guarded(name)) }
  }

  #parameters({ parameters }: RawObject, notes: 'noted' | 'bare' = 'noted'): readonly Spelling[] {
    return listOf(parameters).flatMap((node) => {
      const parameter = this.#references.resolved(node)
      if (typeof parameter?.['name'] !== 'string') return []
      const component = this.#refer(node, 'parameters')
      const own = this.#parameter(parameter, component)
      // The comment of a header that clients send by themselves is printed only at the component, because most
      // operations have the header.
      const isBare =
        notes === 'bare' ||
        (component !== undefined && (isVersionHeader(parameter) || isIdempotencyKey(parameter)))
      return [isBare ? own : { ...own, ...this.#notes.described(notesOf(parameter)) }]
    })
  }

  /** @param component the reference that the parameter is */
  #parameter(node: RawObject, component?: Spelling): Spelling {
    return {
      name: guarded(String(node['name'])),
      in: node['in'],
      required: node['required'] === true,
      schema: component ?? this.#value(node, sent),
    }
  }

  /** The schema of a parameter or of a header, which may be that of a media type. */
  #value(node: RawObject, holder: Holder): Spelling {
    const [content] = entriesOf(node['content'])
    const isDirect = 'schema' in node || !content
    const schema = isDirect ? node['schema'] : this.#references.resolved(content[1])?.['schema']
    return this.#schemas.spell(schema, holder)
  }

  #body(node: RawObject, holder: Holder): Spelling {
    return {
      required: node['required'] === true,
      ...this.#notes.described(notesOf(node)),
      content: this.#content(node, holder),
    }
  }

  #response(node: RawObject, holder: Holder): Spelling {
    return {
      ...this.#notes.described(notesOf(node)),
      headers: this.#headers(node, holder),
      content: this.#content(node, holder),
    }
  }

  #headers({ headers }: RawObject, holder: Holder): Spelling {
    return mapOf(
      entriesOf(headers).flatMap(([name, node]): Entry[] => {
        const header = this.#references.resolved(node)
        if (!header) return []
        // The library treats headers that are references as required, which only fits received responses.
        const component = holder === received ? this.#refer(node, 'headers') : undefined
        const required = header['required'] === true
        const schema = component ?? this.#value(header, holder)
        // Most responses have the same headers, so a component has its comment only at its declaration.
        const note = component ? {} : this.#notes.described(notesOf(header))
        return [[name, { required, ...note, schema }]]
      }),
    )
  }

  #content({ content }: RawObject, holder: Holder): Spelling {
    return mapOf(
      withoutExtensions(content).flatMap(([mediaType, node]): Entry[] => {
        const media = this.#references.resolved(node)
        if (!media) return []
        const note = this.#notes.described(notesOf({ example: media['example'] }))
        return [[mediaType, { ...note, ...this.#mediaType(media, holder) }]]
      }),
    )
  }

  #mediaType({ schema, itemSchema }: RawObject, holder: Holder): Spelling {
    if (schema !== undefined) return { schema: this.#schemas.spell(schema, holder) }
    if (itemSchema === undefined) return {}
    return { schema: { type: 'array', items: this.#schemas.spell(itemSchema, holder) } }
  }
}
