import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { complaintsIn, type Want } from '../../../conformance/run/refusals.js'

const values = (...values: string[]): Want => ({ kind: 'values', values })
const pattern = (pattern: string): Want => ({ kind: 'pattern', pattern })
const text = (text: string): Want => ({ kind: 'text', text })
const most = (most: number): Want => ({ kind: 'bounds', most })
const least = (least: number): Want => ({ kind: 'bounds', least })
const [present, absent] = [{ kind: 'present' }, { kind: 'absent' }] as const
const [date, time] = [text('2026-01-15'), text('2026-01-15T10:00:00Z')]

const told = (body: unknown): [string, Want][] =>
  complaintsIn(typeof body === 'string' ? body : JSON.stringify(body)).flatMap(({ at, want }) =>
    want ? [[at.join('.'), want]] : [],
  )

describe('a text wants', () => {
  test.each<[string, Want | undefined, string?]>([
    // Listed values: gRPC-gateway, ajv, pydantic 2 and 1, Spring, serde, zod, jsonschema, networknt, Jackson, joi, Rails.
    [
      'invalid WriteAuthorizationModelRequest.SchemaVersion: value must be in list [1.0 1.1 1.2]',
      values('1.0', '1.1', '1.2'),
    ],
    ['must be one of: a, b', values('a', 'b')],
    ['must be equal to one of the allowed values: a, b', values('a', 'b')],
    ["Input should be 'a', 'b' or 'c'", values('a', 'b', 'c')],
    ["value is not a valid enumeration member; permitted: 'a', 'b'", values('a', 'b')],
    ['must be any of [ACTIVE, PAUSED]', values('ACTIVE', 'PAUSED')],
    ['unknown variant `x`, expected `a` or `b`', values('a', 'b')],
    ['unknown variant `x`, expected one of `a`, `b`, `c`', values('a', 'b', 'c')],
    ["Invalid enum value. Expected 'a' | 'b', received 'x'", values('a', 'b')],
    ['Invalid option: expected one of "a"|"b"', values('a', 'b')],
    ["'x' is not one of ['a', 'b']", values('a', 'b')],
    ['$.kind: does not have a value in the enumeration [a, b]', values('a', 'b')],
    ['not one of the values accepted for Enum class: [CAT, DOG]', values('CAT', 'DOG')],
    ['"kind" must be one of [a, b]', values('a', 'b')],
    ['Invalid sort. Allowed values are: name, size.', values('name', 'size')],
    ['Value "x" is not allowed for "mode"; valid options: fast, slow', values('fast', 'slow')],
    // Patterns: pydantic 2 and 1, ajv, Hibernate, protoc-gen-validate, jsonschema.
    ["String should match pattern '^[a-z]+$'", pattern('^[a-z]+$')],
    ['string does not match regex "^[a-z]+$"', pattern('^[a-z]+$')],
    ['must match pattern "^[a-z]+$"', pattern('^[a-z]+$')],
    ['must match ^[a-z]+$', pattern('^[a-z]+$')],
    ['must match "[A-Z]{3}"', pattern('[A-Z]{3}')],
    ['value does not match regex pattern "^[^:#]{1,256}$"', pattern('^[^:#]{1,256}$')],
    ["'X' does not match '^[a-z]+$'", pattern('^[a-z]+$')],
    // Bounds: prose, ajv, pydantic, Hibernate, joi, Django, protoc-gen-validate.
    ['must be at most 10', most(10)],
    ['must be <= 10', most(10)],
    ['must NOT have more than 5 characters', most(5)],
    ['Input should be less than or equal to 100', most(100)],
    ['Input should be less than 100', most(99)],
    ['ensure this value has at most 20 characters', most(20)],
    ['Ensure this value is less than or equal to 50.', most(50)],
    ['length must be less than or equal to 8 characters long', most(8)],
    ['size must be between 3 and 20', { kind: 'bounds', least: 3, most: 20 }],
    ['value must be in range [1, 65535]', { kind: 'bounds', least: 1, most: 65535 }],
    ['must be greater than or equal to 1', least(1)],
    ['Input should be greater than 0', least(1)],
    ['String should have at least 3 characters', least(3)],
    ['is too short (minimum is 3 characters)', least(3)],
    ['must be a positive integer', least(1)],
    ['must not be negative', least(0)],
    // Missing members: pydantic, Django, ASP.NET, ajv, jsonschema, joi, serde, marshmallow, Rails, Hibernate, colander.
    ['Field required', present],
    ['field required', present],
    ['This field is required.', present],
    ['The Name field is required.', present, 'Name'],
    ['missing property "x"', present, 'x'],
    ["must have required property 'x'", present, 'x'],
    ["'x' is a required property", present, 'x'],
    ['"x" is required', present, 'x'],
    ['x is required', present, 'x'],
    ['missing field `x` at line 1 column 2', present, 'x'],
    ['Missing required parameter: x', present, 'x'],
    ['object has missing required properties (["x"])', present, 'x'],
    ['Missing data for required field.', present],
    ["can't be blank", present],
    ['must not be null', present],
    ['"x" must not be empty', present, 'x'],
    ['Required', present],
    // Unknown members: pydantic 2 and 1, ajv, jsonschema, serde, joi, class-validator, zod, marshmallow.
    ['Extra inputs are not permitted', absent],
    ['extra fields not permitted', absent],
    ['must NOT have additional properties', absent],
    ["Additional properties are not allowed ('x' was unexpected)", absent, 'x'],
    ['unknown field `x`, expected `a`', absent, 'x'],
    ['json: unknown field "x"', absent, 'x'],
    ['"x" is not allowed', absent, 'x'],
    ['property x should not exist', absent, 'x'],
    ["Unrecognized key(s) in object: 'x'", absent, 'x'],
    ['Unknown field.', absent],
    // Forms: prose, Django, pydantic, Hibernate, Go.
    ['expected format YYYY-MM-DD', date],
    ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.', date],
    ['Invalid date format', date],
    ['Input should be a valid datetime', time],
    ['must be a valid RFC3339 timestamp', time],
    ['must be a well-formed email address', text('sample@example.com')],
    ['"x" is not a valid UUID.', text('3f2b8a54-6c1d-4e7f-9a0b-5d4c3b2a1f00')],
    ['Enter a valid URL.', text('https://example.com/')],
    ['version must be a valid semantic version', text('1.0.0')],
    // Refusals without a repair.
    ['something went wrong', undefined],
    ['This name is taken already', undefined],
    ['Bad Request', undefined],
  ])('%s', (message, want, name = '') => {
    expect(told(message)).toEqual(want ? [[name, want]] : [])
  })
})

const errors: [string, unknown, [string, Want][]][] = parse(`
- [pydantic, { detail: [{ type: missing, loc: [body, name], msg: Field required, input: {} }] }, [[body.name, &present { kind: present }]]]
- ['ajv, as fastify has it', { message: "body must have required property 'name'", statusCode: 400, code: FST_ERR_VALIDATION }, [[name, *present]]]
- - ajv itself
  - [{ instancePath: /kind, keyword: enum, params: { allowedValues: [a, b] }, message: must be equal to one of the allowed values }]
  - [[kind, { kind: values, values: [a, b] }]]
- [RFC 9457 with pointers, { title: Your request is not valid., errors: [{ detail: must be a positive integer, pointer: '#/age' }] }, [[age, { kind: bounds, least: 1 }]]]
- [RFC 7807 with parameters, { invalid-params: [{ name: age, reason: must be at least 18 }] }, [[age, { kind: bounds, least: 18 }]]]
- [Google, { details: [{ fieldViolations: [{ field: pet.name, description: is required }] }] }, [[pet.name, *present]]]
- [Spring, { violations: [{ field: size, message: must be at most 10 }] }, [[size, { kind: bounds, most: 10 }]]]
- [ASP.NET, { errors: { Name: [The Name field is required.] } }, [[Name, *present]]]
- [Django, { name: [This field is required.] }, [[name, *present]]]
- ['JSON:API', { errors: [{ source: { pointer: /data/attributes/name }, detail: "can't be blank" }] }, [[data.attributes.name, *present]]]
- [express-validator, { errors: [{ type: field, path: age, msg: must be at most 10 }] }, [[age, { kind: bounds, most: 10 }]]]
- [colander, { details: [{ location: body, name: data.id, description: Required }] }, [[data.id, *present]]]
- [gRPC-gateway, { code: 3, message: 'invalid Request.SchemaVersion: value must be in list [1.0 1.1]' }, [['', { kind: values, values: ['1.0', '1.1'] }]]]
`)

test.each(errors)('an error of %s says what it is about', (_, body, wants) => {
  expect(told(body)).toEqual(wants)
})
