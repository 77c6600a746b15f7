import { type Declaration, file, flag, folder, type OptionsOf } from '../input/options.js'

/** The command `rampart merge-reports`: one report from those of the shards of a run. */
export const mergeReportsCommand = {
  name: 'merge-reports',
  description: 'Put the reports of all shards of one run together; ends as that run would have.',
  arguments: [['<dir...>', 'folders that "rampart test --shard" wrote, or their report.json']],
  options: {
    reportDir: folder('<dir>', 'folder for the whole report', { usual: 'rampart-report' }),
    baseline: file('<file>', 'known findings, each with a reason and the day it expires'),
    strict: flag('end with 1 also when the report has warnings'),
    requireAll: flag('end with 1 also when rules were skipped'),
    json: flag('print the report as JSON instead of the summary'),
  },
  examples: [
    'npx rampart merge-reports part-1 part-2 part-3',
    'npx rampart merge-reports part-1 part-2 part-3 --report-dir whole --strict',
  ],
} satisfies Declaration

/** Options of `rampart merge-reports`. */
export type MergeOptions = OptionsOf<(typeof mergeReportsCommand)['options']>
