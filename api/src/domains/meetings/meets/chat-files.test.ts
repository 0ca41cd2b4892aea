import { randomUUID } from 'node:crypto'
import { chat, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { chatFiles } from '@e-events/shared/contract/live/chat-files.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeUnusedImages } from '../../media/images/unused-images.ts'
import { createMeetStage, createMeetTools, type Attendee } from '../../../testing/meet-stage.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let tools: ReturnType<typeof createMeetTools>
beforeAll(async () => {
  t = await createTestApi()
  tools = createMeetTools(t)
})
afterAll(() => t.stop())

const words = new TextEncoder().encode('Orden del día: uno, dos, tres.')

async function stage() {
  const made = await createMeetStage(t)
  await made.host.start().expect(200)
  const params = { slug: made.product.slug }
  const as = ({ user }: Pick<Attendee, 'user'>) => t.tokenOf(user)
  return {
    ...made,
    /** A second after whatever was said before: slow mode. */
    async send(by: Pick<Attendee, 'user'>, filename: string, { bytes = words, clientId = randomUUID() } = {}) {
      t.clock.advance(1_000)
      const upload = { contentType: 'application/octet-stream', bytes }
      return t.call(chatFiles.send, { params, as: await as(by), query: { filename, clientId }, upload })
    },
    async load(by: Pick<Attendee, 'user'>, id: string) {
      return t.call(chatFiles.download, { params: { ...params, id }, as: await as(by) })
    },
    async read(by: Pick<Attendee, 'user'>): Promise<ChatMessage[]> {
      const reply: { body: unknown } = await t.call(chat.open, { params, as: await as(by) })
      return (reply.body as { messages: ChatMessage[] }).messages
    },
    async remove(by: Pick<Attendee, 'user'>, id: string) {
      return t.call(chat.remove, { params: { ...params, id }, as: await as(by) })
    },
  }
}
const messageOf = ({ body }: { body: unknown }) => body as ChatMessage

describe('a file in the chat of a meeting', () => {
  it('reaches everybody in it as a message, once, and opens for nobody else', async () => {
    const { host, guest, send, load, read } = await stage()
    const clientId = randomUUID()
    const sent = await send(guest, 'carpeta/orden.txt', { clientId })
    expect(sent.status).toBe(201)
    expect(messageOf(sent)).toMatchObject({ text: 'orden.txt', file: { name: 'orden.txt', sizeBytes: words.length } })
    expect(messageOf(await send(guest, 'orden.txt', { clientId })).id).toBe(messageOf(sent).id)
    expect((await read(host)).map(({ file }) => file?.name)).toEqual(['orden.txt'])
    const loaded = await load(host, messageOf(sent).id)
    expect([loaded.status, loaded.headers['content-disposition'], loaded.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^attachment/),
      'application/octet-stream',
    ])
    const stranger = { user: await t.factories.user() }
    expect((await load(stranger, messageOf(sent).id)).status).toBe(402)
    expect((await send(stranger, 'a.txt')).status).toBe(402)
  })

  it('is what its name says, and stays within its size and the share of its sender', async () => {
    const { guest, host, send, product } = await stage()
    expect((await send(guest, 'a.exe')).body).toMatchObject({ code: 'FILE_FORMAT' })
    expect((await send(guest, 'foto.png')).body).toMatchObject({ code: 'FILE_FORMAT' })
    expect((await send(guest, 'a.txt', { bytes: new Uint8Array(limits.chatFileBytes + 1).fill(65) })).status).toBe(413)
    for (let n = 0; n < limits.chatFiles; n++) expect((await send(guest, `${n}.txt`)).status).toBe(201)
    expect((await send(guest, 'otro.txt')).body).toMatchObject({ code: 'CHAT_FILES_FULL' })
    expect((await send(host, 'otro.txt')).status).toBe(201)
    expect(await t.database.knex('chat_messages').where({ product_id: product.id }).whereNotNull('file_id').select('id')).toHaveLength(
      limits.chatFiles + 1,
    )
  })

  it('goes with its message, and is closed to whoever was put out or muted', async () => {
    const { host, guest, send, load, remove, product } = await stage()
    const { id } = messageOf(await send(guest, 'a.txt'))
    expect(messageOf(await remove(host, id))).not.toHaveProperty('file')
    expect((await load(host, id)).status).toBe(404)
    const other = messageOf(await send(host, 'b.txt'))
    const { knex } = t.database
    await knex('chat_mutes').insert({ product_id: product.id, user_id: guest.user.id, muted_by: host.user.id })
    expect((await send(guest, 'c.txt')).body).toMatchObject({ code: 'CHAT_MUTED' })
    await tools.say({
      type: 'meet.removed',
      meetId: await tools.findRunning(product),
      userId: guest.user.id,
      byUserId: host.user.id,
    })
    expect((await load(guest, other.id)).status).toBe(404)
  })

  it('is gone after its time, from the storage too, and cannot be had in the next meeting', async () => {
    const { host, send, load, product } = await stage()
    const { knex } = t.database
    const { id } = messageOf(await send(host, 'a.txt'))
    const row = await knex('chat_messages').where({ id }).first('file_id', 'sent_at')
    await knex('chat_messages')
      .where({ id })
      .update({ sent_at: new Date(t.clock.nowMs() - 3 * limits.meetEarlyMs) })
    expect((await load(host, id)).status).toBe(404)
    const old = new Date(t.clock.nowMs() - (limits.chatFileDays + 1) * 86_400_000)
    await knex('chat_messages').where({ id }).update({ sent_at: old })
    await knex('meets').where({ product_id: product.id }).update({ started_at: old })
    expect((await load(host, id)).status).toBe(200)
    const timer = t.api.platform.timers.find(({ name }) => name === 'files of meetings')
    await timer?.run()
    expect((await load(host, id)).status).toBe(404)
    await knex('files')
      .where({ id: row?.file_id ?? '' })
      .update({ created_at: old })
    const { storage } = t.api.platform
    expect(await removeUnusedImages({ knex, storage, now: t.clock.now() })).toBe(1)
    expect(
      await knex('files')
        .where({ id: row?.file_id ?? '' })
        .first(),
    ).toBeUndefined()
  })

  it('has no place in the chat of a show', async () => {
    const { host, product } = await stage()
    const show = await t.factories.product({ type: 'live', channel_id: product.channel_id })
    const upload = { contentType: 'application/octet-stream', bytes: words }
    const query = { filename: 'a.txt', clientId: randomUUID() }
    const call = { params: { slug: show.slug }, as: await t.tokenOf(host.user), query, upload }
    expect((await t.call(chatFiles.send, call)).status).toBe(404)
  })
})
