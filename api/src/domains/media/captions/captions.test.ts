import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { captions, type CaptionFile } from '@e-events/shared/contract/media/captions.ts'
import type { CaptionLanguage } from '@e-events/shared/domain/captions.ts'
import { limits } from '@e-events/shared/limits.ts'
import { opensKey, readMediaToken } from '@e-events/shared/node/tokens.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { codeOf, issuesOf } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

interface CaptionList {
  items: CaptionFile[]
}

let t: TestApi
let producer: UserRow
let as: string
let viewer: UserRow
let asViewer: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer()
  as = await t.tokenOf(producer)
  viewer = await t.factories.user()
  asViewer = await t.tokenOf(viewer)
})
afterAll(() => t.stop())

const file = (text: string) =>
  `WEBVTT - a comment\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n1\r\n00:01.000 --> 00:02.500 align:start\r\n${text}\r\n`

async function video(fields: Parameters<TestApi['factories']['product']>[0] = {}) {
  const channel = await t.factories.channel({ owner_id: producer.id })
  const product = await t.factories.product({ channel_id: channel.id, type: 'vod', ...fields })
  const asset = await t.factories.asset({ product_id: product.id, state: 'ready', duration_ms: 60_000 })
  await t.database.knex('products').where({ id: product.id }).update({ media_asset_id: asset.id })
  await t.factories.ticket({ user_id: viewer.id, product_id: product.id })
  return product
}
const put = (slug: string, text: string, { language = 'es', token = as }: { language?: CaptionLanguage; token?: string } = {}) =>
  t.call(captions.put, { params: { slug, language }, body: { webvtt: text }, as: token })
/** Files of an answer. */
const list = (reply: { body: unknown }) => (reply.body as CaptionList).items
const remove = (slug: string, language: CaptionLanguage = 'es', token = as) =>
  t.call(captions.remove, { params: { slug, language }, as: token })
const watch = async (slug: string) => {
  const reply = await t.call(playback.get, { params: { slug }, as: asViewer })
  return reply.body as Extract<Playback, { state: 'ready' }>
}
const keysOf = async (productId: string) => {
  const names = await readdir(path.join(t.storageDir, 'captions', productId)).catch(() => [])
  return names.map((name) => `captions/${productId}/${name}`)
}
const textOf = (key: string) => readFile(path.join(t.storageDir, key), 'utf8')

describe('captions of a video', () => {
  it('are kept for each language, cleaned, and replaced', async () => {
    const product = await video()
    expect((await put(product.slug, file('Hola <b>todo</b>'))).body).toMatchObject({ items: [{ language: 'es', cues: 1 }] })
    expect(list(await put(product.slug, file('Hello'), { language: 'en' })).map(({ language }) => language)).toEqual(['en', 'es'])
    const first = (await keysOf(product.id)).find((key) => key.includes('/es-'))
    expect(await textOf(first ?? '')).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500 align:start\nHola <b>todo</b>\n')
    await put(product.slug, file('Hola otra vez'))
    const after = (await keysOf(product.id)).filter((key) => key.includes('/es-'))
    expect(after).toHaveLength(1)
    expect(after).not.toEqual([first])
  })

  it('are refused with their line where a player would skip a part', async () => {
    const product = await video()
    const faults: [string, string][] = [
      ['1\n00:01,000 --> 00:02,000\nHola\n', 'header'],
      ['WEBVTT\n\n00:01,000 --> 00:02,000\nHola\n', 'timing'],
      ['WEBVTT\n\n00:02.000 --> 00:01.000\nHola\n', 'timing'],
      ['WEBVTT\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script>\n', 'markup'],
      ['WEBVTT\n\n00:01.000 --> 00:02.000\n<img src=x onerror=alert(1)>\n', 'markup'],
      ['WEBVTT\n', 'empty'],
      ['WEBVTT\n\n00:01.000 --> 00:02.000\nHola\uFFFD\n', 'characters'],
    ]
    for (const [text, rule] of faults) {
      const reply = await put(product.slug, text)
      expect([text, reply.status, codeOf(reply)]).toEqual([text, 422, 'CAPTIONS_INVALID'])
      expect(issuesOf(reply)).toEqual([`body.webvtt ${rule}`])
    }
    expect((await put(product.slug, 'x'.repeat(limits.captionFileChars + 1))).status).toBe(400)
    expect(await keysOf(product.id)).toEqual([])
  })

  it('two writers of one language leave one file', async () => {
    const product = await video()
    const replies = await Promise.all(['Uno', 'Dos', 'Tres', 'Cuatro'].map((text) => put(product.slug, file(text))))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const [row, ...others] = await t.database.knex('captions').where({ product_id: product.id })
    expect(others).toEqual([])
    expect(await keysOf(product.id)).toEqual([row?.storage_key])
  })

  it('end with their language and with the product', async () => {
    const product = await video({ status: 'draft' })
    await put(product.slug, file('Hola'))
    await put(product.slug, file('Olá'), { language: 'pt' })
    expect((await remove(product.slug)).body).toMatchObject({ items: [{ language: 'pt' }] })
    expect(codeOf(await remove(product.slug))).toBe('NOT_FOUND')
    expect(await keysOf(product.id)).toHaveLength(1)
    await t.database.knex('tickets').where({ product_id: product.id }).delete()
    expect((await t.call(ownProducts.remove, { params: { slug: product.slug }, as })).status).toBeLessThan(300)
    await expect.poll(() => keysOf(product.id)).toEqual([])
  })
})

describe('captions in the player', () => {
  it('are addresses that open captions of this product alone, for whoever may watch', async () => {
    const product = await video()
    expect((await watch(product.slug)).media.captions).toBeUndefined()
    await put(product.slug, file('Hola'))
    const [track] = (await watch(product.slug)).media.captions ?? []
    expect(track?.language).toBe('es')
    const [, token, key] = /^\/media\/([^/]+)\/(.+)$/.exec(track?.url ?? '') ?? []
    const claims = readMediaToken(token ?? '', t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs())
    if (!claims) throw new Error('no token')
    expect(claims).toMatchObject({ userId: viewer.id, productId: product.id })
    expect(opensKey(claims, key ?? '')).toBe(true)
    expect(opensKey(claims, `captions/${(await video()).id}/es.vtt`)).toBe(false)
    expect(opensKey(claims, 'vod/1/master.m3u8')).toBe(false)
    expect(await textOf(key ?? '')).toContain('Hola')
  })

  it('are no part of what everybody reads', async () => {
    const product = await video()
    await put(product.slug, file('Secreto'))
    const page = await t.call(products.get, { params: { slug: product.slug }, query: { language: 'es' } })
    expect(page.status).toBe(200)
    expect(page.text).not.toMatch(/captions|Secreto/)
  })
})
