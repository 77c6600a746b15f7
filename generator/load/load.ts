import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import {
  addTo,
  collectReferences,
  type Dialect,
  entriesOf,
  hasNoContent,
  isMethod,
  isObject,
  member,
  type NamedOperation,
  operationMatcher,
  operationsIn,
  pointerOf,
  pointerTo,
  resolveAnchors,
  segmentsOf,
  unmatchedPattern,
  textOf,
  textsOf,
  webhooksKeyOf,
} from '../../document/index.js'
import type { Gap, GenerateOptions, GeneratorInput, LoadedDocument, RawObject } from '../model/document.js'
import { bundleFiles } from './bundle.js'
import { breakLoops, dialectOf, fillGaps, gate, loosen } from './gate.js'
import { parseDocumentText, type ParsedText } from './parse.js'
import { type JudgedNumbers, judgeNumbers, noteAt, type Path, withLines } from './problems.js'
import { convertSwagger, errorInText, type PathInText, pointerInText, problemInText } from './swagger.js'

/** Patterns for the names of operations to include, and to exclude from those. */
export type Selection = Pick<GenerateOptions, 'include' | 'exclude'>

type Keeps = (operation: NamedOperation) => boolean

const namedOf = (path: string, method: string, operation: unknown): NamedOperation => ({
  operationId: textOf(member(operation, 'operationId')),
  tags: textsOf(member(operation, 'tags')),
  path,
  method,
})

const methodsIn = ({ additionalOperations, ...own }: RawObject): [string, unknown][] => [
  ...Object.entries(own).filter(([key]) => isMethod(key)),
  ...entriesOf(additionalOperations),
]

/** Every operation of a document, with what it can be selected by. */
const namedOperations = ({ paths, webhooks }: RawObject): readonly NamedOperation[] =>
  [...entriesOf(paths), ...entriesOf(webhooks)].flatMap(([path, item]) =>
    isObject(item) ? methodsIn(item).map(([method, operation]) => namedOf(path, method, operation)) : [],
  )

/** A path item without the operations that are not kept; undefined if it had operations and none is left. */
const keptItem = (path: string, item: RawObject, keeps: Keeps): RawObject | undefined => {
  const { additionalOperations, ...own } = item
  const isKept = ([method, operation]: [string, unknown]): boolean => keeps(namedOf(path, method, operation))
  const all = methodsIn(item)
  if (all.length > 0 && !all.some(isKept)) return undefined
  const members = Object.entries(own).filter((entry) => !isMethod(entry[0]) || isKept(entry))
  const additional = entriesOf(additionalOperations).filter(isKept)
  return {
    ...Object.fromEntries(members),
    ...(additional.length > 0 && { additionalOperations: Object.fromEntries(additional) }),
  }
}

const keptItems = (items: unknown, keeps: Keeps): RawObject =>
  Object.fromEntries(
    entriesOf(items).flatMap(([path, item]): [string, unknown][] => {
      const kept = isObject(item) ? keptItem(path, item, keeps) : item
      return kept === undefined ? [] : [[path, kept]]
    }),
  )

const componentOf = (ref: string): string => pointerOf(...segmentsOf(ref).slice(0, 3))

/** Pointers of the components that a tree needs, directly and indirectly. */
const neededComponents = (tree: RawObject, components: RawObject): Set<string> => {
  const needed = new Set(collectReferences(tree).map(({ ref }) => componentOf(ref)))
  const uses = new Map<string, string[]>()
  for (const { ref, path } of collectReferences({ components })) {
    const from = pointerOf(...path.slice(0, 3))
    addTo(uses, from, componentOf(ref))
  }
  for (const pointer of needed) for (const used of uses.get(pointer) ?? []) needed.add(used)
  return needed
}

const keptComponents = (tree: RawObject, components: RawObject): RawObject => {
  const needed = neededComponents(tree, components)
  return Object.fromEntries(
    Object.entries(components).map(([kind, members]) => {
      if (kind === 'securitySchemes' || !isObject(members)) return [kind, members]
      const isNeeded = ([name]: [string, unknown]): boolean => needed.has(pointerOf('components', kind, name))
      return [kind, Object.fromEntries(Object.entries(members).filter(isNeeded))]
    }),
  )
}

/** A document with the selected operations and their components. @throws RampartError SELECTION_EMPTY */
export function selectOperations(root: RawObject, { include, exclude }: Selection, file: string): RawObject {
  if (include === undefined && exclude === undefined) return root
  const isIncluded = include === undefined ? () => true : operationMatcher(include)
  const isExcluded = operationMatcher(exclude ?? [])
  const keeps: Keeps = (operation) => isIncluded(operation) && !isExcluded(operation)
  const { components, paths, webhooks, ...rest } = root
  const tree = {
    ...rest,
    paths: keptItems(paths, keeps),
    ...(webhooks === undefined ? {} : { webhooks: keptItems(webhooks, keeps) }),
  }
  const left = [...Object.keys(tree.paths), ...Object.keys(tree.webhooks ?? {})]
  if (left.every((path) => path.startsWith('x-'))) {
    const unmatched = unmatchedPattern('include', include, namedOperations(root))
    const message = `${file}: ${unmatched ?? '--include and --exclude leave no operation'}`
    throw new RampartError('SELECTION_EMPTY', { message, where: { file } })
  }
  return isObject(components) ? { ...tree, components: keptComponents(tree, components) } : tree
}

/** The first reference to another file or host. */
const leadsOut = (tree: RawObject): string | undefined =>
  collectReferences(tree).find(({ ref }) => !ref.startsWith('#'))?.ref

const notesAt = (file: string, paths: readonly Path[], message: string): readonly Problem[] =>
  paths.map((path) => noteAt(file, path, message))

/** Options for reading a document. */
export type LoadOptions = Selection &
  Pick<GenerateOptions, 'lenient' | 'allowRefs' | 'closedResponses' | 'signal'> & {
    /** Includes the operations that OpenAPI 3.2 adds. */
    readonly hasNewer?: boolean
  }

const withWebhooks = (root: RawObject): RawObject => {
  const key = webhooksKeyOf(root)
  const { [key]: webhooks, ...rest } = root
  return key === 'webhooks' ? root : { ...rest, webhooks }
}

// A cheap test that avoids walking the document, since few have anchors. Escapes may hide the keyword.
const mayHaveAnchors = (text: string): boolean =>
  /\$(?:anchor|dynamic|recursive|id)|\\u0024|\\x24|\\U00000024/.test(text)

const ambiguous = 'this reference may lead to one of several schemas'
const looping = 'this schema contains itself through references alone; it is read without that reference'

/**
 * Removes what describes no content of responses that have none by their status, such as Elysia's
 * `content: { type: void }`, in place. @returns the paths
 */
const dropContents = (root: RawObject): readonly Path[] => {
  const dropped: Path[] = []
  for (const { node, path } of [
    ...operationsIn(root, 'paths', true),
    ...operationsIn(root, 'webhooks', true),
  ])
    for (const [status, response] of entriesOf(node['responses'])) {
      const content = member(response, 'content')
      if (!hasNoContent(status) || content === undefined || isContent(content)) continue
      Reflect.deleteProperty(Object(response), 'content')
      dropped.push([...path, 'responses', status])
    }
  return dropped
}

const isContent = (content: unknown): boolean =>
  isObject(content) && Object.values(content).every((media) => isObject(media) || media === null)

/** Notes on a document before it is rewritten, problems of its numbers, and dynamic references. */
const examineText = (
  { file, text }: GeneratorInput,
  read: RawObject,
  { inexact, hidden }: ParsedText,
): JudgedNumbers & { readonly gaps: readonly Gap[] } => {
  const dynamic = mayHaveAnchors(text) ? resolveAnchors(read) : []
  const contents = dropContents(read)
  loosen(read, new Set(dynamic.map((path) => pointerTo(path.slice(0, -1)))))
  const { misshapen, notes } = judgeNumbers(read, inexact, file)
  return {
    misshapen,
    notes: [
      ...notesAt(file, hidden, 'the object has several members of this name; the last one counts'),
      ...notes,
      ...notesAt(file, contents, 'a response with this status has no body; its "content" is ignored'),
      ...notesAt(file, dynamic, `${ambiguous}; any value is accepted instead`),
    ],
    gaps: dynamic.map((path) => ({ path, reason: ambiguous })),
  }
}

/** A parsed document, before it is bundled and checked. */
interface Opened extends ParsedText {
  readonly tree: RawObject
  readonly dialect: Dialect
  readonly pathInText?: PathInText
  /** Notes on the conversion. */
  readonly notes?: readonly Problem[]
}

/** Parses a document, and converts it if it is Swagger 2.0. */
const openText = async (input: GeneratorInput): Promise<Opened> => {
  const parsed = await parseDocumentText(input)
  const converted = await convertSwagger(parsed.value, input.file)
  const value = converted ? converted.root : parsed.value
  const dialect = dialectOf(value, input.file)
  const tree = isObject(value) ? value : {}
  // Paths in the text do not exist in the converted document.
  if (converted) return { ...converted, value, inexact: [], hidden: [], tree, dialect }
  return { ...parsed, tree, dialect }
}

/** Bundles and checks a parsed document, and keeps the selected operations. */
const checkTree = async (
  input: GeneratorInput,
  parsed: Opened,
  options: LoadOptions,
): Promise<LoadedDocument> => {
  const { lenient = false, allowRefs = [], closedResponses = false, hasNewer = false, signal } = options
  // Each step is synchronous and may take a second for a huge document, so signals are only handled in between.
  const turn = async (): Promise<void> => {
    await setImmediate()
    signal?.throwIfAborted()
  }
  const { name, file, text } = input
  await turn()
  const tree = withWebhooks(parsed.tree)
  const { misshapen, notes, gaps } = examineText(input, tree, parsed)
  const isSelfContained = leadsOut(tree) === undefined
  // The bundler knows webhooks by the name that they have in the document.
  const whole = isSelfContained ? undefined : await bundleFiles(input, parsed.tree, { lenient, allowRefs })
  const others = whole?.others ?? {}
  const reading = { isSelfContained, others, dialect: parsed.dialect, closedResponses, hasNewer }
  const bundled = whole ? withWebhooks(whole.tree) : tree
  await turn()
  const filled = lenient ? fillGaps(bundled, file, misshapen) : { root: bundled, gaps: [], problems: [] }
  await turn()
  gate(filled.root, file, lenient ? [] : misshapen)
  await turn()
  const { root, changed } = breakLoops(selectOperations(filled.root, options, file))
  const sha256 = createHash('sha256').update(text).digest('hex')
  const problems = [...notes, ...filled.problems, ...notesAt(file, changed, looping)]
  const operations = namedOperations(filled.root)
  return { name, file, sha256, root, operations, ...reading, problems, gaps: [...gaps, ...filled.gaps] }
}

/**
 * Parses, bundles and checks one document, and keeps the selected operations. Swagger 2.0 is converted.
 * @throws RampartError DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED, DOCUMENT_INVALID or SELECTION_EMPTY.
 */
export async function loadDocument(input: GeneratorInput, options: LoadOptions = {}) {
  const parsed = await openText(input)
  const { pathInText } = parsed
  const document = await checkTree(input, parsed, options).catch((error: unknown) => {
    const own = pathInText ? errorInText(error, pathInText) : error
    throw own instanceof RampartError ? own.with({ problems: withLines(own.problems, input) }) : own
  })
  if (!pathInText) return document
  const problems = document.problems.map((problem) => problemInText(problem, pathInText))
  return { ...document, problems: [...(parsed.notes ?? []), ...problems], pathInText }
}

/** A document for comparison: bundled, and otherwise unchanged. */
export interface ReadDocument {
  readonly root: RawObject
  /** The problems for which `generate` refuses it. */
  readonly problems: readonly Problem[]
  /** Whether it was converted from Swagger 2.0. */
  readonly isConverted: boolean
  /** Maps a JSON Pointer to the user's document; undefined if it has no counterpart there. */
  readonly pointerInText: (pointer: string) => string | undefined
}

/** The first reference to another file, which is not an identifier in the document. */
const outwardReference = (tree: RawObject): string | undefined => {
  if (leadsOut(tree) === undefined) return undefined
  const copy = structuredClone(tree)
  resolveAnchors(copy)
  return leadsOut(copy)
}

/** The problems for which a document that can be compared is refused by `loadDocument`. */
const problemsOf = (input: GeneratorInput, parsed: Opened, root: RawObject): readonly Problem[] => {
  try {
    const tree = withWebhooks(root)
    gate(tree, input.file, examineText(input, tree, parsed).misshapen)
    return []
  } catch (error) {
    if (!(error instanceof RampartError)) throw error
    const { pathInText } = parsed
    return pathInText ? error.problems.map((one) => problemInText(one, pathInText)) : error.problems
  }
}

/** Implements `readDocument`. */
export async function readTree(input: GeneratorInput, isLoose: boolean): Promise<ReadDocument> {
  const parsed = await openText(input)
  const { tree, pathInText } = parsed
  const read = (root: RawObject): ReadDocument => ({
    root,
    problems: problemsOf(input, parsed, root),
    isConverted: pathInText !== undefined,
    pointerInText: (pointer) => pointerInText(pathInText, pointer),
  })
  const outward = outwardReference(tree)
  if (outward === undefined) return read(tree)
  if (!isLoose) return read(await bundleFiles(input, tree))
  throw new RampartError('DOCUMENT_INVALID', {
    message: `${input.file} refers to another file ("${outward}"), and has no folder to find it in`,
    where: { file: input.file },
    fix: 'Bundle it into one file first.',
  })
}
