import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { RampartError } from '../../diagnostics/index.js'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'

/** What opens a file as a double click does. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Starts the program that pages are read with; resolves to false where there is none. */
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

/** The command `rampart open`: the page of the last report, in the browser. */
export function openCommand(context: CommandContext): Command {
  const command = new Command('open')
    .description('Open the page of the last report in the browser; without a terminal, print where it is.')
    .option('--report-dir <dir>', 'folder of the reports', 'rampart-report')
  return withExamples(command, 'npx rampart open', 'npx rampart open --report-dir reports/contract').action(
    async ({ reportDir }: { readonly reportDir: string }) => {
      const file = resolve(context.cwd, reportDir, 'report.html')
      if (!(await stat(file).catch(() => undefined))?.isFile())
        throw new RampartError('REPORT_UNUSABLE', {
          message: `${join(reportDir, 'report.html')} is not there`,
          fix: 'Run "npx rampart test" first, or name the folder of its reports with --report-dir.',
        })
      const isOpen = context.interactive && (await opens(file, process.platform))
      context.stdout(`${isOpen ? 'Opened ' : ''}${file}\n`)
    },
  )
}
