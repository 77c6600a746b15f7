// One document through every generator: time of generating, bytes of validators, time of type-checking.
import { copyFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import * as generators from './generators.mjs'
import { alternate, bytesBelow, empty } from './measure.mjs'

// PEERS=none leaves out what takes longest: the two large peers, and every type check.
const withPeers = process.env.PEERS !== 'none'

const generate = (folder, file) => ({
  ours: () => generators.rampart(folder, empty(folder, 'ours'), '--input', file),
  types: () => generators.openapiTypescript(folder, empty(folder, 'types'), file),
  ...(withPeers && {
    heyApi: () => generators.heyApi(folder, empty(folder, 'heyApi'), file),
    kubb: () => generators.kubb(folder, empty(folder, 'kubb'), file),
  }),
  ajv: () => generators.ajv(folder, empty(folder, 'ajv'), file),
  ajvBoth: () => generators.ajv(folder, empty(folder, 'ajvBoth'), file, 'both'),
  // The folder is that of the run before: nothing is left to do.
  again: () => generators.rampart(folder, 'again', '--input', file),
})

const check = (folder, generated) =>
  Object.fromEntries(
    ['empty', 'ours', 'types', 'heyApi', 'kubb']
      .filter((name) => !generated[name]?.failed)
      .map((name) => [name, () => generators.typeCheck(folder, join(folder, name), generators.withZod)]),
  )

/** Medians of `rounds` runs: of generating, of type-checking; and bytes of validators. */
export const measureDocument = (folder, { file, rounds: most = Infinity }, rounds) => {
  const document = join(folder, `api${extname(file)}`)
  copyFileSync(file, document)
  generators.rampart(folder, empty(folder, 'again'), '--input', document)
  const generated = alternate(Math.min(most, rounds), generate(folder, document))
  for (const [name, { failed }] of Object.entries(generated)) if (failed) console.error(`${name}: ${failed}`)
  copyFileSync(new URL('./nothing.ts', import.meta.url), join(empty(folder, 'empty'), 'nothing.ts'))
  const checked = alternate(withPeers ? Math.min(most, rounds) : 0, check(folder, generated))
  const bytes = {
    ours: bytesBelow(join(folder, 'ours'), /\/[^/]+\/validators(\/\d+)?\.js$/),
    ajv: bytesBelow(join(folder, 'ajv'), /\.mjs$/),
    ajvBoth: bytesBelow(join(folder, 'ajvBoth'), /\.mjs$/),
  }
  return { generated, checked, bytes }
}
