import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Validator } from '../../../runtime/fail.js'

const ajv = new Ajv2020({ strict: false, allErrors: true })

/** A validator of a schema, as generated code would have it. */
export const compile = (schema: object): Validator => ajv.compile(schema) as Validator
