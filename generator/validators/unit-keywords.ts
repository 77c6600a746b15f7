import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt, Name, nil } from 'ajv'
import { or, stringify } from 'ajv/dist/compile/codegen/index.js'
import { mergeEvaluated } from 'ajv/dist/compile/util.js'
import { N } from './ajv-modules.js'
import { startEvaluated } from './evaluated-keywords.js'
import { isLarge } from './large-unions.js'
import { type FindFunction, functionsOf } from './nullable.js'
import { type FunctionName, RuntimeName } from './statements.js'

const under = new RuntimeName('under')

const addErrors = (cxt: KeywordCxt, fn: Name): void => {
  const { gen, it } = cxt
  // The schema path of an error is only needed to assign it to a branch of a union.
  const at = it.compositeRule === true ? _`, ${it.errSchemaPath}` : nil
  gen.assign(N.vErrors, _`${under}(${N.vErrors}, ${fn}, ${it.errorPath}${at})`)
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
    cxt.gen.if(_`!${fn}(${cxt.data})`, () => addErrors(cxt, fn))
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
    const valid = gen.let('valid', false)
    const value = gen.const(
      'tag',
      _`${data} && typeof ${data} == "object" ? ${data}[${property}] : undefined`,
    )
    const branches: readonly unknown[] = cxt.schema
    startEvaluated(cxt)
    const isFlat = isLarge(branches)
    if (!isFlat) gen.if(false)
    for (const [index, tags] of tagsByBranch(branches, select).entries()) {
      const isSelected = or(...tags.map((tag) => _`${value} === ${tag}`))
      if (isFlat) gen.if(isSelected)
      else gen.elseIf(isSelected)
      const branch = cxt.subschema({ keyword: 'branches', schemaProp: index }, gen.name('branch'))
      gen.assign(valid, true)
      if (it.opts.unevaluated) cxt.mergeEvaluated(branch, Name)
      if (isFlat) gen.endIf()
    }
    if (!isFlat) gen.endIf()
    cxt.setParams({ property, tags: stringify(select.map(([tag]) => tag)) })
    cxt.pass(valid)
  },
}

/** Adds the keywords that `build/units.ts` uses in unit schemas. */
export function addUnitKeywords(ajv: Ajv, find: FindFunction): void {
  functionsOf.set(ajv, find)
  ajv.addKeyword('tag')
  ajv.addKeyword(unitKeyword(find))
  ajv.addKeyword(branchesKeyword)
}
