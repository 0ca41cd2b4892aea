import fc from 'fast-check'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * Values that a schema accepts, as its sender writes them: what the fuzz sends. Understands what the contract uses and
 * throws at anything else.
 */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const document = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return fromJson(inlined(document, document.$defs ?? {}) as JsonSchema)
}

/** Schemas with a name of their own stand in $defs: put back where they are meant. None of ours contains itself. */
function inlined(node: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((item) => inlined(item, definitions))
  if (!isRecord(node)) return node
  const name = typeof node['$ref'] === 'string' ? node['$ref'].replace('#/$defs/', '') : undefined
  if (name !== undefined) return inlined(definitions[name], definitions)
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inlined(value, definitions)]))
}

function fromJson(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((option) => fromJson(option)))
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fromJson(option)))
  switch (schema.type) {
    case 'object':
      return fromObject(schema)
    case 'array':
      return fc.array(fromJson((schema.items ?? {}) as JsonSchema), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      })
    case 'string':
      return fromString(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1_000_000, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1_000_000, 2 ** 31 - 1),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      throw new TypeError(`no arbitrary for ${JSON.stringify(schema)}`)
  }
}

function fromObject(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.propertyNames && isRecord(schema.additionalProperties)) {
    return fc.dictionary(fromJson(schema.propertyNames as JsonSchema) as fc.Arbitrary<string>, fromJson(schema.additionalProperties), {
      maxKeys: 5,
    })
  }
  const model = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, fromJson(value as JsonSchema)]))
  return fc.record(model, { requiredKeys: schema.required ?? [] })
}

const letters = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzáñçÜ€漢字🎸אب \u200f\'"<>&%_\\/;-'))

function fromString(schema: JsonSchema): fc.Arbitrary<string> {
  const max = schema.maxLength ?? 200
  switch (schema.format) {
    case 'uuid':
      return fc.uuid({ version: 4 })
    case 'date-time':
      return fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }).map((date) => date.toISOString())
    case 'date':
      return fc
        .date({ min: new Date('1999-01-04'), max: new Date('2026-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10))
    case 'email':
      return fc
        .tuple(fc.stringMatching(/^[a-z]{1,20}$/), fc.stringMatching(/^[a-z]{1,10}\.[a-z]{2,5}$/))
        .map(([user, host]) => `${user}@${host}`)
    case 'uri':
      return fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true }).filter((url) => url.length <= max)
    default:
  }
  if (schema.pattern !== undefined)
    return fc.stringMatching(new RegExp(schema.pattern)).filter((text) => text.length >= (schema.minLength ?? 0) && text.length <= max)
  // Begins with a letter: the contract trims before it counts. Now and then as long as it may be.
  const rest = (minLength: number, maxLength: number) => fc.string({ unit: letters, minLength, maxLength })
  const least = Math.max(0, (schema.minLength ?? 0) - 1)
  return fc
    .tuple(
      fc.constantFrom('a', 'Z', 'ñ', '漢'),
      fc.oneof(
        { weight: 9, arbitrary: rest(least, Math.max(least, Math.min(max - 1, 60))) },
        { weight: 1, arbitrary: fc.constant('x'.repeat(max - 1)) },
      ),
    )
    .map((parts) => parts.join('').slice(0, max).toWellFormed().replace(/\s+$/, 'a'))
}

/**
 * Hostile requests. Raw text is sent as it stands, so that NaN, half a document or an own `__proto__` key arrive too.
 */
export type Corruption = { kind: string; body?: string; contentType?: string; query?: string; param?: string }

const garbage: unknown[] = [
  null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 1, '', ' ', '\u0000', '\ud800', '\u202e\ufeff', '0'.repeat(100_000), '🎸'.repeat(5_000),
  [], [[]], {}, { $gt: '' }, ['a', 'b'], '../../etc/passwd', "' or 1=1 --", '<script>alert(1)</script>', '${7*7}', '2026-13-45T99:99:99Z', 'NaN',
  '0000-02-29', '0000-02-29T00:00:00Z', '9999-12-31T23:59:59-14:00',
] // prettier-ignore

/**
 * One thing wrong in an otherwise valid body: wrong type, missing, extra, huge, unicode, deep nesting, or no JSON at
 * all.
 */
export function corruptions(valid: { body: unknown; query: Record<string, unknown>; hasParams: boolean }): fc.Arbitrary<Corruption> {
  const anything = fc.oneof(fc.constantFrom(...garbage), fc.jsonValue({ maxDepth: 3 }))
  const body = isRecord(valid.body) ? valid.body : {}
  const keys = Object.keys(body)
  const anyKey = keys.length > 0 ? fc.constantFrom(...keys) : fc.constant('key')
  const json = (kind: string, value: fc.Arbitrary<unknown>) =>
    value.map((made): Corruption => ({ kind, body: JSON.stringify(made) ?? 'null' }))
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const options: fc.Arbitrary<Corruption>[] = [
    json(
      'wrong type',
      fc.tuple(anyKey, anything).map(([key, value]) => ({ ...body, [key]: value })),
    ),
    json(
      'missing',
      anyKey.map((key) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== key))),
    ),
    json(
      'extra',
      fc
        .tuple(fc.constantFrom('id', 'roles', 'status', 'ownerId', 'constructor', 'toString', 'price', '', 'ñ'.repeat(3_000)), anything)
        .map(([key, value]) => ({ ...body, [key]: value })),
    ),
    json('not an object', anything),
    fc
      .constantFrom('{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}')
      .map((text): Corruption => ({ kind: 'prototype', body: text })),
    fc
      .constantFrom('{', 'NaN', '{"a":NaN}', '{"a":01}', '\u0000', 'null', '"text"', `{"a":${deep}}`, `{"a":"${'x'.repeat(1_100_000)}"}`)
      .map((text): Corruption => ({ kind: 'no document', body: text })),
    fc
      .constantFrom(
        'text/plain',
        'application/xml',
        'multipart/form-data; boundary=x',
        'application/json; charset=nonsense',
        'application/vnd.api+json',
      )
      .map((contentType): Corruption => ({ kind: 'content type', contentType, body: JSON.stringify(body) })),
    fc
      .tuple(
        fc.constantFrom('cursor', 'limit', 'language', 'q', 'type', 'channel', 'product', 'from', 'to', '__proto__', 'x'),
        anything.filter((value) => typeof value !== 'string' || value.length < 4_000),
      )
      .map(([key, value]): Corruption => ({
        kind: 'query',
        query: `${encodeURIComponent(key)}=${encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())}`,
      })),
    fc
      .constantFrom(
        'limit=1&limit=2',
        'cursor=W10',
        'cursor=WzEsMl0',
        'language[]=es',
        '%',
        '%E0%A4%A',
        'limit=0',
        'limit=1e9',
        'q=%00%00%00',
      )
      .map((query): Corruption => ({ kind: 'query text', query })),
  ]
  if (valid.hasParams) {
    options.push(
      fc
        .constantFrom(
          '%00',
          '..%2f..%2f',
          '%2e%2e',
          '%E0%A4%A',
          'A',
          'ñ',
          '-',
          'a'.repeat(5_000),
          "'--",
          '%252e',
          '__proto__',
          'constructor',
          'null',
        )
        .map((param): Corruption => ({ kind: 'param', param })),
    )
  }
  return fc.oneof(...options)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
