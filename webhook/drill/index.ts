export { drillCatalogue } from './catalogue.js'
export { type DrillFacts, drillReport, shownUrl } from './report.js'
export type { DrillRule } from './rule.js'
export { type Drilled, type DrillOptions, runDrill } from './run-drill.js'
