import type { DiffReport } from '../model/report.js'

/** A report as JSON; `diff.schema.json` describes it. Printed to the log of a job on GitHub, it commands nothing. */
export function renderDiffJson(report: DiffReport): string {
  return `${JSON.stringify(report, undefined, 2).replaceAll('##[', String.raw`\u0023#[`)}\n`
}
