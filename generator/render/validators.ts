import type { DocumentModel, Unit } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import type { CompiledValidators } from '../validators/compile.js'
import { judgedOperation } from './judged-operations.js'
import { commentText } from './literal.js'
import { renderModule } from './module.js'
import type { JudgedOperationRow, ValidatorRow } from './template-model.js'
import type { Templates } from './templates.js'

const nameOfLocal = (unit: string): string => `$${unit}`

// Names that the code uses besides imports, which a constant of the same name would shadow.
const used =
  'Array Infinity Math Object OperationValidators RegExp Set StandardValidator deepEqual automaton fail int32 ' +
  'int64 isDate isDateTime isDecimal isEmail isFinite isLonger isNaN isShorter isTime isUri isUuid judge keep parseInt recall ' +
  'repeated size standard uint32 uint64 under upTo'
const usedNames = new Set(used.split(' '))

/** The constant behind an export; no other name begins with `$$`. */
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

/** Exported validators, each with its function. */
const exportedRows = (
  units: readonly Unit[],
  localOf: (unit: string) => string,
  typeOf: (unit: Unit) => string,
): ValidatorRow[] =>
  units.flatMap((unit) => {
    const names = { name: unit.name, local: localOf(unit.name), type: typeOf(unit) }
    return unit.isShared === true ? [] : [{ ...descriptionOf(unit), ...constantOf(unit.name), ...names }]
  })

const requestOf = /^requests\[(".*")\]$/

/** Component schemas that are only references use the validator of their target, exported under their own names. */
const aliasRows = (
  { names, schemaValidators, units }: DocumentModel,
  rows: readonly ValidatorRow[],
): ValidatorRow[] => {
  const byName = new Map(rows.map((row) => [row.name, row]))
  const taken = new Set(units.map(({ name }) => name))
  return [...names.schemas].flatMap(([schema, name]) => {
    const { request = '', response = '' } = schemaValidators[schema] ?? {}
    const wanted = [[name, response], ...(request === response ? [] : [[`${name}_request`, request]])]
    return wanted.flatMap(([alias = '', unit = '']) => {
      const row = byName.get(unit)
      if (!row || taken.has(alias)) return []
      taken.add(alias)
      return [{ ...row, name: alias, ...constantOf(alias) }]
    })
  })
}

/**
 * Prints the validators of a document and their types.
 * @param compiled their code
 * @param requests names of the schemas that differ between requests and responses
 */
export function renderValidators(
  model: DocumentModel,
  { functions, aliases, constants, imports }: CompiledValidators,
  requests: ReadonlySet<string>,
  templates: Templates,
): OutputFile[] {
  const localOf = (unit: string): string => nameOfLocal(aliases.get(unit) ?? unit)
  const typeOf = ({ type }: Unit): string => {
    const [, name = '""'] = requestOf.exec(type) ?? []
    return requests.has(JSON.parse(name)) || name === '""' ? type : `components["schemas"][${name}]`
  }
  const byName = new Map(model.units.map((unit) => [unit.name, unit]))
  const own = exportedRows(model.units, localOf, typeOf)
  const validators = [...own, ...aliasRows(model, own)]
  return renderModule({
    name: 'validators',
    values: {
      imports: [...new Set([...imports, 'judge', 'standard'])].toSorted().join(', '),
      constants: constants.map(({ name, code }) => ({ name, value: code })),
      functions: functions.flatMap(({ unit, local, body }) => {
        const of = byName.get(unit)
        return of ? [{ ...descriptionOf(of), local, body: body.trimEnd() }] : []
      }),
      validators,
      operations: operationRows(model, localOf),
      hasRequests: validators.some(({ type }) => requestOf.test(type)),
    },
    lists: ['constants', 'functions', 'validators', 'operations'],
    specifiers: { constants: ({ name }) => name, functions: ({ local }) => local },
    print: (values) => ({
      '.js': templates.render('validators.js', values),
      '.d.ts': templates.render('validators.d.ts', values),
    }),
  })
}
