import { counted, markdownText } from '../reporting/index.js'
import { diffDocuments } from './diff-documents.js'
import { judgeChanges } from './policy/judge.js'
import { changeTable, mintingPolicy } from './policy/minting.js'
import { markdownEntry } from './reports/changelog/print.js'
import { type ChangelogSection, countsOf } from './reports/changelog/entries.js'
import { releaseOf } from './reports/changelog/release.js'

/** A generated version: the name of its folder, and its document. */
interface MigratedDocument {
  readonly name: string
  readonly root: unknown
}

const mostEntries = 200

/** The first entries of the sections; the sections are in order of urgency. */
const firstOf = (sections: readonly ChangelogSection[]): ChangelogSection[] => {
  let room = mostEntries
  const take = <Item>(items: readonly Item[]): readonly Item[] => {
    const taken = items.slice(0, room)
    room -= taken.length
    return taken
  }
  return sections
    .map((section) => ({
      ...section,
      groups: section.groups
        .map((group) => ({ ...group, entries: take(group.entries) }))
        .filter(({ entries }) => entries.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0)
}

/** The changes from one generated version to the next, with the sentences of the changelog; all texts are Markdown. */
export function migrationOf(from: MigratedDocument, to: MigratedDocument) {
  const documents = { from: { document: from.root }, to: { document: to.root } }
  const changes = judgeChanges(diffDocuments(documents.from, documents.to), mintingPolicy)
  const names = { from: { name: from.name, sha256: '' }, to: { name: to.name, sha256: '' } }
  const release = releaseOf({ ...names, changes }, documents, { row: changeTable[to.name] ?? [] })
  const { sections, announced, texts } = release
  const omitted =
    sections.flatMap(({ groups }) => groups).flatMap(({ entries }) => entries).length - mostEntries
  return {
    from: markdownText(from.name),
    to: markdownText(to.name),
    counts: countsOf(release),
    announced: announced.map(markdownText),
    chapters: firstOf(sections).map(({ title, groups }) => ({
      title,
      groups: groups.map(({ name, entries }) => ({
        heading: groups.length === 1 ? '' : markdownText(name),
        entries: entries.map(markdownEntry),
      })),
    })),
    omitted: omitted > 0 ? omitted : undefined,
    texts: texts > 0 ? counted(texts, 'text') : undefined,
  }
}
