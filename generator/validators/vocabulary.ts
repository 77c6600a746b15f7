import { _, type CodeKeywordDefinition, type Vocabulary } from 'ajv'
import { assertions } from './assertions.js'
import { evaluatedKeywords } from './evaluated-keywords.js'
import { largeUnions } from './large-unions.js'
import { type ChangedKeywords, type KeywordCode, withCode } from './keyword-code.js'

/** A remainder is exact for whole divisors; the quotient, which ajv looks at, is not: any large number would do. */
const multipleOf =
  (judge: KeywordCode): KeywordCode =>
  (cxt, type) => {
    if (!Number.isInteger(cxt.schema)) return judge(cxt, type)
    cxt.fail(_`${cxt.data} % ${cxt.schemaCode} !== 0`)
  }

const changes: readonly ChangedKeywords[] = [
  assertions,
  evaluatedKeywords,
  largeUnions,
  { multipleOf: withCode(multipleOf) },
]

/** An error that names the keyword it came of, once. */
class KeywordError extends Error {}

const naming =
  (judge: KeywordCode): KeywordCode =>
  (cxt, type) => {
    try {
      judge(cxt, type)
    } catch (cause) {
      if (!(cause instanceof Error) || cause instanceof KeywordError || cause instanceof RangeError)
        throw cause
      // The place cannot be named where its name is what is wrong.
      if (cause instanceof URIError) throw cause
      const at = `${cxt.it.errSchemaPath}/${cxt.keyword}`
      throw new KeywordError(`${cause.message} (at ${at})`, { cause })
    }
  }

const changed = (definition: CodeKeywordDefinition): CodeKeywordDefinition => {
  const keywords = [definition.keyword].flat()
  let now = definition
  for (const change of changes) {
    const [own] = keywords.flatMap((keyword) => (Object.hasOwn(change, keyword) ? [change[keyword]] : []))
    if (own) now = own(now)
  }
  return { ...now, code: naming(now.code) }
}

const isCode = (definition: Vocabulary[number]): definition is CodeKeywordDefinition =>
  typeof definition === 'object' && 'code' in definition

/** A vocabulary of ajv with our changes to its keywords, and with errors that name the keyword. */
export function adapted(vocabulary: Vocabulary): Vocabulary {
  return vocabulary.map((definition) => (isCode(definition) ? changed(definition) : definition))
}
