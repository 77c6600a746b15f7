import { _, type Ajv, type Code, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv'
import { or, stringify } from 'ajv/dist/compile/codegen/index.js'

// So many are faster compared one after the other than looked up.
const few = 6

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

// Functions of the runtime, which `module-code.ts` imports where they are called.
const deepEqual = new Name('deepEqual')
const isLonger = new Name('isLonger')
const isShorter = new Name('isShorter')

const setOf = ({ gen }: KeywordCxt, values: readonly unknown[]): Name => {
  const code = stringify(values)
  return gen.scopeValue('obj', { key: String(code), ref: values, code: _`new Set(${code})` })
}

const isOneOf = (cxt: KeywordCxt, values: readonly unknown[]): Code => {
  const { data, schemaCode } = cxt
  const equal = (value: unknown, index: number): Code =>
    isPlain(value) ? _`${data} === ${stringify(value)}` : _`${deepEqual}(${data}, ${schemaCode}[${index}])`
  return or(...values.map(equal))
}

/** ajv compares with one value after the other, and has the list of them beside for the error. */
const enumKeyword: CodeKeywordDefinition = {
  keyword: 'enum',
  schemaType: 'array',
  error: { message: '', params: ({ params }) => _`{allowedValues: ${params['values']}}` },
  code(cxt) {
    const values: readonly unknown[] = cxt.schema
    const set = values.length > few && values.every(isPlain) ? setOf(cxt, values) : undefined
    cxt.setParams({ values: set ?? _`${cxt.schemaCode}` })
    cxt.pass(set === undefined ? isOneOf(cxt, values) : _`${set}.has(${cxt.data})`)
  },
}

const lengthKeyword = (
  keyword: string,
  isWrong: (cxt: KeywordCxt, limit: number) => Code,
): CodeKeywordDefinition => ({
  keyword,
  type: 'string',
  schemaType: 'number',
  error: { message: '', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
  code: (cxt) => cxt.fail(isWrong(cxt, Number(cxt.schema))),
})

const maxLength = lengthKeyword('maxLength', ({ data }, limit) => _`${isLonger}(${data}, ${limit})`)

const minLength = lengthKeyword('minLength', ({ data }, limit) =>
  limit === 1 ? _`${data} === ""` : _`${isShorter}(${data}, ${limit})`,
)

/** Registers what ajv has as well, and prints longer or slower. */
export function addAssertions(ajv: Ajv): void {
  for (const definition of [enumKeyword, maxLength, minLength]) {
    ajv.removeKeyword(String(definition.keyword))
    ajv.addKeyword(definition)
  }
}
