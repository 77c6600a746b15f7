import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { documentOf } from './documents.js'

const decimal = /^-?\d+(\.\d+)?$/

/** Compiles the schema at a JSON Pointer of the document of one version. */
export function validatorOf(version: string, pointer: string): ValidateFunction {
  return ajvOf(version).compile({ $ref: `document#${encodeURI(pointer)}` })
}

const instances = new Map<string, Ajv2020>()

function ajvOf(version: string): Ajv2020 {
  const known = instances.get(version)
  if (known) return known
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addFormat('decimal', decimal)
  for (const format of ['uint32', 'uint64'])
    ajv.addFormat(format, { type: 'number', validate: Number.isInteger })
  ajv.addSchema(documentOf(version), 'document')
  instances.set(version, ajv)
  return ajv
}
