import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt, Name, nil } from 'ajv'
import { or, stringify } from 'ajv/dist/compile/codegen/index.js'
import { mergeEvaluated } from 'ajv/dist/compile/util.js'
import { N } from './ajv-modules.js'
import { startEvaluated } from './evaluated-keywords.js'
import { isLarge, type FindFunction, functionsOf } from './unions.js'
import { addShortKeywords, isComputed } from './short-schemas.js'
import { type FunctionName, RuntimeName } from './statements.js'

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
  error: {
    message: '',
    params: ({ params }) => _`{tag: ${params['property']},tags: ${params['tags']}}`,
  },
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
