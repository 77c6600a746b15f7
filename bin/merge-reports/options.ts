import { file, flag, folder, type OptionsOf } from '../input/options.js'

/** Options of `rampart merge-reports`. */
export const mergeOptions = {
  reportDir: folder('<dir>', 'folder for the whole report', { usual: 'rampart-report' }),
  baseline: file('<file>', 'known findings, each with a reason and the day it expires'),
  strict: flag('end with 1 also when the report has warnings'),
  requireAll: flag('end with 1 also when rules were skipped'),
  json: flag('print the report as JSON instead of the summary'),
}

export type MergeOptions = OptionsOf<typeof mergeOptions>
