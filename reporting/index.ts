export {
  type Annotation,
  annotationLine,
  annotationLines,
  type AnnotationLevel,
  type NamedAnnotation,
  withoutCommands,
} from './annotations.js'
export { filterAddress, itemAddress, queryOf, embeddedJson, escapeHtml, shownHtml } from './html/markup.js'
export { type HtmlPage, htmlPage } from './html/document.js'
export type {
  Aside,
  Facet,
  FacetOption,
  Fact,
  Figure,
  GaugeGroup,
  Item,
  Notice,
  ReportPage,
  Section,
  ShownExchange,
  Tone,
} from './html/model.js'
export { plainPage, renderPage } from './html/page.js'
export { escapeXml, type JunitCase, type JunitOutcome, type JunitSuite, junitXml } from './junit.js'
export {
  escapeMarkdown,
  markdownCode,
  markdownFence,
  markdownSentence,
  markdownText,
  tableCell,
  tableRow,
} from './markdown.js'
export type { Paint } from './paint.js'
export { type Fitted, Room } from './room.js'
export {
  sarifFingerprints,
  type SarifLevel,
  sarifLimits,
  sarifLocation,
  sarifLog,
  sarifNotification,
  type SarifRun,
  withoutLinks,
} from './sarif.js'
export {
  type ChangelogFormat,
  changelogFormats,
  type DiffFormat,
  diffFormats,
  type RuleFormat,
  ruleFormats,
} from './formats.js'
export {
  brief,
  counted,
  firstOf,
  joined,
  jsonForLogs,
  linesIn,
  printable,
  shortened,
  spelledOut,
  unsafeInPage,
  wordFor,
} from './text/text.js'
