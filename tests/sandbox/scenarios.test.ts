import { readdirSync, readFileSync } from 'node:fs'
import { describe } from 'vitest'

import { declareScenarios } from './support/scenarios.js'

const folder = new URL('./scenarios/', import.meta.url)

describe.each(readdirSync(folder))('%s', (name) =>
  declareScenarios(`tests/sandbox/scenarios/${name}`, readFileSync(new URL(name, folder), 'utf8')),
)
