import type { Problem } from '../diagnostics/index.js'
import type { JsonSchema } from '../runtime/json-schema.js'
import type { Surface } from '../runtime/surface.js'
import { evaluatingUnits } from './build/evaluated.js'
import { type Tables, tablesOf, unitsOf } from './build/build.js'
import { loadDocument } from './load/load.js'
import type { RawObject } from './model/document.js'
import type { GeneratorInput } from './model/input.js'
import { UnitCompiler } from './validators/compile.js'
import { costlyUnits } from './validators/costly.js'
import { LinkedUnits } from './validators/linked.js'

/** How a document is opened. */
export interface SurfaceOptions {
  /** Folders and hosts that references may lead to, beside the folder that the document is in. */
  readonly allowRefs?: readonly string[]
  /** Ends the reading between two of its steps. */
  readonly signal?: AbortSignal
}

/** A document as it is tested. */
export interface OpenedSurface {
  /** Its tables, and validators that are compiled when they are asked for. */
  readonly surface: Surface
  /** The document in one tree, as it was read. */
  readonly root: RawObject
  /** Everything that had to be read otherwise than it stands. */
  readonly problems: readonly Problem[]
}

// Which units tell what they evaluated follows from all units: hardly any document asks. An escape may hide the word.
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

/**
 * Opens one document for tests: leniently, judging responses as strictly as requests, and without writing files. The
 * functions that judge are those that generated code holds; each is compiled when it is first called.
 * @throws RampartError DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED or DOCUMENT_INVALID.
 */
export async function openSurface(
  input: GeneratorInput,
  { allowRefs = [], signal }: SurfaceOptions = {},
): Promise<OpenedSurface> {
  const options = { lenient: true, closedResponses: true, allowRefs, ...(signal && { signal }) }
  const loaded = await loadDocument(input, options)
  // Another root, for which nobody keeps the references that were found below the first.
  const document = { ...loaded, root: { ...loaded.root } }
  const tables = tablesOf(document, false)
  const mayAsk = !document.isSelfContained || mayAskForEvaluated(input.text)
  const problems = [...document.problems]
  const linked = new LinkedUnits({
    compiler: compilerOf(tables, mayAsk),
    unitOf: (name) => tables.units.unit(name),
    onFault: () => undefined,
  })
  const { title, operations, webhooks, securitySchemes, schemas, schemaValidators } = tables
  return {
    surface: {
      version: document.name,
      title,
      sha256: document.sha256,
      operations,
      webhooks,
      securitySchemes,
      schemas,
      schemaValidators,
      validator: async (name) => linked.validator(name),
    },
    root: document.root,
    problems,
  }
}
