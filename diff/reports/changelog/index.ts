import type { ChangelogFormat } from '../../../reporting/index.js'
import { renderChangelogHtml } from './html.js'
import { renderChangelogJson } from './json.js'
import { renderChangelogMarkdown } from './markdown.js'
import type { Release } from './model.js'

export { renderDiffMarkdown } from './markdown.js'
export type { Release } from './model.js'
export { firstRelease, releaseOf, type ReleaseOptions } from './release.js'

/** The printer of each format. */
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
