import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { createClient } from '@e-events/shared/contract/client.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { ownProductDetail } from '../../../testing/product-factories.ts'
import { changesBetween, createProduct, isEmpty, SaveError, send } from './changes.ts'
import { fieldsOf } from './mapping.ts'
import { takeOver } from './take-over.ts'

let fake: FakeApi
const client = () =>
  createClient({
    baseUrl: '/api',
    fetch: fake.fetch,
    accessToken: () => 'token',
    refresh: () => Promise.resolve(undefined),
    language: () => 'es',
  })
const sessionId = '00000000-0000-4000-8000-00000000abcd' as never
const product = ownProductDetail({
  slug: 'concierto',
  translations: [{ language: 'en', title: 'Concert', shortDescription: '', description: '' }],
  sessions: [
    {
      id: sessionId,
      startsAt: '2026-12-01T19:00:00.000Z',
      endsAt: '2026-12-01T21:00:00.000Z',
      timezone: 'Europe/Madrid',
      state: 'coming',
      changesAt: null,
    },
  ],
})
const saved = () => structuredClone(fieldsOf(product, 'es'))
const sent = () => fake.calls.map(({ endpoint, body }) => [`${endpoint.method} ${endpoint.path}`, body])

beforeEach(() => {
  fake = createFakeApi()
  for (const endpoint of [ownProducts.update, ownProducts.create, ownProducts.setTranslation, ownProducts.removeTranslation] as const)
    fake.on(endpoint, () => product)
  for (const endpoint of [ownProducts.addSession, ownProducts.changeSession, ownProducts.removeSession, ownProducts.setMetadata] as const)
    fake.on(endpoint, () => product)
})

describe('changes of a product', () => {
  it('are none where only the way of writing differs', () => {
    const typed = saved()
    typed.texts.es.title += '  '
    typed.sessions = [{ ...typed.sessions[0]!, startsAt: '2026-12-01T20:00:00+01:00' }]
    expect(isEmpty(changesBetween(saved(), typed))).toBe(true)
  })

  it('send what changed and nothing else, dates and languages by their own calls', async () => {
    const typed = saved()
    typed.texts.es.title = 'Recital'
    typed.texts.en = { title: '', shortDescription: '', description: '' }
    typed.texts.pt = { title: 'Recital', shortDescription: '', description: '' }
    typed.sessions = [
      { ...typed.sessions[0]!, endsAt: '2026-12-01T22:00:00.000Z' },
      { key: 'new', id: null, startsAt: '2026-12-08T19:00:00.000Z', endsAt: '2026-12-08T21:00:00.000Z' },
    ]
    typed.metadata = [{ key: 'Promotor', value: 'Goiko', exportable: true }]
    await send(client(), { product, changes: changesBetween(saved(), typed) })
    expect(sent()).toEqual([
      ['PATCH /products/:slug', { title: 'Recital' }],
      ['DELETE /products/:slug/translations/:language', undefined],
      ['PUT /products/:slug/translations/:language', { title: 'Recital', shortDescription: '', description: '' }],
      [
        'PATCH /products/:slug/sessions/:sessionId',
        { startsAt: '2026-12-01T19:00:00.000Z', endsAt: '2026-12-01T22:00:00.000Z', timezone: 'Europe/Madrid' },
      ],
      [
        'POST /products/:slug/sessions',
        { startsAt: '2026-12-08T19:00:00.000Z', endsAt: '2026-12-08T21:00:00.000Z', timezone: 'Europe/Madrid' },
      ],
      ['PUT /products/:slug/metadata', { metadata: [{ key: 'Promotor', value: 'Goiko', exportable: true }] }],
    ])
  })

  it('stop at the first refusal and tell what is stored by then', async () => {
    fake.on(ownProducts.setMetadata, () => {
      throw new Refusal('INTERNAL')
    })
    const typed = { ...saved(), tags: ['jazz'], metadata: [{ key: 'a', value: '', exportable: false }] }
    const failure = await send(client(), { product, changes: changesBetween(saved(), typed) }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SaveError)
    expect(failure).toMatchObject({ failure: 'productMetadata', product: { slug: 'concierto' } })
    expect(fake.countOf(ownProducts.update)).toBe(1)
  })

  it('create the draft first; what belongs to a product follows', async () => {
    await createProduct(client(), { ...saved(), sessions: [{ ...saved().sessions[0]!, id: null }] })
    expect(sent().map(([call]) => call)).toEqual([
      'POST /products',
      'PUT /products/:slug/translations/:language',
      'POST /products/:slug/sessions',
    ])
  })
})

describe('newer values of the server', () => {
  it('show where nothing else was typed, and dates that were stored get their ids', () => {
    const before = saved()
    const typed = { ...saved(), director: 'Otra', sessions: [{ ...saved().sessions[0]!, id: null, key: 'new' }] }
    const after = { ...saved(), director: 'Alguien', group: 'Invierno' }
    const taken = Object.fromEntries(takeOver({ before: { ...before, sessions: [] }, after, typed }))
    expect(taken).toEqual({ group: 'Invierno', sessions: after.sessions })
  })

  it('take away a date that was moved, and keep one that is still being typed', () => {
    const half = { key: 'half', id: null, startsAt: null, endsAt: null }
    const before = saved()
    const after = { ...saved(), sessions: [{ ...before.sessions[0]!, id: 'other', key: 'other', startsAt: '2026-12-09T19:00:00.000Z' }] }
    const typed = { ...saved(), sessions: [...before.sessions, half] }
    expect(Object.fromEntries(takeOver({ before, after, typed }))['sessions']).toEqual([half, after.sessions[0]])
  })

  it('make a category that was named one of the categories', () => {
    const typed = { ...saved(), newCategory: 'Zarzuela' }
    expect(takeOver({ before: saved(), after: { ...saved(), categories: ['zarzuela'] }, typed })).toEqual([
      ['categories', ['zarzuela']],
      ['newCategory', ''],
    ])
  })
})
