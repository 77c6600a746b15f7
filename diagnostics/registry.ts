import { commandLineErrors } from './codes/command-line.js'
import { conformanceErrors } from './codes/conformance.js'
import { diffErrors } from './codes/diff.js'
import { fetchErrors } from './codes/fetch.js'
import { generatorErrors } from './codes/generator.js'
import { sandboxErrors } from './codes/sandbox.js'
import { webhookErrors } from './codes/webhook.js'

/** Every error that rampart can end with, by code. `docs/reference/errors.md` is checked against it both ways. */
export const errorRegistry = {
  ...commandLineErrors,
  ...fetchErrors,
  ...generatorErrors,
  ...diffErrors,
  ...conformanceErrors,
  ...sandboxErrors,
  ...webhookErrors,
} as const

export type ErrorCode = keyof typeof errorRegistry
