import { alone, type Pattern } from './mistake.js'

/** Mistakes with concurrent events. */
export const ofSameMoment: readonly Pattern[] = [
  {
    name: 'overlap-refused',
    title: 'Your receiver refuses an event while it handles another one.',
    fix: 'Let events that meet wait for each other, or take no lock: deliveries come when they come.',
    when: ['same-moment#two-events'],
    explains: ['same-moment#*'],
  },
  {
    name: 'customer-overlap',
    title: 'Your receiver refuses an event while it handles another one of the same customer.',
    fix: 'Let events of one customer wait for each other.',
    when: ['same-moment#one-customer'],
    explains: ['same-moment#*'],
  },
  {
    name: 'retry-overlap',
    title: 'Your receiver refuses a retry that comes while its first attempt is handled.',
    fix: 'Let an insert that finds its row there already, or a lock that is held, end with 200 or wait.',
    when: ['same-moment#same-event'],
    explains: ['same-moment#same-event'],
  },
  alone(
    'few-at-once',
    'same-moment#*',
    'Your receiver refuses some of four events of a customer that come at the same moment.',
    'Let events that meet wait for each other: deliveries come when they come.',
  ),
]
