import { type ChangelogFormat, jsonForLogs } from '../../../reporting/index.js'
import { renderChangelogHtml } from './html.js'
import { renderChangelogMarkdown } from './markdown.js'
import type { Release } from './model.js'
export { renderDiffMarkdown } from './markdown.js'
export type { Release } from './model.js'
export { firstRelease, releaseOf, type ReleaseOptions } from './release.js'

/** A changelog as JSON: the releases in the order given. */
const renderChangelogJson = (title: string, releases: readonly Release[]): string =>
  jsonForLogs(`${JSON.stringify({ changelogVersion: 1, title, versions: releases }, undefined, 2)}\n`)

const printers: Readonly<Record<ChangelogFormat, (title: string, releases: readonly Release[]) => string>> = {
  markdown: renderChangelogMarkdown,
  html: renderChangelogHtml,
  json: renderChangelogJson,
}

/**
 * Renders the changelog of an API in a format.
 * @param releases in reading order: newest first
 */
export function renderChangelog(
  title: string,
  releases: readonly Release[],
  format: ChangelogFormat,
): string {
  return printers[format](title, releases)
}
