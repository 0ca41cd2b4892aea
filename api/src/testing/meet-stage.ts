import { randomUUID } from 'node:crypto'
import { meets, type Meet } from '@e-events/shared/contract/meetings/meets.ts'
import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { MediaEvent } from '@e-events/shared/events/media.ts'
import { verifyParticipantToken } from '@e-events/shared/node/tokens.ts'
import type { UserRow } from '../db/tables/people.ts'
import type { FactoryProduct } from './factories.ts'
import type { TestApi } from './test-api.ts'

/** An account at the door of a meeting. */
export interface Attendee {
  user: UserRow
  get: () => ReturnType<TestApi['call']>
  start: () => ReturnType<TestApi['call']>
  stop: () => ReturnType<TestApi['call']>
  join: (name?: string) => ReturnType<TestApi['call']>
}
export interface MeetStage {
  product: FactoryProduct
  host: Attendee
  guest: Attendee
  attendee: (user: UserRow) => Promise<Attendee>
}

/** A meeting with dates that begin in so many minutes and last an hour, its host, and somebody with a ticket. */
export async function createMeetStage(t: TestApi, dates: readonly number[] = [10], ticket: { expires_at?: Date } = {}): Promise<MeetStage> {
  const inMinutes = (minutes: number) => new Date(t.clock.nowMs() + minutes * 60_000)
  const owner = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: owner.id })
  const product = await t.factories.product({ channel_id: channel.id, type: 'meet' }, { sessions: 0 })
  for (const from of dates)
    product.sessions.push(await t.factories.session({ product_id: product.id, starts_at: inMinutes(from), ends_at: inMinutes(from + 60) }))
  const attendee = async (user: UserRow): Promise<Attendee> => {
    const as = await t.tokenOf(user)
    const params = { slug: product.slug }
    return {
      user,
      get: () => t.call(meets.get, { params, as }),
      start: () => t.call(meets.start, { params, as }),
      stop: () => t.call(meets.stop, { params, as }),
      join: (name = 'Eva') => t.call(meets.join, { params, as, body: { name } }),
    }
  }
  const guest = await t.factories.user({ name: 'Eva', surname: 'Soler' })
  await t.factories.ticket({ user_id: guest.id, product_id: product.id, ...ticket })
  return { product, host: await attendee(owner), guest: await attendee(guest), attendee }
}

/** Questions of a test about meetings, and the word of media nodes. */
export function createMeetTools(t: TestApi) {
  const { knex } = t.database
  const say = async (event: object, second = 0): Promise<void> => {
    const base = { id: randomUUID(), source: 'sfu-a', atMs: t.clock.nowMs() + second * 1_000 }
    await t.api.platform.handleMediaEvent({ ...base, ...event } as MediaEvent)
  }
  return {
    say,
    /** These accounts are in it, a `second` after now. */
    async sayPeople(meetId: string, present: readonly { user: { id: string } }[], second = 0): Promise<void> {
      const people = present.map(({ user }) => ({ userId: user.id, isHost: false, joinedAtMs: t.clock.nowMs() }))
      await say({ type: 'meet.people', meetId, people }, second)
    },
    listIn: (meetId: string): Promise<string[]> =>
      knex('meet_participants').where({ meet_id: meetId }).whereNull('left_at').orderBy('user_id').pluck('user_id'),
    async findRunning({ id }: { id: string }): Promise<string> {
      return (await knex('meets').where({ product_id: id, state: 'started' }).first('id'))?.id ?? ''
    },
    stateOf: async (one: Attendee) => ((await one.get().expect(200)).body as Meet).state,
    claimsOf: async ({ body }: { body: unknown }) =>
      verifyParticipantToken((body as { grant: MediaGrant }).grant.token, t.env.SFU_TOKEN_SECRET, t.clock.nowMs()),
  }
}
