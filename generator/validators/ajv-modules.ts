import type * as core from 'ajv/dist/core.js'
import type * as codegen from 'ajv/dist/compile/codegen/index.js'
import type * as compile from 'ajv/dist/compile/index.js'
import type * as names from 'ajv/dist/compile/names.js'
import type * as validate from 'ajv/dist/compile/validate/index.js'
import type * as draft2020 from 'ajv/dist/vocabularies/draft2020.js'
import type * as formats from 'ajv-formats/dist/formats.js'
import { createRequire } from 'node:module'
import type { CodeKeywordDefinition } from 'ajv'

// These are CommonJS modules with a member named `default`, for which loaders disagree about imports but not about
// `require`.
const require = createRequire(import.meta.url)

export const { default: AjvCore }: typeof core.default = require('ajv/dist/core.js')
export const { CodeGen, ValueScope }: typeof codegen = require('ajv/dist/compile/codegen/index.js')
export const { SchemaEnv }: typeof compile = require('ajv/dist/compile/index.js')
export const { default: N }: typeof names.default = require('ajv/dist/compile/names.js')
export const { validateFunctionCode }: typeof validate = require('ajv/dist/compile/validate/index.js')
const draft: typeof draft2020.default = require('ajv/dist/vocabularies/draft2020.js')
export const { default: vocabularies2020 } = draft
export const { fullFormats }: typeof formats.default = require('ajv-formats/dist/formats.js')

const { version }: { readonly version: string } = require('ajv/package.json')

/** The ajv version whose keyword code `code-tree.ts` supports; package.json pins it. */
const knownVersion = '8.20.0'

/** @throws Error if another version is installed, whose keyword code was not reviewed */
export function assertKnownAjv(installed: string = version): void {
  if (installed === knownVersion) return
  throw new Error(`validators are compiled by ajv ${knownVersion}, and ${installed} is installed`)
}

export type KeywordCode = CodeKeywordDefinition['code']

type Change = (definition: CodeKeywordDefinition) => CodeKeywordDefinition

export type ChangedKeywords = Readonly<Record<string, Change>>

/** Changes only the code of a definition. */
export function withCode(change: (code: KeywordCode) => KeywordCode): Change {
  return (definition) => ({ ...definition, code: change(definition.code) })
}
