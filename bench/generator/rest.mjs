// What is measured once and not per document: versions together, validators at work, the client's size.
import { clientSize } from './client.mjs'
import { manyVersions, threeVersions } from './series.mjs'
import { importTime, throughput } from './validators.mjs'

const ratio = (a, b) => (a.failed || b.failed ? a.failed || b.failed : (a.cpu / b.cpu).toFixed(2))

const three = (folder, rounds) => {
  const { ours, oneDirection, bothDirections } = threeVersions(folder, rounds)
  return [
    ['three versions / openapi-typescript and ajv three times, CPU', ratio(ours, oneDirection), '0.6'],
    ['the same, each schema as sent and as received, CPU', ratio(ours, bothDirections), '0.6'],
  ]
}

const hundred = (what, areUsed) => (folder, rounds) => {
  const { generated, checked, bytes, files } = manyVersions(folder, 100, rounds, areUsed)
  const name = `100 versions / one, two schemas changed ${what}`
  return [
    [`${name}, CPU`, ratio(generated.many, generated.one), 'close to 1'],
    [
      `${name}, bytes (${files.one} files become ${files.many})`,
      (bytes.many / bytes.one).toFixed(2),
      'close to 1',
    ],
    [`${name}, tsc, CPU`, ratio(checked.many, checked.one), 'close to 1'],
  ]
}

const hundreds = [hundred('that no schema uses', false), hundred('that others use', true)]

const importing = (folder) => {
  const { ours, trivial } = importTime(folder, 21)
  return [
    ['importing one validator of one version, ms', ours.toFixed(1), '3'],
    ['importing a module of one line, ms', trivial.toFixed(1), ''],
  ]
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
  const { core } = await clientSize(folder)
  return [['client before operations, minified and gzipped, bytes', String(core), '4096']]
}

/**
 * Measures one after another.
 * @yields what was measured, its value, and its target
 */
export async function* measureRest(folder, rounds) {
  for (const measure of [size, importing, judging, three, ...hundreds]) yield* await measure(folder, rounds)
}
