import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { knownTags } from '../../conformance/run/schedule.js'
import { findConfig } from '../config/config-file.js'
import type { NameSource } from '../input/options.js'
import { listedRules } from '../packs/listed-rules.js'
import type { CommandContext } from '../process/context.js'
import { generatorParts } from '../process/package-info.js'

const namesIn = (folder: string, recursive = false): Promise<readonly string[]> =>
  readdir(folder, { recursive }).catch((): string[] => [])

const stems = (names: readonly string[], pattern: RegExp): readonly string[] => [
  ...new Set(names.flatMap((name) => pattern.exec(name)?.[1] ?? [])),
]

/** The versions in `specs`, of this folder or of the one that holds the config file, which is not run for it. */
const versionsNear = async (cwd: string): Promise<readonly string[]> => {
  const config = await findConfig(cwd).catch(() => undefined)
  for (const folder of [cwd, ...(config ? [config.folder] : [])]) {
    const found = stems(await namesIn(resolve(folder, 'specs')), /^(\d{4}-\d{2}-\d{2})\.(?:json|ya?ml)$/)
    if (found.length > 0) return found
  }
  return []
}

/** All names of a list. Those that are long to load are loaded here. */
export async function namesFor(source: NameSource, { cwd }: CommandContext): Promise<readonly string[]> {
  switch (source) {
    case 'versions':
      return versionsNear(cwd)
    case 'rules':
      return listedRules().rules.map(({ id }) => id)
    case 'tags':
      return [...knownTags(listedRules())]
    case 'drill rules':
      return (await import('../../webhook/index.js')).drillCatalogue.map(({ id }) => id)
    case 'faults': {
      const { faultName, knownFaults } = await import('../../sandbox/index.js')
      return knownFaults.map(faultName)
    }
    case 'kinds': {
      const { webhookDocument } = await import('../../webhook/index.js')
      return (await webhookDocument()).types
    }
    case 'templates':
      return stems(await namesIn(generatorParts().templates, true), /^(.+)\.hbs$/)
  }
}
