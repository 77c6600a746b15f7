export { filterAddress, itemAddress, queryOf, embeddedJson, escapeHtml, shownHtml } from './markup.js'
export { type HtmlPage, htmlPage } from './document.js'
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
} from './model.js'
export { plainPage, renderPage } from './page.js'
