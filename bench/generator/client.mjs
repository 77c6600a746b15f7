// The size of a program with one call: what a bundler makes of it, minified and gzipped, without validation of the
// answer and with it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { series } from './documents.mjs'
import * as generators from './generators.mjs'
import { empty } from './measure.mjs'

const call = (version, validators) => `
import { createClient, createCustomer } from './${version}/index.js'
${validators ? `import { createCustomerValidators as validators } from './${version}/validators.js'` : ''}
const client = createClient({ baseUrl: 'http://127.0.0.1/api' })
console.log(await createCustomer(client, { body: {}${validators ? ', validators' : ''} }))
`

const bundled = async (entry) => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    target: 'es2022',
  })
  return gzipSync(outputFiles[0].contents).length
}

export const clientSize = async (folder) => {
  const out = empty(folder, 'client')
  const specs = series()
  const { failed } = generators.rampart(folder, out, '--input', specs.at(-1))
  if (failed) throw new Error(failed)
  const version = specs.at(-1).slice(-'2000-01-01.json'.length, -'.json'.length)
  const size = (name, code) => {
    writeFileSync(join(out, name), code)
    return bundled(join(out, name))
  }
  return {
    core: await size('bare.js', call(version, false)),
    judged: await size('judged.js', call(version, true)),
  }
}
