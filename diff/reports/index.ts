export type { ReportContext, ShownDocument } from './summary/context.js'
export { renderDiff, type TextStyle } from './formats.js'
export { renderDiffAnnotations } from './annotations.js'
export {
  firstRelease,
  type Release,
  type ReleaseOptions,
  releaseOf,
  renderChangelog,
  renderDiffMarkdown,
} from './changelog/index.js'
export { commentMark, longestComment, renderComment } from './comment.js'
export { renderDiffHtml } from './html/page.js'
export { renderDiffJson } from './json.js'
export { type KindTitle, renderDiffSarif } from './sarif.js'
export { renderVerdicts } from './verdict-page.js'
export { renderDiffText } from './text.js'
