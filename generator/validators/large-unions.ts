import { _, type KeywordCxt, Name } from 'ajv'
import { type ChangedKeywords, withCode } from './keyword-code.js'

// ajv nests the code of each branch in the previous one, which fails for very many branches, in ajv and in engines.
const mostNested = 500

/** Whether a union has too many branches for nested code. */
export function isLarge(branches: readonly unknown[]): boolean {
  return branches.length > mostNested
}

/** Validates all branches in sequence, and counts those that are valid. */
const judgeAll = (cxt: KeywordCxt): void => {
  const { gen, it, keyword } = cxt
  const branches: readonly unknown[] = cxt.schema
  const count = gen.let('count', 0)
  for (const index of branches.keys()) {
    const isValid = gen.name('_valid')
    const branch = cxt.subschema({ keyword, schemaProp: index, compositeRule: true }, isValid)
    gen.if(isValid, () => {
      gen.code(_`${count}++`)
      if (it.opts.unevaluated) cxt.mergeEvaluated(branch, Name)
    })
  }
  cxt.setParams({ passing: _`null` })
  cxt.result(
    keyword === 'oneOf' ? _`${count} === 1` : _`${count} > 0`,
    () => cxt.reset(),
    () => cxt.error(true),
  )
}

const flattened = withCode((judge) => (cxt, type) => {
  if (isLarge(cxt.schema)) judgeAll(cxt)
  else judge(cxt, type)
})

/** Unions without a limit on branches. */
export const largeUnions: ChangedKeywords = { oneOf: flattened, anyOf: flattened }
