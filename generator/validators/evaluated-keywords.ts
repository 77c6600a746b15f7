import { _, type Code, type KeywordCxt, Name } from 'ajv'
import { not } from 'ajv/dist/compile/codegen/index.js'
import { mergeEvaluated, setEvaluated, Type } from 'ajv/dist/compile/util.js'
import { type ChangedKeywords, type KeywordCode, withCode } from './ajv-modules.js'

const silent = { compositeRule: true, createErrors: false, allErrors: false } as const

/**
 * Declares the evaluated properties before a keyword that determines them at run time. ajv declares them in the first
 * branch that matches: in a loop this keeps the value of the previous iteration, and without a match they are
 * undefined. The object has no prototype, whose members would count as evaluated properties.
 */
export function startEvaluated({ gen, it }: KeywordCxt): void {
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
 * Collects the properties, or indices, that a keyword evaluates, separately from those before it, which may be all of
 * them, or undefined if they were for values of another type.
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
