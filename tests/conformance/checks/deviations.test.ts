import { expect, test } from 'vitest'
import { locationOf, requestWords } from '../../../conformance/checks/index.js'
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

test.each<[Row, string]>([
  [{ send: {} }, ''],
  [{ send: {}, odd: ['quote'] }, ''],
  [{ send: {}, odd: ['nul'] }, ' to a request with a NUL character'],
  [{ send: ['a'] }, ' to a request whose body is an array'],
  [{ send: ['a'], wrong: ['body', '/name', 'type'] }, ' to a request that is wrong: name is wrong'],
  [{ send: {}, wrong: ['body', '', 'type'] }, ' to a request that is wrong: the body is wrong'],
])('a message of %j ends in: %s', (row, words) => {
  expect(requestWords(seenAs('createItem', row))).toBe(words)
})
