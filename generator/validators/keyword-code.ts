import type { CodeKeywordDefinition } from 'ajv'

/** Says the code of one keyword. */
export type KeywordCode = CodeKeywordDefinition['code']

/** Keywords of ajv that are to say other code, by name. */
export type ChangedKeywords = Readonly<
  Record<string, (definition: CodeKeywordDefinition) => CodeKeywordDefinition>
>

/** A change of the code alone. */
export function withCode(change: (code: KeywordCode) => KeywordCode) {
  return (definition: CodeKeywordDefinition): CodeKeywordDefinition => ({
    ...definition,
    code: change(definition.code),
  })
}
