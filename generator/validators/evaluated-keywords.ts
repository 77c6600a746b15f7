import { _, type Ajv, type Code, type CodeKeywordDefinition, type KeywordCxt, Name, nil } from 'ajv'
import { not, or, stringify } from 'ajv/dist/compile/codegen/index.js'
import { mergeEvaluated, setEvaluated, Type } from 'ajv/dist/compile/util.js'
import { type ChangedKeywords, type KeywordCode, N, withCode } from './ajv-modules.js'
import { addShortKeywords, type FindFunction, functionsOf, isComputed, isLarge } from './short-schemas.js'
import { type FunctionName, RuntimeName } from './statements.js'

const silent = { compositeRule: true, createErrors: false, allErrors: false } as const

/**
 * Declares the evaluated properties before a keyword that determines them at run time. ajv declares them in the first
 * branch that matches: in a loop this keeps the value of the previous iteration, and without a match they are
 * undefined. The object has no prototype, whose members would count as evaluated properties.
 */
const startEvaluated = ({ gen, it }: KeywordCxt): void => {
  if (!it.opts.unevaluated) return
  if (it.props !== true && !(it.props instanceof Name)) {
    const props = gen.var('props', _`Object.create(null)`)
    if (it.props) setEvaluated(gen, props, it.props)
    it.props = props
  }
  if (it.items !== true && !(it.items instanceof Name)) it.items = gen.var('items', it.items ?? 0)
}

/** Members that `if` evaluates count if it matches, even without `then` or `else`, unlike in ajv. */
const ifCode: KeywordCode = (cxt) => {
  const { gen, it } = cxt
  startEvaluated(cxt)
  const valid = gen.let('valid', true)
  const fits = gen.name('_valid')
  const failing = gen.let('ifClause', _`"then"`)
  const condition = cxt.subschema({ keyword: 'if', ...silent }, fits)
  cxt.reset()
  cxt.mergeValidEvaluated(condition, fits)
  const judge = (keyword: 'then' | 'else') => (): void => {
    if (it.schema[keyword] === undefined) return
    gen.assign(failing, _`${keyword}`)
    const clause = cxt.subschema({ keyword }, fits)
    gen.assign(valid, fits)
    cxt.mergeValidEvaluated(clause, valid)
  }
  gen.if(fits, judge('then'), judge('else'))
  cxt.setParams({ ifClause: failing })
  cxt.pass(valid, () => cxt.error(true))
}

/**
 * Collects the properties or indices that a keyword evaluates, and then merges them with those evaluated before.
 * @returns false, without calling `run`, if everything is evaluated already
 */
const evaluating = (cxt: KeywordCxt, run: (own: Name) => void): boolean => {
  const { gen, it } = cxt
  const before = it.props
  if (before === true) return false
  const own = gen.var('props', _`Object.create(null)`)
  it.props = own
  run(own)
  it.props = mergeEvaluated.props(gen, own, before)
  return true
}

const patternPropertiesCode =
  (judge: KeywordCode): KeywordCode =>
  (cxt, ruleType) => {
    if (!evaluating(cxt, () => judge(cxt, ruleType))) judge(cxt, ruleType)
  }

const noteContained = (cxt: KeywordCxt, own: Name): void => {
  const { gen, data } = cxt
  const fits = gen.name('_valid')
  gen.forRange('i', 0, _`${data}.length`, (i) => {
    cxt.subschema({ keyword: 'contains', dataProp: i, dataPropType: Type.Num, ...silent }, fits)
    gen.if(fits, () => gen.assign(_`${own}[${i}]`, true))
  })
  cxt.reset()
}

/** Only items that match `contains` are evaluated (JSON Schema 2020-12); ajv counts all of them. */
const containsCode =
  (judge: KeywordCode): KeywordCode =>
  (cxt, ruleType) => {
    const { it } = cxt
    const { items = 0 } = it
    const isNoted = evaluating(cxt, (own) => noteContained(cxt, own))
    judge(cxt, ruleType)
    it.items = isNoted ? items : true
  }

const isUnevaluated = (props: unknown, index: Name): Code =>
  props instanceof Name ? _`!(${props} && ${props}[${index}])` : _`true`

/** Like ajv's code, but also handles that branches report at run time that all items are evaluated. */
const unevaluatedItemsCode: KeywordCode = (cxt) => {
  const { gen, schema, data, it } = cxt
  const items = it.items ?? 0
  const props = it.props
  it.items = true
  if (items === true) return
  const judge = (index: Name): void => {
    if (schema === false) {
      cxt.setParams({ len: index })
      cxt.error()
      gen.break()
      return
    }
    const valid = gen.name('valid')
    cxt.subschema({ keyword: 'unevaluatedItems', dataProp: index, dataPropType: Type.Num }, valid)
    if (!it.allErrors) gen.if(not(valid), () => gen.break())
  }
  gen.if(_`${items} !== true`, () =>
    gen.forRange('i', items, _`${data}.length`, (index) =>
      gen.if(isUnevaluated(props, index), () => judge(index)),
    ),
  )
}

const after =
  (judge: KeywordCode): KeywordCode =>
  (cxt, ruleType) => {
    startEvaluated(cxt)
    judge(cxt, ruleType)
  }

const codes: Readonly<Record<string, (judge: KeywordCode) => KeywordCode>> = {
  anyOf: after,
  oneOf: after,
  dependentSchemas: after,
  patternProperties: patternPropertiesCode,
  if: () => ifCode,
  contains: containsCode,
  unevaluatedItems: () => unevaluatedItemsCode,
}

// Without `unevaluated…` keywords, ajv's code is correct as it is.
const whereAsked =
  (change: (judge: KeywordCode) => KeywordCode) =>
  (judge: KeywordCode): KeywordCode => {
    const asked = change(judge)
    return (cxt, type) => (cxt.it.opts.unevaluated ? asked : judge)(cxt, type)
  }

/** Keywords with corrected results for `unevaluatedProperties` and `unevaluatedItems`. */
export const evaluatedKeywords: ChangedKeywords = Object.fromEntries(
  Object.entries(codes).map(([keyword, change]) => [keyword, withCode(whereAsked(change))]),
)

const under = new RuntimeName('under')
const check = new RuntimeName('check')
const tagOf = new RuntimeName('tagOf')

const addErrors = (cxt: KeywordCxt, fn: Name): void => {
  const { gen, it, data } = cxt
  // The schema path of an error is only needed to assign it to a branch of a union.
  const at = it.compositeRule === true ? _`, ${it.errSchemaPath}` : nil
  const path = String(it.errorPath) === '""' && at === nil ? nil : _`, ${it.errorPath}`
  if (!isComputed(it.errorPath)) gen.assign(N.vErrors, _`${check}(${N.vErrors}, ${data}, ${fn}${path}${at})`)
  else
    gen.if(_`!${fn}(${data})`, () =>
      gen.assign(N.vErrors, _`${under}(${N.vErrors}, ${fn}, ${it.errorPath}${at})`),
    )
}

const mergeEvaluatedOf = (cxt: KeywordCxt, fn: FunctionName): void => {
  const { gen, it } = cxt
  if (it.opts.unevaluated !== true || !fn.tellsEvaluated) return
  startEvaluated(cxt)
  if (it.props !== true) {
    const props = gen.var('props', _`${fn}.evaluated.props`)
    it.props = mergeEvaluated.props(gen, props, it.props, Name)
  }
  if (it.items !== true) {
    const items = gen.var('items', _`${fn}.evaluated.items`)
    it.items = mergeEvaluated.items(gen, items, it.items, Name)
  }
}

/** `unit: <name>` calls the function of another unit. */
const unitKeyword = (find: FindFunction): CodeKeywordDefinition => ({
  keyword: 'unit',
  schemaType: 'string',
  code(cxt) {
    const fn = find(String(cxt.schema))
    addErrors(cxt, fn)
    mergeEvaluatedOf(cxt, fn)
  },
})

interface TagSchema {
  readonly property: string
  readonly select: readonly (readonly [string, number])[]
}

const tagsByBranch = (branches: readonly unknown[], select: TagSchema['select']): string[][] => {
  const tags = branches.map((): string[] => [])
  for (const [tag, branch] of select) tags[branch]?.push(tag)
  return tags
}

/** `branches` with `tag`: a union in which the value of the tag selects the one branch to validate. */
const branchesKeyword: CodeKeywordDefinition = {
  keyword: 'branches',
  schemaType: 'array',
  error: { message: '', params: ({ params }) => _`{tag: ${params['property']},tags: ${params['tags']}}` },
  code(cxt) {
    const { gen, data, it } = cxt
    const { property, select }: TagSchema = cxt.parentSchema['tag']
    const value = gen.const('tag', _`${tagOf}(${data}, ${property})`)
    const branches: readonly unknown[] = cxt.schema
    startEvaluated(cxt)
    const isFlat = isLarge(branches)
    const valid = isFlat ? gen.let('valid', false) : nil
    if (!isFlat) gen.if(false)
    for (const [index, tags] of tagsByBranch(branches, select).entries()) {
      const isSelected = or(...tags.map((tag) => _`${value} === ${tag}`))
      if (isFlat) gen.if(isSelected)
      else gen.elseIf(isSelected)
      const branch = cxt.subschema({ keyword: 'branches', schemaProp: index }, gen.name('branch'))
      if (it.opts.unevaluated) cxt.mergeEvaluated(branch, Name)
      if (isFlat) gen.assign(valid, true).endIf()
    }
    cxt.setParams({ property, tags: stringify(select.map(([tag]) => tag)) })
    if (isFlat) return cxt.pass(valid)
    gen.else()
    cxt.error()
    gen.endIf()
  },
}

/** Adds the keywords that `build/units.ts` uses in unit schemas. */
export function addUnitKeywords(ajv: Ajv, find: FindFunction): void {
  functionsOf.set(ajv, find)
  ajv.addKeyword('tag')
  ajv.addKeyword(unitKeyword(find))
  ajv.addKeyword(branchesKeyword)
  addShortKeywords(ajv, find)
}
