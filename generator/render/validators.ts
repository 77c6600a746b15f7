import type { DocumentModel, Unit } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { compileValidators } from '../validators/compile.js'
import { judgedOperation } from './judged-operations.js'
import { commentText } from './literal.js'
import type { JudgedOperationRow, ValidatorRow } from './template-model.js'
import type { Templates } from './templates.js'

const nameOfLocal = (unit: string): string => `$${unit}`

// What code and declarations use beside what code imports: a constant of such a name would hide it.
const used =
  'Array Infinity Math Object OperationValidators RegExp Set StandardValidator deepEqual automaton fail int32 ' +
  'int64 isDate isDateTime isDecimal isEmail isFinite isLonger isNaN isShorter isTime isUri isUuid judge keep parseInt recall ' +
  'repeated size standard uint32 uint64 under upTo'
const usedNames = new Set(used.split(' '))

/** The constant behind an export; `$$` begins no name of anything else. */
const constantOf = (name: string): Pick<ValidatorRow, 'constant' | 'isRenamed'> => {
  const isRenamed = usedNames.has(name)
  return { constant: isRenamed ? `$$${name}` : name, isRenamed }
}

const descriptionOf = ({ pointer, direction }: Unit): Pick<ValidatorRow, 'pointer' | 'direction'> => ({
  pointer: commentText(pointer),
  direction: direction === 'both' ? '' : direction,
})

const operationRows = (
  { operations, names }: DocumentModel,
  localOf: (unit: string) => string,
): JudgedOperationRow[] =>
  Object.entries(operations).map(([id, operation]) =>
    judgedOperation(id, names.operations.get(id)?.function ?? id, operation, localOf),
  )

/** Validators that are exported, each with the function that judges by it. */
const exportedRows = (
  units: readonly Unit[],
  localOf: (unit: string) => string,
  typeOf: (unit: Unit) => string,
): ValidatorRow[] =>
  units.flatMap((unit) => {
    const names = { name: unit.name, local: localOf(unit.name), type: typeOf(unit) }
    return unit.isShared === true ? [] : [{ ...descriptionOf(unit), ...constantOf(unit.name), ...names }]
  })

/**
 * Prints the validators of a document as one module.
 * @throws RampartError DOCUMENT_INVALID with every schema that no validator can be made of
 */
export function renderValidators(model: DocumentModel, templates: Templates): OutputFile[] {
  const { units, file } = model
  const { functions, aliases, constants, imports } = compileValidators(units, file)
  const localOf = (unit: string): string => nameOfLocal(aliases.get(unit) ?? unit)
  const byName = new Map(units.map((unit) => [unit.name, unit]))
  const content = templates.render('validators.js', {
    imports: [...new Set([...imports, 'judge', 'standard'])].toSorted().join(', '),
    constants: constants.map(({ name, code }) => ({ name, value: code })),
    functions: functions.flatMap(({ unit, local, body }) => {
      const of = byName.get(unit)
      return of ? [{ ...descriptionOf(of), local, body: body.trimEnd() }] : []
    }),
    validators: exportedRows(units, localOf, () => ''),
    operations: operationRows(model, localOf),
  })
  return [{ path: 'validators.js', content }]
}

const requestOf = /^requests\[(".*")\]$/

/**
 * Prints what the validators of a document prove.
 * @param requests names of the schemas of which requests hold something else
 */
export function renderValidatorTypes(
  model: DocumentModel,
  requests: ReadonlySet<string>,
  templates: Templates,
): OutputFile[] {
  const typeOf = ({ type }: Unit): string => {
    const [, name = '""'] = requestOf.exec(type) ?? []
    return requests.has(JSON.parse(name)) || name === '""' ? type : `components["schemas"][${name}]`
  }
  const validators = exportedRows(model.units, nameOfLocal, typeOf)
  const content = templates.render('validators.d.ts', {
    validators,
    operations: operationRows(model, nameOfLocal),
    hasRequests: validators.some(({ type }) => requestOf.test(type)),
  })
  return [{ path: 'validators.d.ts', content }]
}
