import type { AttemptSummary } from '../../webhooks/attempt-log.js'
import { type Markup, markup, type Content } from '../html/markup.js'
import { duration } from './components.js'

const all = 100

/** A share in percent, rounded to 100 or 0 only if it is exactly that. */
const percent = (count: number, total: number): string => {
  const rounded = Math.round((count / total) * all)
  if (rounded === all && count < total) return '>99 %'
  return rounded === 0 && count > 0 ? '<1 %' : `${rounded} %`
}

const tile = (name: string, value: Content, kind = ''): Markup =>
  markup`<div class="${kind}"><dt>${name}</dt><dd>${value}</dd></div>`

/** Counts and latency of the stored attempts. */
export function statTiles({ delivered, failed, p50, p95 }: AttemptSummary): Markup {
  const none = markup`<span class="soft">-</span>`
  const attempts = delivered + failed
  return markup`<dl class="tiles">${tile('Attempts', attempts.toLocaleString('en-US'))}
${tile('Acknowledged', attempts === 0 ? none : percent(delivered, attempts))}
${tile('Failed', failed.toLocaleString('en-US'), failed === 0 ? '' : 'bad')}
${tile('Median', p50 === undefined ? none : duration(p50))}
${tile('95th percentile', p95 === undefined ? none : duration(p95))}</dl>`
}
