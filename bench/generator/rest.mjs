// What is measured once and not per document: versions together, validators at work, the client's size.
import { clientSize } from './client.mjs'
import { addedVersion, threeVersions } from './series.mjs'
import { importTime, throughput } from './validators.mjs'

const ratio = (a, b) => (a.failed || b.failed ? a.failed || b.failed : (a.cpu / b.cpu).toFixed(2))

const three = (folder, rounds) => {
  const { ours, oneDirection, bothDirections } = threeVersions(folder, rounds)
  return [
    ['three versions / openapi-typescript and ajv three times, CPU', ratio(ours, oneDirection), '0.7'],
    ['the same, each schema as sent and as received, CPU', ratio(ours, bothDirections), '0.7'],
  ]
}

/** What it costs to add a version to many, beside what one costs alone. */
const adding = (folder, rounds) => {
  const { generated, checked, bytes, files } = addedVersion(folder, 20, rounds)
  const name = 'one version more beside 20 / one alone'
  return [
    [`${name}, CPU`, ratio(generated.added, generated.one), 'close to 1'],
    [`${name}, bytes (${files.added} files, ${files.one})`, (bytes.added / bytes.one).toFixed(2), '1'],
    [`${name}, tsc, CPU`, ratio(checked.added, checked.one), '1'],
  ]
}

const importing = async (folder) => {
  const targets = { 'all validators of the reference document': '30, and a fifth of zod' }
  const times = await importTime(folder, 21)
  return times.map(([what, time]) => [`importing ${what}, ms`, time.toFixed(1), targets[what] ?? ''])
}

const judging = async (folder) => {
  const { schemas, ajv, zod } = await throughput(folder)
  const told = ({ median, least }) => `${median.toFixed(2)} (least ${least.toFixed(2)})`
  return [
    [`values judged a second / ajv at run time, ${schemas} schemas`, told(ajv), '1'],
    ['values judged a second / zod', told(zod), '3'],
  ]
}

const size = async (folder) => {
  const { core, judged } = await clientSize(folder)
  return [
    ['one call, minified and gzipped, bytes', String(core), '5120'],
    ['one call with validation of its answer, likewise', String(judged), '12288'],
  ]
}

/**
 * Measures one after another.
 * @yields what was measured, its value, and its target
 */
export async function* measureRest(folder, rounds) {
  for (const measure of [size, importing, judging, three, adding]) yield* await measure(folder, rounds)
}
