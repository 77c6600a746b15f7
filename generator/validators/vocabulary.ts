import { _, type CodeKeywordDefinition, type Vocabulary } from 'ajv'
import { assertions } from './assertions.js'
import { evaluatedKeywords } from './evaluated-keywords.js'
import { unions } from './unions.js'
import { members } from './members.js'
import { type ChangedKeywords, type KeywordCode, withCode } from './ajv-modules.js'

/**
 * The remainder is exact for integer divisors; the quotient, which ajv uses, is not: it would accept any large
 * number.
 */
const multipleOf =
  (judge: KeywordCode): KeywordCode =>
  (cxt, type) => {
    if (!Number.isInteger(cxt.schema)) return judge(cxt, type)
    cxt.fail(_`${cxt.data} % ${cxt.schemaCode} !== 0`)
  }

const changes: readonly ChangedKeywords[] = [
  assertions,
  evaluatedKeywords,
  unions,
  members,
  { multipleOf: withCode(multipleOf) },
]

/** An error that already names the keyword that caused it. */
class KeywordError extends Error {}

const naming =
  (judge: KeywordCode): KeywordCode =>
  (cxt, type) => {
    try {
      judge(cxt, type)
    } catch (cause) {
      if (!(cause instanceof Error) || cause instanceof KeywordError || cause instanceof RangeError)
        throw cause
      // The location cannot be printed if its name is malformed.
      if (cause instanceof URIError) throw cause
      const at = `${cxt.it.errSchemaPath}/${cxt.keyword}`
      throw new KeywordError(`${cause.message} (at ${at})`, { cause })
    }
  }

const adaptedKeyword = (definition: CodeKeywordDefinition): CodeKeywordDefinition => {
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

/** An ajv vocabulary with our changed keywords, and with errors that name the keyword. */
export function adapted(vocabulary: Vocabulary): Vocabulary {
  return vocabulary.map((definition) => (isCode(definition) ? adaptedKeyword(definition) : definition))
}
