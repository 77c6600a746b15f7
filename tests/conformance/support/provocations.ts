import { readFileSync } from 'node:fs'
import type { PatchOperation } from '../../../conformance/model/plan.js'

const file = new URL('../../../fixtures/sandbox/provocations.json', import.meta.url)

/** Patches that provoke the sandbox's codes about an account, a provider or a list: see docs/reference/sandbox.md. */
export const sandboxProvocations = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
  Record<string, readonly PatchOperation[]>
>
