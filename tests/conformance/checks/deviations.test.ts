import { expect, test } from 'vitest'
import { locationOf } from '../../../conformance/checks/index.js'
import { type Row, seenAs } from './shop.js'

test.each<[string, Row, string | undefined]>([
  ['getItem', {}, undefined],
  ['createItem', { send: {} }, undefined],
  ['getItem', { method: 'put', wrong: ['query', '/a', 'type'] }, 'method put'],
  ['createItem', { send: ['a'] }, 'body'],
  ['createItem', { send: {}, wrong: ['body', '', 'type'] }, 'body'],
  ['createItem', { send: {}, wrong: ['body', '/name', 'syntax'] }, 'body'],
  ['createItem', { send: {}, wrong: ['body', '/name', 'mediaType'] }, 'body'],
  ['createItem', { send: {}, wrong: ['body', '/name', 'type'] }, 'members of the body'],
  ['listItems', { wrong: ['query', '/limit/0', 'syntax'] }, 'query limit'],
  ['getItem', { credentials: 'none', wrong: ['header', '', 'security'] }, 'credentials'],
])('%s, sent %j, is wrong at: %s', (operation, row, location) => {
  expect(locationOf(seenAs(operation, row))).toBe(location)
})
