import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { MeetRow } from '../../../db/tables/meetings.ts'
import type { RunEffects } from '../../../events/effects.ts'
import type { Actor, SessionActor } from '../../../http/actor.ts'
import { isEventClosed } from '../../catalogue/read/event-facts.ts'
import { accessEndsAt, assertMayWatch, findProductAccess } from '../../catalogue/read/product-access.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import type { MeetRecordingRepository } from '../recordings/repository.ts'
import { endMeet, meetChanged, type EndMeetDeps } from './end.ts'
import { dateToStart } from './policy.ts'
import { factsOf, toMeet, type FoundMeet } from './presenter.ts'

export interface MeetDeps extends EndMeetDeps {
  knex: Knex
  runEffects: RunEffects
  clock: Clock
  recordings: Pick<MeetRecordingRepository, 'findRunning'>
  /** @throws DomainError MODULE_INACTIVE */
  assertModule(id: 'meetings'): Promise<void>
  /** The product whose access opens a meeting as that of a lesson, and when it ends; undefined where none does. */
  findLessonAccess(meetProductId: string, viewer: Actor): Promise<MeetAccess | undefined>
  /** Where to connect, with a grant for one connection; undefined where no media node is free. */
  grantMeet(grant: ParticipantGrant): Promise<MediaGrant | undefined>
}

export interface MeetAccess {
  productId: string
  /** Null: it has no end. */
  endsAt: Date | null
}

export interface ParticipantGrant {
  meetId: string
  /** Product that the access rests on. */
  productId: string
  userId: string
  sessionId: string
  isHost: boolean
  name: string
  avatarUrl: string | null
  accessEndsAtMs: number
}

/** Who asks about a meeting. */
export interface Asked {
  slug: string
  viewer: SessionActor
  language: Language
}
interface Owned {
  productId: string
  viewer: SessionActor
  language: Language
}

export type Meets = ReturnType<typeof createMeets>

/** A meeting for those who take part in it and for its hosts. Ownership is checked at the door. */
export function createMeets(deps: MeetDeps) {
  const { knex, repository, clock } = deps
  return {
    enter,
    /** For its owner and administrators, which the door has checked. */
    getOwned: async (owned: Owned): Promise<Meet> => toMeet(await findOwned(owned.productId, owned.viewer, owned.language), clock.nowMs()),

    /** @throws DomainError NOT_FOUND (also with the module off), and the refusals of access */
    async get(asked: Asked): Promise<Meet> {
      const { found } = await enter(asked)
      return toMeet(found, clock.nowMs())
    },

    /**
     * @throws DomainError NOT_FOUND, MODULE_INACTIVE, CHANNEL_NOT_APPROVED, MEET_STATE, BROADCAST_NO_SESSION,
     * SESSION_FINISHED
     */
    async start({ productId, viewer, language }: Owned): Promise<Meet> {
      const found = await findOwned(productId, viewer, language)
      await deps.assertModule('meetings')
      if (found.page.channel_status !== 'published') throw new DomainError('CHANNEL_NOT_APPROVED')
      if (found.last?.state === 'started') throw new DomainError('MEET_STATE')
      const now = clock.now()
      const chosen = dateToStart(factsOf(found), now.getTime())
      if (chosen.refusal !== null) throw new DomainError(chosen.refusal)
      const row = await knex.transaction((trx) =>
        repository.insert(trx, { productId, sessionId: chosen.date?.id ?? null, startedBy: viewer.id, at: now }),
      )
      if (row === 'running') throw new DomainError('MEET_STATE')
      await deps.runEffects(meetChanged(found.page.slug))
      return toMeet({ ...found, last: row }, now.getTime())
    },

    /** @throws DomainError NOT_FOUND, MEET_STATE when none runs */
    async stop({ productId, viewer, language }: Owned): Promise<Meet> {
      await findOwned(productId, viewer, language)
      const effects = await knex.transaction(async (trx) => {
        const meet = await repository.lockRunning(trx, productId)
        if (!meet) throw new DomainError('MEET_STATE')
        return endMeet(trx, deps, { meet, reason: 'organizer', at: clock.now() })
      })
      await deps.runEffects(effects)
      return toMeet(await findOwned(productId, viewer, language), clock.nowMs())
    },

    /**
     * A grant for one connection. The name is that of the account from now on.
     * @throws DomainError MEET_STATE, MEET_REMOVED, MEET_FULL, UNAVAILABLE, and what `get` throws
     */
    async join(asked: Asked, name: string): Promise<{ meet: Meet; grant: MediaGrant }> {
      const { viewer } = asked
      const { found, access } = await enter(asked)
      const running = runningOf(found)
      const { isIn, wasRemoved } = await repository.findStay(knex, running.id, viewer.id)
      if (wasRemoved && !found.isHost) throw new DomainError('MEET_REMOVED')
      if (!isIn && running.participant_count >= limits.meetUsers) throw new DomainError('MEET_FULL')
      await repository.keepName(knex, viewer.id, name)
      const person = await repository.findName(knex, viewer.id)
      const grant = await deps.grantMeet({
        meetId: running.id,
        productId: access.productId,
        userId: viewer.id,
        sessionId: viewer.sessionId,
        isHost: found.isHost,
        name,
        avatarUrl: fileUrl(person.avatar_file_id),
        accessEndsAtMs: access.endsAt?.getTime() ?? Number.POSITIVE_INFINITY,
      })
      if (!grant) throw new DomainError('UNAVAILABLE')
      return { meet: toMeet({ ...found, ownName: name }, clock.nowMs()), grant }
    },

    /** Takes part by its own access (`hasAccess`) or that of a lesson, and was not put out of the one that runs. */
    async mayTalk({ productId, actor, hasAccess }: { productId: string; actor: Actor; hasAccess: boolean }): Promise<boolean> {
      if (!hasAccess && !(await deps.findLessonAccess(productId, actor))) return false
      const last = await repository.findLast(knex, productId)
      return last?.state !== 'started' || !(await repository.findStay(knex, last.id, actor.id)).wasRemoved
    },
  }

  async function enter({ slug, viewer, language }: Asked): Promise<{ found: FoundMeet; access: MeetAccess }> {
    await deps.assertModule('meetings').catch(hide)
    const product = await findProductAccess(knex, slug, viewer.id)
    if (product?.type !== 'meet') throw new DomainError('NOT_FOUND')
    const now = clock.now()
    const refusal = refusalOf(() => assertMayWatch(product, viewer, now))
    if (refusal === null) {
      const found = await find(product.id, viewer, { language, ownerId: product.owner_id })
      return { found, access: { productId: product.id, endsAt: accessEndsAt(product, now) } }
    }
    const access = await deps.findLessonAccess(product.id, viewer)
    if (access) return { found: await find(product.id, viewer, { language, ownerId: product.owner_id }), access }
    // Without a ticket for what is over nobody is told to get one.
    throw refusal.code === 'TICKET_REQUIRED' && (await isEventClosed(knex, product.id, now)) ? new DomainError('NOT_PURCHASABLE') : refusal
  }

  /** For its owner and administrators, which the door has checked. */
  async function findOwned(productId: string, viewer: SessionActor, language: Language): Promise<FoundMeet> {
    return find(productId, viewer, { language, ownerId: viewer.id })
  }

  async function find(
    productId: string,
    viewer: SessionActor,
    { language, ownerId }: { language: Language; ownerId: string },
  ): Promise<FoundMeet> {
    const page = await repository.findPage(knex, productId, language)
    if (!page) throw new DomainError('NOT_FOUND')
    const [dates, last, { name }] = await Promise.all([
      repository.listDates(knex, productId),
      repository.findLast(knex, productId),
      repository.findName(knex, viewer.id),
    ])
    const isRecording = last?.state === 'started' && (await deps.recordings.findRunning(knex, last.id)) !== undefined
    return { page, dates, last, isHost: viewer.isAdmin || viewer.id === ownerId, isRecording, ownName: name }
  }
}

function runningOf({ last }: FoundMeet): MeetRow {
  if (last?.state !== 'started') throw new DomainError('MEET_STATE')
  return last
}

/** With the module off the page is not there. */
function hide(error: unknown): never {
  throw error instanceof DomainError && error.code === 'MODULE_INACTIVE' ? new DomainError('NOT_FOUND') : error
}

function refusalOf(check: () => void): DomainError | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}
