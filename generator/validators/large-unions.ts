import { _, type KeywordCxt, Name } from 'ajv'
import { type ChangedKeywords, withCode } from './keyword-code.js'

// ajv nests the code of each branch in that of the one before it. Neither it nor an engine takes very many.
const mostNested = 500

/** Whether a union has so many branches that their code must not be nested. */
export function isLarge(branches: readonly unknown[]): boolean {
  return branches.length > mostNested
}

/** Judges all branches one after the other, and counts those that are valid. */
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

/** Unions of any size. */
export const largeUnions: ChangedKeywords = { oneOf: flattened, anyOf: flattened }
