import { catalogue } from '../../statements/index.js'
import type { Exchange } from '../../exchange/exchange.js'
import type { Finding } from '../../model/finding.js'
import type { Report, RuleResult } from '../../model/report.js'
import { versionName } from '../summary/subject.js'
import { curlLine } from '../evidence/curl.js'
import { valueAt } from './value-at.js'

const titles = new Map(catalogue.map(({ id, title }) => [id, title]))

const exchangeData = (exchange: Exchange, pointer: string | undefined) => {
  const { request, response, operationId, isReplay, sentAt } = exchange
  return {
    request,
    response,
    operationId,
    isReplay,
    // The bytes are signed: an indented body would not show them.
    isRaw: exchange.target === 'webhook',
    sentAt: new Date(sentAt).toISOString(),
    curl: curlLine(exchange),
    value: valueAt(exchange, pointer),
  }
}

const findingData = ({ message, pointer, occurrences, evidence }: Finding) => ({
  message,
  pointer,
  occurrences,
  evidence: evidence.map((exchange) => exchangeData(exchange, pointer)),
})

const resultData = (report: Report, result: RuleResult) => ({
  ...result,
  version: versionName(result.version, report),
  area: result.id.split('/')[0] ?? '',
  title: result.title ?? titles.get(result.id),
  findings: result.findings.map(findingData),
  cause: result.cause && exchangeData(result.cause, undefined),
})

/** A report as the data of its page: plain, with a command line for each exchange. */
export function pageData(report: Report) {
  return {
    versions: report.versions.map((summary) => ({
      ...summary,
      version: versionName(summary.version, report),
    })),
    results: report.results.map((result) => resultData(report, result)),
  }
}
