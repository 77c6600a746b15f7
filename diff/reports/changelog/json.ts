import { jsonForLogs } from '../../../reporting/index.js'
import type { Release } from './model.js'

/** A changelog as JSON: the releases in the order given. */
export function renderChangelogJson(title: string, releases: readonly Release[]): string {
  return jsonForLogs(`${JSON.stringify({ changelogVersion: 1, title, versions: releases }, undefined, 2)}\n`)
}
