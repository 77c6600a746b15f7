import { dirname, relative, resolve } from 'node:path'
import type { ReportContext, ShownDocument } from '../../diff/index.js'
import type { DiffFormat } from '../../reporting/index.js'
import type { CommandContext } from '../process/context.js'
import type { DiffOptions } from './options.js'
import { baseOf, commitOf, type DocumentSide, pathIn } from './sides.js'

// A name may hold anything; what is no address of the web, and no way from here, is no link.
const encoded = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .map((segment) => encodeURIComponent(segment).replaceAll(/[!'()*]/g, percentEncoded))
    .join('/')

const percentEncoded = (character: string): string =>
  `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`

/** The address of a repository on GitHub at a commit, where the environment names it. */
const blobOf = ({ env }: Pick<CommandContext, 'env'>, commit: string | undefined): string | undefined => {
  const [server = '', repository = ''] = [env['GITHUB_SERVER_URL'], env['GITHUB_REPOSITORY']]
  const isGiven = /^https?:\/\/[\w.:-]+$/.test(server) && /^[\w.-]+\/[\w.-]+$/.test(repository)
  return isGiven && /^[0-9a-f]{7,64}$/.test(commit ?? '')
    ? `${server}/${repository}/blob/${commit}`
    : undefined
}

const permalink = ({ side }: DocumentSide, context: CommandContext): string | undefined => {
  const blob = blobOf(context, context.env['GITHUB_SHA'])
  return blob === undefined || side.file === undefined ? undefined : `${blob}/${encoded(side.file)}`
}

/** From the folder of the report to a document that is a file below the working directory. */
const relativeLink = (
  { side }: DocumentSide,
  output: string,
  context: CommandContext,
): string | undefined => {
  if (side.file === undefined) return undefined
  const way = relative(dirname(resolve(context.cwd, output)), resolve(baseOf(context), side.file))
  return encoded(way.startsWith('..') ? way : `./${way}`)
}

const older = async (side: DocumentSide, { fromGit }: DiffOptions, context: CommandContext) => {
  if (fromGit === undefined) return permalink(side, context)
  const commit = blobOf(context, '0'.repeat(40)) && (await commitOf(fromGit, context))
  const blob = blobOf(context, commit)
  const path = blob && (await pathIn(fromGit, context))
  return path === undefined ? undefined : `${blob}/${encoded(path)}`
}

const shown = ({ document }: DocumentSide, href: string | undefined): ShownDocument => ({
  document,
  ...(href !== undefined && { href }),
})

/** The documents of a report with the addresses of their texts: on GitHub for a comment, else relative to the report. */
export async function shownDocuments(
  from: DocumentSide,
  to: DocumentSide,
  format: DiffFormat,
  options: DiffOptions,
  context: CommandContext,
): Promise<ReportContext> {
  if (format === 'github-comment') {
    return {
      from: shown(from, await older(from, options, context)),
      to: shown(to, permalink(to, context)),
    }
  }
  const output = options.output ?? '-'
  return {
    from: shown(from, relativeLink(from, output, context)),
    to: shown(to, relativeLink(to, output, context)),
  }
}
