import type { CodeKeywordDefinition } from 'ajv'

/** Emits the code of one keyword. */
export type KeywordCode = CodeKeywordDefinition['code']

/** ajv keywords with changed code, by name. */
export type ChangedKeywords = Readonly<
  Record<string, (definition: CodeKeywordDefinition) => CodeKeywordDefinition>
>

/** Changes only the code of a definition. */
export function withCode(change: (code: KeywordCode) => KeywordCode) {
  return (definition: CodeKeywordDefinition): CodeKeywordDefinition => ({
    ...definition,
    code: change(definition.code),
  })
}
