import { createRequire } from 'node:module'
import type * as core from 'ajv/dist/core.js'
import type * as names from 'ajv/dist/compile/names.js'
import type * as standalone from 'ajv/dist/standalone/index.js'
import type * as draft2020 from 'ajv/dist/vocabularies/draft2020.js'
import type * as formats from 'ajv-formats/dist/formats.js'

// These modules are CommonJS with a member named `default`. Loaders disagree about what importing it gives;
// about what requiring it gives they do not.
const require = createRequire(import.meta.url)

export const { default: AjvCore }: typeof core.default = require('ajv/dist/core.js')
export const { default: N }: typeof names.default = require('ajv/dist/compile/names.js')
export const { default: standaloneCode }: typeof standalone.default = require('ajv/dist/standalone/index.js')
export const {
  default: vocabularies2020,
}: typeof draft2020.default = require('ajv/dist/vocabularies/draft2020.js')
export const { fullFormats }: typeof formats.default = require('ajv-formats/dist/formats.js')
