import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { folder, type OptionsOf, type Declaration } from '../input/options.js'
import type { CommandContext } from '../process/context.js'

/** Commands that open a file as a double click does. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Starts the browser; resolves to false where there is none. */
const opens = async (file: string, platform: NodeJS.Platform): Promise<boolean> => {
  const { spawn } = await import('node:child_process')
  const [program = '', ...args] = openers[platform] ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(program, [...args, file], { detached: true, stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

const openOptions = { reportDir: folder('<dir>', 'folder of the reports', { usual: 'rampart-report' }) }

/** The command `rampart open`: the page of the last report, in the browser. */
export const openCommand = {
  name: 'open',
  description: 'Open the page of the last report in the browser; without a terminal, print where it is.',
  options: openOptions,
  examples: ['npx rampart open', 'npx rampart open --report-dir reports/contract'],
} satisfies Declaration

/** Opens the page, or prints its path. */
export async function runOpen(
  { reportDir }: OptionsOf<typeof openOptions>,
  { cwd, interactive, stdout }: CommandContext,
): Promise<void> {
  const page = resolve(cwd, reportDir, 'report.html')
  if (!(await stat(page).catch(() => undefined))?.isFile()) {
    const message = `${join(reportDir, 'report.html')} does not exist`
    const fix = 'Run "npx rampart test" first, or name the folder of its reports with --report-dir.'
    throw new RampartError('REPORT_UNUSABLE', { message, fix })
  }
  const isOpen = interactive && (await opens(page, process.platform))
  stdout(`${isOpen ? 'Opened ' : ''}${page}\n`)
}
