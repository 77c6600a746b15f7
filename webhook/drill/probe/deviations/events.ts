import type { Deviation } from './deviation.js'

const spelled = (how: string, spell: (type: string) => string): Deviation => ({
  mistake: 'type-spelling',
  aspect: 'type',
  description: `whose type is written ${how}`,
  title: `Your receiver expects the type of an event written ${how}.`,
  plan: { spell },
})

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const pascal = (type: string): string => type.split('_').map(capital).join('')

const manner = (mistake: string, description: string, title: string, plan: Deviation['plan']): Deviation => ({
  mistake,
  aspect: 'manner',
  description,
  title,
  plan,
})

/** Other spellings of event types. */
export const ofTypes: readonly Deviation[] = [
  spelled('as its topic is, such as CustomerStatus', pascal),
  spelled('in capitals, such as CUSTOMER_STATUS', (type) => type.toUpperCase()),
  spelled('with hyphens, such as customer-status', (type) => type.replaceAll('_', '-')),
  spelled('with dots, such as customer.status', (type) => type.replaceAll('_', '.')),
  spelled('such as customerStatus', (type) => {
    const name = pascal(type)
    return name.charAt(0).toLowerCase() + name.slice(1)
  }),
  spelled('without underscores, such as customerstatus', (type) => type.replaceAll('_', '')),
  spelled('such as customer.status_changed', (type) => `${type.replace('_', '.')}_changed`),
]

/** Other ways to post a delivery. */
export const ofManners: readonly Deviation[] = [
  ...[
    'application/json; charset=utf-8',
    'application/webhook+json',
    'application/cloudevents+json',
    'text/plain',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
  ].map((contentType) =>
    manner(
      'other-content-type',
      `of type ${contentType}`,
      `Your receiver expects the content type ${contentType}, and refuses application/json.`,
      { contentType },
    ),
  ),
  ...['PUT', 'PATCH', 'GET'].map((method) =>
    manner(
      'other-method',
      `sent with ${method}`,
      `Your receiver expects ${method}, and deliveries are POST.`,
      {
        method,
      },
    ),
  ),
]
