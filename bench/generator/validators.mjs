// Validators at work: how long importing one takes, and how many values a second they judge beside ajv compiled at
// run time and zod, over the component schemas of the reference document for which a value can be made.
import { readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { transformSync } from 'esbuild'
import { packageFolder, series } from './documents.mjs'
import * as generators from './generators.mjs'
import { empty, median, run } from './measure.mjs'
import { sampleOf } from './sample.mjs'

const version = (file) => file.slice(-'2000-01-01.json'.length, -'.json'.length)

const zodModule = async (folder, file) => {
  const out = empty(folder, 'zod')
  const { failed } = generators.heyApi(folder, out, file)
  if (failed) throw new Error(failed)
  const code = transformSync(readFileSync(join(out, 'zod.gen.ts'), 'utf8'), { loader: 'ts' }).code
  writeFileSync(join(out, 'zod.mjs'), code)
  symlinkSync(join(packageFolder('zod'), '..'), join(out, 'node_modules'))
  return join(out, 'zod.mjs')
}

/** Folder of the reference document's code. */
const generatedReference = (folder, name) => {
  const file = series().at(-1)
  const out = empty(folder, name)
  const { failed } = generators.rampart(folder, out, '--input', file)
  if (failed) throw new Error(failed)
  return join(
    out,
    readdirSync(out).find((one) => one.endsWith(version(file))),
  )
}

/**
 * Milliseconds in a fresh process each, the least of all rounds: of a module of one line, of all validators of the
 * reference document, and of the same document as zod schemas.
 */
export const importTime = async (folder, rounds) => {
  const trivial = join(folder, 'trivial.mjs')
  writeFileSync(trivial, 'export default 1\n')
  const subjects = {
    'a module of one line': trivial,
    'all validators of the reference document': join(generatedReference(folder, 'import'), 'validators.js'),
    'the same document as zod schemas': await zodModule(folder, series().at(-1)),
  }
  const timed = (file) => {
    const load = `await import(${JSON.stringify(pathToFileURL(file).href)})`
    const code = `const began = performance.now(); ${load}; console.log(performance.now() - began)`
    return Number(run(folder, ['--input-type=module', '-e', code]).stdout)
  }
  const times = new Map(Object.keys(subjects).map((what) => [what, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [what, subject] of Object.entries(subjects)) times.get(what).push(timed(subject))
  }
  return [...times].map(([what, all]) => [what, Math.min(...all)])
}

/** Nanoseconds of CPU for one call, from as many calls as take at least 10 ms. */
const costOf = (judge, value) => {
  for (let calls = 1000; ; calls *= 2) {
    const before = process.cpuUsage()
    for (let call = 0; call < calls; call++) judge(value)
    const { user, system } = process.cpuUsage(before)
    if (user + system > 10_000) return ((user + system) * 1000) / calls
  }
}

/** The least of five: a compiler or a collector at work in the background is not a part of the cost. */
const compare = (judges, value) => {
  const costs = Object.fromEntries(Object.keys(judges).map((name) => [name, []]))
  for (let round = 0; round < 5; round++) {
    for (const [name, judge] of Object.entries(judges)) costs[name].push(costOf(judge, value))
  }
  return Object.fromEntries(Object.entries(costs).map(([name, all]) => [name, Math.min(...all)]))
}

const judgesOf = async (folder) => {
  const file = series().at(-1)
  const document = JSON.parse(readFileSync(file, 'utf8'))
  const ours = await import(
    pathToFileURL(join(generatedReference(folder, 'throughput'), 'validators.js')).href
  )
  const zod = await import(pathToFileURL(await zodModule(folder, file)).href)
  const ajv = new Ajv.default({ strict: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'document', components: document.components }, undefined, undefined, false)
  const of = (schema) => {
    const zodSchema = zod[`z${schema[0].toUpperCase()}${schema.slice(1)}`]
    return {
      ours: ours[schema],
      ajv: ajv.getSchema(`document#/components/schemas/${schema}`),
      zod: zodSchema && ((value) => zodSchema.safeParse(value).success),
    }
  }
  return { document, of }
}

/** How often faster than the two the generated validator is: the median, and the slowest of all schemas. */
export const throughput = async (folder) => {
  const { document, of } = await judgesOf(folder)
  const costs = []
  const objects = Object.entries(document.components.schemas).filter(([, { type }]) => type === 'object')
  for (const [name, schema] of objects.filter((_, index) => index % 4 === 0)) {
    const [value, judges] = [sampleOf(document, schema), of(name)]
    const agreed = Object.values(judges).every((judge) => typeof judge === 'function' && judge(value))
    if (agreed) costs.push(compare(judges, value))
  }
  const summary = (peer) => {
    const ratios = costs.map((cost) => cost[peer] / cost.ours)
    const sum = (who) => costs.reduce((total, cost) => total + cost[who], 0)
    return { median: median(ratios), least: Math.min(...ratios), overall: sum(peer) / sum('ours') }
  }
  return { schemas: costs.length, ajv: summary('ajv'), zod: summary('zod') }
}
