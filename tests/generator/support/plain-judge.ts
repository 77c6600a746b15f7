import { createRequire } from 'node:module'
import type * as ajv2020 from 'ajv/dist/2020.js'
import type * as ajvFormats from 'ajv-formats/dist/formats.js'
import { formats } from '../../../runtime/formats.js'

const require = createRequire(import.meta.url)
const { Ajv2020 }: typeof ajv2020 = require('ajv/dist/2020.js')
const { fullFormats }: typeof ajvFormats.default = require('ajv-formats/dist/formats.js')

// `url` and some other formats of ajv-formats belong to no specification, so they are not checked.
const standard = Object.fromEntries(
  Object.entries(fullFormats).filter(
    ([name]) => !['url', 'byte', 'iso-time', 'iso-date-time'].includes(name),
  ),
)

/** An ajv with the options of generated validators. */
export const plainAjv = () =>
  new Ajv2020({
    allErrors: true,
    strict: false,
    strictNumbers: true,
    ownProperties: true,
    validateSchema: false,
    logger: false,
    multipleOfPrecision: 9,
    formats: { ...standard, ...formats },
  })

/** Judges a value by one component schema; undefined where the schema does not compile. */
type Judge = (value: unknown) => boolean

/**
 * An independent judge of component schemas: ajv itself, at run time, on the document as it stands. It knows no
 * tags, no directions and no dialect of OpenAPI 3.0 but `nullable`.
 */
export function plainJudge(root: object): (schema: string) => Judge | undefined {
  const ajv = plainAjv()
  ajv.addSchema(root, 'document')
  return (schema) => {
    const pointer = schema.replaceAll('~', '~0').replaceAll('/', '~1')
    try {
      const validate = ajv.compile({ $ref: `document#/components/schemas/${encodeURIComponent(pointer)}` })
      return (value) => validate(value)
    } catch {
      return undefined
    }
  }
}
