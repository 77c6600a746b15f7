import { segmentsOf } from '../document/index.js'
import type { JsonSchema } from '../runtime/json-schema.js'
import type { Surface } from '../runtime/surface.js'
import { evaluatingUnits } from './build/evaluated.js'
import { type Tables, tablesOf, unitsOf } from './build/build.js'
import { loadDocument } from './load/load.js'
import { pointerInText } from './load/swagger.js'
import type { Gap, LoadedDocument, RawObject } from './model/document.js'
import type { GeneratorInput } from './model/options.js'
import { UnitCompiler, costlyUnits } from './validators/compile.js'
import { attributed, type Unread, unsupportedIn } from './unread.js'
import { LinkedUnits } from './validators/linked.js'

/** Options for opening a document. */
export interface SurfaceOptions {
  /** Folders and hosts that references may lead to, in addition to the folder of the document. */
  readonly allowRefs?: readonly string[]
  /** Aborts between two steps. */
  readonly signal?: AbortSignal
}

/** A document opened for testing. */
export interface OpenedSurface {
  /** Its tables, with validators that are compiled on first use. */
  readonly surface: Surface
  /** The bundled document. */
  readonly root: RawObject
  /** Whether it was converted from Swagger 2.0. */
  readonly isConverted: boolean
  /** Maps a JSON Pointer to the user's document; undefined if it has no counterpart there. */
  pointerInText(pointer: string): string | undefined
  /** The unreadable parts known so far; some only show when validators are compiled. */
  readonly unread: readonly Unread[]
}

// Units that must report what they evaluated can only be found from all units, which few documents need. An escape
// may hide the keyword.
const mayAskForEvaluated = (text: string): boolean => /unevaluated|\\(?:u00|x|U000000)[67]/.test(text)

const compilerOf = (tables: Tables, isWhole: boolean): UnitCompiler => {
  const evaluating = isWhole ? evaluatingUnits(unitsOf(tables)) : new Set<string>()
  const schemaOf = (unit: string): JsonSchema | undefined => tables.units.unit(unit)?.schema
  return new UnitCompiler({
    tellsEvaluated: (unit) => evaluating.has(unit),
    isCostly: costlyUnits(schemaOf),
    endOf: (unit) => unit,
  })
}

class Opened implements OpenedSurface {
  readonly surface: Surface
  readonly #document: LoadedDocument
  readonly #tables: Tables
  /** Gaps of the document, and schemas that turned out not to compile. */
  readonly #gaps: Gap[]
  #known: { readonly count: number; readonly unread: readonly Unread[] } = { count: 0, unread: [] }

  constructor(document: LoadedDocument, { text }: GeneratorInput) {
    this.#document = document
    this.#gaps = [...document.gaps, ...unsupportedIn(document.root)]
    this.#tables = tablesOf(document, false)
    const { units, names: _names, named: _named, ...tables } = this.#tables
    const linked = new LinkedUnits({
      compiler: compilerOf(this.#tables, !document.isSelfContained || mayAskForEvaluated(text)),
      unitOf: (name) => units.unit(name),
      onFault: ({ pointer }, reason) => this.#gaps.push({ path: segmentsOf(pointer), reason }),
    })
    const validator: Surface['validator'] = async (name) => linked.validator(name)
    this.surface = { version: document.name, sha256: document.sha256, ...tables, validator }
  }

  get root(): RawObject {
    return this.#document.root
  }

  get isConverted(): boolean {
    return this.#document.pathInText !== undefined
  }

  get unread(): readonly Unread[] {
    const gaps = [...this.#gaps, ...this.#tables.units.gaps]
    if (this.#known.count !== gaps.length)
      this.#known = { count: gaps.length, unread: attributed(this.#document, gaps) }
    return this.#known.unread
  }

  pointerInText(pointer: string): string | undefined {
    return pointerInText(this.#document.pathInText, pointer)
  }
}

/** Implements `openSurface`. */
export async function openDocument(
  input: GeneratorInput,
  { allowRefs = [], signal }: SurfaceOptions = {},
): Promise<OpenedSurface> {
  const loaded = await loadDocument(input, {
    lenient: true,
    closedResponses: true,
    hasNewer: true,
    allowRefs,
    ...(signal && { signal }),
  })
  // A new root object, so that memoized references below the first one can be freed.
  return new Opened({ ...loaded, root: { ...loaded.root } }, input)
}
