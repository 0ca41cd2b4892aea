import { channels, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { channelStatuses, type ChannelStatus } from '@e-events/shared/domain/states.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelRow } from '../../../db/tables/catalogue.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let owner: UserRow
let ownerToken: string
let adminToken: string
beforeAll(async () => {
  t = await createTestApi()
  owner = await t.factories.producer()
  ownerToken = await t.tokenOf(owner)
  adminToken = await t.tokenOf(await t.factories.admin())
})
afterAll(() => t.stop())

const reason = 'Falta el aviso de derechos'
/** Every call that moves a channel, as it is made. */
const calls = {
  requestPublication: { endpoint: channels.requestPublication, body: { rightsAccepted: true }, by: 'owner' },
  withdraw: { endpoint: channels.withdraw, body: undefined, by: 'owner' },
  'deactivate to draft': { endpoint: channels.deactivate, body: { to: 'draft' }, by: 'owner' },
  'deactivate to private': { endpoint: channels.deactivate, body: { to: 'private' }, by: 'owner' },
  approve: { endpoint: channels.approve, body: undefined, by: 'admin' },
  reject: { endpoint: channels.reject, body: { reason }, by: 'admin' },
  suspend: { endpoint: channels.suspend, body: { reason }, by: 'admin' },
  ban: { endpoint: channels.ban, body: { reason }, by: 'admin' },
  reinstate: { endpoint: channels.reinstate, body: undefined, by: 'admin' },
} as const
type Name = keyof typeof calls

/** The edges, by hand: from each state the calls that lead somewhere. Every other pair must be refused. */
const edges: Record<ChannelStatus, Partial<Record<Name, ChannelStatus>>> = {
  draft: { requestPublication: 'revision', ban: 'banned' },
  revision: { withdraw: 'draft', approve: 'published', reject: 'draft', ban: 'banned' },
  published: { 'deactivate to draft': 'draft', 'deactivate to private': 'private', suspend: 'deactivated', ban: 'banned' },
  private: { requestPublication: 'revision', ban: 'banned' },
  deactivated: { ban: 'banned', reinstate: 'draft' },
  banned: { reinstate: 'draft' },
}

const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const make = async (status: ChannelStatus): Promise<ChannelRow> => {
  const channel = await t.factories.channel({ owner_id: owner.id, status })
  if (status === 'revision')
    await t.database.knex('channel_revisions').insert({ channel_id: channel.id, rights_accepted_at: t.clock.now() })
  return channel
}
const send = (name: Name, slug: string, as = calls[name].by === 'owner' ? ownerToken : adminToken) =>
  t.call(calls[name].endpoint, { params: { slug }, body: calls[name].body, as })
const statusOf = async (id: string) => (await t.database.knex('channels').where({ id }).first('status'))?.status

describe.each(channelStatuses)('from %s', (from) => {
  it.each(Object.keys(calls) as Name[])('%s [CAT-072] [CAT-074] [CAT-077] [CAT-079] [CAT-095] [CAT-097] [CAT-098]', async (name) => {
    const channel = await make(from)
    const before = await mailsTo(t, owner.email)
    const reply = await send(name, channel.slug)
    const to = edges[from][name]
    if (to === undefined) {
      expect([reply.status, codeOf(reply)]).toEqual([409, 'CHANNEL_STATE'])
      expect(await statusOf(channel.id)).toBe(from)
      expect(await mailsTo(t, owner.email)).toHaveLength(before.length)
      return
    }
    expect([reply.status, (reply.body as OwnChannelDetail).status]).toEqual([200, to])
    expect(await statusOf(channel.id)).toBe(to)
    const entry = await t.database.knex('audit_log').where({ subject_id: channel.id }).first()
    expect(entry).toMatchObject({ subject_type: 'channel', state_before: { status: from }, state_after: { status: to } })
    // At most one request waits, and only in revision.
    const pending = await t.database.knex('channel_revisions').where({ channel_id: channel.id, state: 'pending' })
    expect(pending).toHaveLength(to === 'revision' ? 1 : 0)
  })
})

describe('who may', () => {
  it('staff’s acts are no organizer’s, and nobody moves a stranger’s channel [CAT-074] [CAT-075] [CAT-079]', async () => {
    const channel = await make('revision')
    const other = await t.tokenOf(await t.factories.producer())
    for (const name of ['approve', 'reject', 'suspend', 'ban', 'reinstate'] as const)
      for (const token of [ownerToken, other]) expect((await send(name, channel.slug, token)).status).toBe(403)
    for (const name of ['requestPublication', 'withdraw', 'deactivate to draft'] as const)
      expect((await send(name, channel.slug, other)).status).toBe(404)
    expect((await send('approve', 'no-such-channel')).status).toBe(404)
    expect(await statusOf(channel.id)).toBe('revision')
  })

  it('an organizer never publishes alone: the state in a change is only what they saw [CAT-096]', async () => {
    for (const status of ['draft', 'revision', 'private'] as const) {
      const { slug, id } = await make(status)
      const change = (body: object) => t.call(channels.update, { params: { slug }, body, as: ownerToken })
      const refused = await change({ status: 'published', title: 'Otra' })
      expect([refused.status, codeOf(refused)]).toEqual([409, 'CHANNEL_STATE'])
      expect(await t.database.knex('channels').where({ id }).first('status', 'title')).toEqual({ status, title: 'Sala Apolo' })
      expect((await change({ status, title: 'Otra' })).body).toMatchObject({ status, title: 'Otra' })
    }
  })

  it('a banned channel is closed to its owner and open to staff [CAT-079]', async () => {
    const { slug } = await make('banned')
    const change = (as: string) => t.call(channels.update, { params: { slug }, body: { title: 'Otra' }, as })
    expect(codeOf(await change(ownerToken))).toBe('CHANNEL_STATE')
    expect((await change(adminToken)).status).toBe(200)
  })

  it('a request needs the word that the rights are the organizer’s; when it was given is kept and told', async () => {
    const { slug } = await make('draft')
    for (const body of [{}, { rightsAccepted: false }])
      expect((await t.call(channels.requestPublication, { params: { slug }, body, as: ownerToken })).status).toBe(400)
    const asked = (await send('requestPublication', slug)).body as OwnChannelDetail
    expect(asked.revisions).toMatchObject([{ state: 'pending', decidedAt: null }])
    expect(Math.abs(Date.parse(asked.revisions[0]?.rightsAcceptedAt ?? '') - t.clock.nowMs())).toBeLessThan(60_000)
  })
})

describe('what is seen', () => {
  it.each(channelStatuses)(
    'a channel in state %s: everybody, or its owner and administrators alone [CAT-073] [CAT-078]',
    async (status) => {
      const { slug } = await make(status)
      const viewer = await t.tokenOf(await t.factories.user())
      const seen = async (as?: string) => (await t.call(channels.get, { params: { slug }, as })).status
      const outside = status === 'published' ? 200 : 404
      expect([await seen(), await seen(viewer), await seen(ownerToken), await seen(adminToken)]).toEqual([outside, outside, 200, 200])
      const listed = (await t.call(channels.list, { query: { limit: 100 } })).body as { items: { slug: string }[] }
      expect(listed.items.some((channel) => channel.slug === slug)).toBe(status === 'published')
    },
  )

  it('products leave the public lists with their channel and come back with it; what was bought stays [CAT-078] [CAT-079]', async () => {
    const channel = await make('published')
    const product = await t.factories.product({ channel_id: channel.id })
    const buyer = await t.factories.user()
    await t.factories.ticket({ user_id: buyer.id, product_id: product.id })
    const buyerToken = await t.tokenOf(buyer)
    const inLists = async () => {
      const listed = JSON.stringify((await t.call(products.list, { query: { channel: channel.slug } })).body)
      const front = JSON.stringify((await t.call(home.get)).body)
      return [listed.includes(product.slug), front.includes(product.slug)]
    }
    expect(await inLists()).toEqual([true, true])
    for (const name of ['deactivate to private', 'ban'] as const) {
      expect((await send(name, channel.slug)).status).toBe(200)
      expect(await inLists()).toEqual([false, false])
      expect((await t.call(products.get, { params: { slug: product.slug } })).status).toBe(404)
      expect((await t.call(playback.get, { params: { slug: product.slug }, as: buyerToken })).status).toBe(200)
    }
    for (const name of ['reinstate', 'requestPublication', 'approve'] as const) await send(name, channel.slug)
    expect(await inLists()).toEqual([true, true])
  })

  it('what is on air ends when staff takes the channel away, and goes on when its owner does [CAT-079]', async () => {
    const running = async (name: Name) => {
      const channel = await make('published')
      const product = await t.factories.product({ channel_id: channel.id })
      const { id } = await t.factories.broadcast({ product_id: product.id })
      await send(name, channel.slug)
      return (await t.database.knex('broadcasts').where({ id }).first('state', 'end_reason')) ?? {}
    }
    expect(await running('ban')).toEqual({ state: 'ended', end_reason: 'admin' })
    expect(await running('suspend')).toEqual({ state: 'ended', end_reason: 'admin' })
    expect(await running('deactivate to draft')).toMatchObject({ state: 'on_air' })
  })
})

describe('what the owner is told', () => {
  it('mail and notification say the same, once, in their language [CAT-075] [CAT-076] [CAT-080] [LIM-045]', async () => {
    const pt = await t.factories.producer({ locale: 'pt' })
    const as = await t.tokenOf(pt)
    const channel = await t.factories.channel({ owner_id: pt.id, status: 'draft', title: 'Sala Níquel' })
    const ask = () => t.call(channels.requestPublication, { params: { slug: channel.slug }, body: { rightsAccepted: true }, as })
    const subjects = async () => (await mailsTo(t, pt.email)).map(({ subject }) => subject).sort()
    await ask()
    const [received] = await mailsTo(t, pt.email)
    expect(received).toMatchObject({ subject: 'Estamos a rever o teu canal', language: 'pt' })
    expect(received?.text).toContain('24 horas')

    const rejected = await send('reject', channel.slug)
    expect(rejected.body).toMatchObject({ status: 'draft', statusReason: reason, revisions: [{ state: 'rejected', reason }] })
    const refusal = (await mailsTo(t, pt.email)).find(({ subject }) => subject === 'O teu canal ainda não está publicado')
    expect(refusal?.text).toContain(reason)
    expect(refusal?.text).toContain(`/account/channels/${channel.slug}`)

    expect((await ask()).body).toMatchObject({ status: 'revision', statusReason: null })
    expect((await send('approve', channel.slug)).body).toMatchObject({
      status: 'published',
      revisions: [{ state: 'approved' }, { state: 'rejected' }],
    })
    const after = await subjects()
    expect(after.filter((subject) => subject === 'O teu canal está publicado')).toHaveLength(1)
    expect((await mailsTo(t, pt.email)).find(({ subject }) => subject === 'O teu canal está publicado')?.text).toContain('«Sala Níquel»')
    expect((await send('approve', channel.slug)).status).toBe(409)
    expect(await subjects()).toEqual(after)

    const list = (
      (await t.call(notifications.list, { as })).body as { notifications: { type: string; subject: string; payload: object }[] }
    ).notifications
    expect(list.map(({ type }) => type)).toEqual(['channel_approved', 'channel_received', 'channel_rejected', 'channel_received'])
    expect(list[0]).toMatchObject({ subject: 'O teu canal está publicado', payload: { channel: channel.slug } })
    expect(list.map(({ subject }) => subject).sort()).toEqual(after)
  })

  it('a rejection, a suspension and a ban have a reason, which the owner reads [CAT-080]', async () => {
    for (const [name, from] of [
      ['reject', 'revision'],
      ['suspend', 'published'],
      ['ban', 'published'],
    ] as const) {
      const channel = await make(from)
      const call = (body: object) => t.call(calls[name].endpoint, { params: { slug: channel.slug }, body, as: adminToken })
      for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(2001) }]) expect((await call(body)).status).toBe(400)
      expect(await statusOf(channel.id)).toBe(from)
      expect((await call({ reason: 'Por esto' })).status).toBe(200)
      const seen = await t.call(channels.getOwn, { params: { slug: channel.slug }, as: ownerToken })
      expect((seen.body as OwnChannelDetail).statusReason).toBe('Por esto')
      const [mail] = await mailsTo(t, owner.email)
      expect(mail?.text).toContain('Por esto')
    }
  })

  it('two approvals of the same moment publish once and mail once [CAT-076]', async () => {
    const channel = await make('revision')
    const before = (await mailsTo(t, owner.email)).length
    const replies = await Promise.all([send('approve', channel.slug), send('approve', channel.slug), send('reject', channel.slug)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await mailsTo(t, owner.email)).toHaveLength(before + 1)
  })
})
