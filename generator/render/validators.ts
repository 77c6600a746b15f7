import * as runtime from '../../runtime/validators.js'
import { isJsonType } from '../../document/index.js'
import type { MediaTypeObject, Operation, Parameter } from '../../runtime/surface.js'
import { requestLocations } from './client-operation.js'
import { memberName } from '../types/declarations.js'
import type {
  TableRow,
  JudgedOperationRow,
  JudgedResponseRow,
  ValidatorRow,
  ValidatorsValues,
} from './template-model.js'
import type { DocumentModel, OutputFile, Unit } from '../model/document.js'
import type { CompiledValidators } from '../validators/compile.js'
import { shortDigest } from '../build/names.js'
import { renderModule } from './module.js'
import type { Templates } from './templates.js'

type Content = Readonly<Record<string, MediaTypeObject>>

/** Returns the function of a validator, given its name in the tables. */
type FunctionOf = (validator: string) => string

const contentOf = (content: Content, functionOf: FunctionOf): TableRow[] =>
  Object.entries(content).map(([mediaType, { validator }]) => ({
    key: memberName(mediaType),
    value: validator === undefined ? 'null' : functionOf(validator),
  }))

// A parameter with a media type is sent as JSON, or as the caller provides it.
const validatorOf = ({ validator, content = {} }: Parameter): string | undefined =>
  validator ?? Object.entries(content).find(([mediaType]) => isJsonType(mediaType))?.[1].validator

/** The validators of the requests and responses of one operation, for the module of validators. */
const judgedOperation = (
  id: string,
  name: string,
  { parameters, requestBody, responses }: Operation,
  functionOf: FunctionOf,
): JudgedOperationRow => ({
  name: `${name}Validators`,
  functionName: name,
  id: JSON.stringify(id),
  key: memberName(id),
  parameters: parameters.flatMap((parameter) => {
    const validator = validatorOf(parameter)
    const key = memberName(`${requestLocations[parameter.in]}/${parameter.name}`)
    return validator === undefined ? [] : [{ key, value: functionOf(validator) }]
  }),
  body: contentOf(requestBody?.content ?? {}, functionOf),
  isBodyRequired: requestBody?.required === true,
  errors: '',
  responsesName: `${name}Responses`,
  responses: Object.entries(responses).map(([status, { content }]) => {
    const members = contentOf(content, functionOf).map(({ key, value }) => `${key}: ${value}`)
    return { key: memberName(status), content: members.length === 0 ? '{}' : `{ ${members.join(', ')} }` }
  }),
})

const globals =
  'Array Infinity Math Object OperationValidators RegExp Set StandardValidator isFinite isNaN parseInt'

// Names that the code uses, which a constant of the same name would shadow.
const usedNames = new Set([...Object.keys(runtime), ...globals.split(' ')])

/** The constant behind an export; no other name begins with `$$`. */
const constantOf = (name: string): Pick<ValidatorRow, 'constant' | 'isRenamed'> => {
  const isRenamed = usedNames.has(name)
  return { constant: isRenamed ? `$$${name}` : name, isRenamed }
}

const operationRows = ({ operations, names }: DocumentModel, localOf: FunctionOf): JudgedOperationRow[] =>
  Object.entries(operations).map(([id, operation]) =>
    judgedOperation(id, names.operations.get(id)?.function ?? id, operation, localOf),
  )

const componentSchema = /^#\/components\/schemas\/[^/]+$/

/** Names of validators in tables, by unit: the component's, or that of the equal shared unit. */
export function exportedUnits({ units }: DocumentModel, { aliases }: CompiledValidators) {
  const own = units.filter(({ isShared }) => isShared !== true)
  const nameOf = ({ name, pointer }: Unit): string =>
    componentSchema.test(pointer) ? name : (aliases.get(name) ?? name)
  return new Map(own.map((unit) => [unit.name, nameOf(unit)]))
}

const isError = ({ key }: JudgedResponseRow): boolean => !key.startsWith('2')

const errorsOf = ({ responses }: JudgedOperationRow): string => {
  const errors = responses.filter(isError).map(({ key, content }) => `${key}: ${content}`)
  return `{ ${errors.join(', ')} }`
}

/** Moves the errors that several operations have in common to constants, which bundlers can drop. */
const withSharedErrors = <Values extends Pick<ValidatorsValues, 'operations'>>(values: Values) => {
  const texts = values.operations.map(errorsOf)
  const repeated = new Set(texts.filter((text, index) => texts.indexOf(text) < index))
  const nameOf = (text: string): string => `errors_${shortDigest(text)}`
  const operations = values.operations.map((operation, index) => {
    const text = texts[index] ?? ''
    if (!repeated.has(text) || !operation.responses.some(isError)) return operation
    const responses = operation.responses.filter((row) => !isError(row))
    return { ...operation, responses, errors: nameOf(text) }
  })
  const used = new Set(operations.map(({ errors }) => errors))
  const errors = Array.from(repeated, (value) => ({ name: nameOf(value), value }))
  return { ...values, operations, errors: errors.filter(({ name }) => used.has(name)) }
}

const componentOf = /^(requests|components\["schemas"\])\[("(?:[^"\\]|\\.)*")\]$/

/** Component schemas that are only references use the validator of their target, exported under their own names. */
const aliasRows = (
  { names, schemaValidators, units }: DocumentModel,
  rows: ValidatorRow[],
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

/** Prints validators and their types; `requests` names the schemas that differ by direction. */
export function renderValidators(
  model: DocumentModel,
  compiled: CompiledValidators,
  requests: ReadonlySet<string>,
  templates: Templates,
): OutputFile[] {
  const { functions, aliases, constants, imports } = compiled
  const localOf = (unit: string): string => `$${aliases.get(unit) ?? unit}`
  const typeOf = ({ type }: Unit): string => {
    const [, section, name = '""'] = componentOf.exec(type) ?? []
    const component: string = JSON.parse(name)
    const exported = model.names.schemas.get(component)
    if (exported === undefined || (section === 'requests' && requests.has(component))) return type
    return `schemas.${exported}`
  }
  const exported = new Set(exportedUnits(model, compiled).values())
  const units = model.units.filter(({ name }) => exported.has(name))
  const own = units.map((unit): ValidatorRow => {
    const { name } = unit
    return Object.assign(constantOf(name), { name, local: localOf(name), type: typeOf(unit) })
  })
  const validators = [...own, ...aliasRows(model, own)]
  return renderModule({
    name: 'validators',
    values: {
      errors: [],
      imports: [...new Set([...imports, 'judge', 'judgeResponses', 'standard'])].toSorted().join(', '),
      constants: constants.map(({ name, code }) => ({ name, value: code })),
      functions: functions.map(({ local, body }) => ({ local, body: body.trimEnd() })),
      validators,
      operations: operationRows(model, localOf),
      hasRequests: validators.some(({ type }) => type.startsWith('requests[')),
    },
    lists: ['constants', 'functions', 'validators', 'operations'],
    specifiers: { constants: ({ name }) => name, functions: ({ local }) => local },
    print: (values) => ({
      '.js': templates.render('validators.js', withSharedErrors(values)),
      '.d.ts': templates.render('validators.d.ts', values),
    }),
  })
}
