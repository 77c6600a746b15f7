export {
  type Annotation,
  annotationLine,
  annotationLines,
  type AnnotationLevel,
  type NamedAnnotation,
  withoutCommands,
} from './annotations.js'
export { unsafeInPage } from './text/characters.js'
export { counted, firstOf, joined, wordFor } from './text/counts.js'
export * from './html/index.js'
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
export { noPaint, type Paint } from './paint.js'
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
export { brief, jsonForLogs, printable, shortened, spelledOut } from './text/text.js'
