import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describeProblem } from './bundle.js'

/** Lints a document, given as text, by Redocly's recommended rules; returns one line per error or warning. */
export async function lintDocument(file: string, text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: file, config })
  return problems.map(describeProblem)
}
