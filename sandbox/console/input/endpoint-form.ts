import type { QueryPairs } from '../../pipeline/query.js'
import { topicByType, type Topic } from '../../api/event-types.js'
import {
  type EndpointInput,
  type EndpointProblems,
  endpointProblems,
} from '../../webhook-endpoints/validation.js'
import type { ReachableHosts } from '../../webhooks/url.js'
import { fieldOf } from './request.js'

/** Topics to choose from: `Ping` is always subscribed. */
export const choices: readonly Topic[] = Object.values(topicByType).filter((topic) => topic !== 'Ping')

/** The fields of a form as submitted. */
export function draftOf(form: QueryPairs): EndpointInput {
  const names: readonly string[] = form.get('topics') ?? []
  return {
    label: fieldOf(form, 'label').trim(),
    url: fieldOf(form, 'url').trim(),
    topics: choices.filter((topic) => names.includes(topic)),
  }
}

/** The changed members of a form: an unchanged label or URL is kept even if it could no longer be registered. */
export function changeOf(
  before: EndpointInput,
  { label, url, topics }: EndpointInput,
): Partial<EndpointInput> {
  return {
    ...(label === before.label ? {} : { label }),
    ...(url === before.url ? {} : { url }),
    topics,
  }
}

/** The problems of a form, by field; absent if it is valid. */
export function problemsOf(
  input: Partial<EndpointInput>,
  hosts: ReachableHosts,
): EndpointProblems | undefined {
  const problems = endpointProblems(input, hosts)
  return Object.keys(problems).length === 0 ? undefined : problems
}
