import { _, type CodeKeywordDefinition } from 'ajv'
import type { AjvCore } from './ajv-modules.js'

type Ajv = InstanceType<typeof AjvCore>

/** Prints the code of one keyword. */
export type KeywordCode = CodeKeywordDefinition['code']

/** Changes, for one instance of ajv, what a keyword that it has is printed as. */
export function changeCode(
  { RULES }: Ajv,
  keyword: string,
  change: (code: KeywordCode) => KeywordCode,
): void {
  const rule = RULES.all[keyword]
  if (typeof rule !== 'object' || !('code' in rule.definition)) throw new Error(`ajv has no ${keyword}`)
  rule.definition = { ...rule.definition, code: change(rule.definition.code) }
}

/** A remainder is exact for whole divisors; the quotient, which ajv looks at, is not: any large number would do. */
export function mendMultipleOf(ajv: Ajv): void {
  changeCode(ajv, 'multipleOf', (code) => (cxt, ruleType) => {
    if (!Number.isInteger(cxt.schema)) return code(cxt, ruleType)
    cxt.fail(_`${cxt.data} % ${cxt.schemaCode} !== 0`)
  })
}
