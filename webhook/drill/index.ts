export { drillCatalogue, rulesJson, rulesPage, rulesText } from './catalogue.js'
export {
  documentsChosen,
  type DrillOptions,
  isOnPrivateNetwork,
  kindsChosen,
  rulesChosen,
  shownUrl,
  urlChosen,
} from './options.js'
export { concludeDrill, type DrillFacts, drillReport } from './report.js'
export type { DrillRule } from './rules/rule.js'
export { type DrillResult, runDrill } from './run-drill.js'
