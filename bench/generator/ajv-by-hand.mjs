// What one would write without a generator: every component schema, and with `both` each of them as it is sent and
// as it is received, compiled with ajv into one module of standalone code. Prints how many schemas would not compile.
// node ajv-by-hand.mjs DOCUMENT FOLDER [both]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'

const [file, folder, both] = process.argv.slice(2)
const text = readFileSync(file, 'utf8')
const document = file.endsWith('.yaml') ? parse(text) : JSON.parse(text)

const without = (schema, keyword) => {
  if (Array.isArray(schema)) return schema.map((one) => without(one, keyword))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, without(value, keyword)]),
  )
  if (Array.isArray(copy.required) && copy.properties) {
    copy.required = copy.required.filter((name) => copy.properties[name]?.[keyword] !== true)
  }
  return copy
}

const compile = (components, name) => {
  const ajv = new Ajv.default({
    strict: false,
    allErrors: true,
    logger: false,
    code: { source: true, esm: true },
  })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'document', components }, undefined, undefined, false)
  const compiled = {}
  for (const key of Object.keys(components.schemas ?? {})) {
    const reference = `document#/components/schemas/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    try {
      ajv.getSchema(encodeURI(reference))
      compiled[`_${key.replaceAll(/\W/g, '_')}`] = encodeURI(reference)
    } catch {
      refused += 1
    }
  }
  try {
    writeFileSync(join(folder, name), standalone.default(ajv, compiled))
  } catch (error) {
    console.error(error.message)
  }
  return Object.keys(compiled).length
}

let refused = 0
const components = document.components ?? {}
let count = compile(both ? without(components, 'writeOnly') : components, 'response.mjs')
if (both) count += compile(without(components, 'readOnly'), 'request.mjs')
console.log(JSON.stringify({ compiled: count, refused }))
