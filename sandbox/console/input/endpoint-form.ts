import type { QueryPairs } from '../../pipeline/query.js'
import { isLoopback, isPublic } from '../../webhooks/addresses.js'
import { topicByType, type Topic } from '../../api/event-types.js'
import type { EndpointInput } from '../../webhook-endpoints/validation.js'
import { literalOf } from '../../webhooks/url.js'
import { fieldOf } from './request.js'

export type Field = 'label' | 'url' | 'topics'

/** The problems of a form, by field. */
export type Problems = Readonly<Partial<Record<Field, string>>>

/** The input of the form of a webhook, right or wrong. */
export interface Draft {
  readonly label: string
  readonly url: string
  readonly topics: readonly Topic[]
}

/** Characters of a label. The specification names no limit; this one is the console's. */
export const longestLabel = 100
const longestUrl = 2048

/** Topics that can be chosen: `Ping` is always on. */
export const choices: readonly Topic[] = Object.values(topicByType).filter((topic) => topic !== 'Ping')

/** The fields of the form as they came. */
export function draftOf(form: QueryPairs): Draft {
  const names: readonly string[] = form.get('topics') ?? []
  return {
    label: fieldOf(form, 'label').trim(),
    url: fieldOf(form, 'url').trim(),
    topics: choices.filter((topic) => names.includes(topic)),
  }
}

const labelProblem = (label: string): string | undefined => {
  if (label === '') return 'Give it a label, so that you find it again in the lists.'
  const length = Array.from(label).length
  return length > longestLabel
    ? `A label has at most ${longestLabel} characters; this one has ${length}.`
    : undefined
}

const leadsHome = (url: URL): boolean => {
  const literal = literalOf(url)
  return literal === undefined ? /^(.*\.)?localhost\.?$/.test(url.hostname) : isLoopback(literal)
}

const isPrivate = (url: URL): boolean => {
  const literal = literalOf(url)
  return leadsHome(url) || (literal !== undefined && !isPublic(literal))
}

const hint = (allowsLoopback: boolean): string =>
  allowsLoopback ? '' : ' For receivers on this machine start the sandbox with --allow-loopback-webhooks.'

const urlProblem = (text: string, allowsLoopback: boolean): string | undefined => {
  if (text === '') return 'Give the URL that receives the events.'
  if (text.length > longestUrl) return `A URL has at most ${longestUrl} characters.`
  if (!URL.canParse(text)) return 'This is no URL. It has to begin with https:// and name a host.'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'Leave user and password out of the URL.'
  if (allowsLoopback && /^https?:$/.test(url.protocol) && leadsHome(url)) return undefined
  if (url.protocol !== 'https:') return `The URL has to begin with https://.${hint(allowsLoopback)}`
  if (!isPrivate(url)) return undefined
  return leadsHome(url)
    ? `This address is the machine itself. The host has to be public.${hint(allowsLoopback)}`
    : 'This address is private or reserved. The host has to be public.'
}

/** The problems of a draft, field by field; none where it can be registered (Registering). */
export function problemsOf({ label, url, topics }: EndpointInput, allowsLoopback: boolean): Problems {
  const problems = {
    label: labelProblem(label),
    url: urlProblem(url, allowsLoopback),
    topics: topics.length === 0 ? 'Choose at least one kind of event.' : undefined,
  }
  return {
    ...(problems.label === undefined ? {} : { label: problems.label }),
    ...(problems.url === undefined ? {} : { url: problems.url }),
    ...(problems.topics === undefined ? {} : { topics: problems.topics }),
  }
}

/** True when a field of the form cannot be taken. */
export function hasProblems(problems: Problems): boolean {
  return Object.keys(problems).length > 0
}
