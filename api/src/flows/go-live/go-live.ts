import type { Broadcast, BroadcastGrant, BroadcastKind, Feed, announceFeedBody } from '@e-events/shared/contract/live/broadcasts.ts'
import { decideGoLive, refusalOfRehearsal } from '@e-events/shared/domain/go-live.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { ShowPlan } from '@e-events/shared/domain/usage-pricing.ts'
import type { SfuNode } from '@e-events/shared/node/registry.ts'
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Clock } from '../../adapters/clock.ts'
import { toBroadcast, toFeed } from '../../domains/live/broadcasts/presenter.ts'
import type { BroadcastRepository, BroadcastWithSlug } from '../../domains/live/broadcasts/repository.ts'
import type { ProductWrites } from '../../domains/catalogue/products/write-repository.ts'
import type { MediaJobRepository } from '../../domains/media/media-jobs/repository.ts'
import type { ShowPlans } from '../../domains/sales/money/prepaid/show-plans.ts'
import type { RecordingRepository } from '../../domains/live/recordings/repository.ts'
import type { Effect, RunEffects } from '../../events/effects.ts'
import type { Outbox } from '../../events/outbox.ts'
import { endBroadcast } from '../end-broadcast/end-broadcast.ts'
import { readGoLiveFacts } from './facts.ts'
import type { MediaGrants } from '../../domains/live/placement/grants.ts'

export interface StartInput {
  productId: string
  userId: string
  /** The device that will send. */
  authSessionId: string
  kind: BroadcastKind
  sessionId: string | undefined
  /** undefined: as the product says. */
  recording: boolean | undefined
  segmentDurationSec: 1 | 2
  plan: ShowPlan
}

export type GoLive = ReturnType<typeof createGoLive>

/** The organizer's side of a broadcast, from going live to ending it. Ownership is checked at the door. */
export function createGoLive(deps: {
  knex: Knex
  broadcasts: BroadcastRepository
  products: ProductWrites
  recordings: RecordingRepository
  jobs: MediaJobRepository
  grants: MediaGrants
  plans: Pick<ShowPlans, 'begin'>
  outbox: Outbox
  runEffects: RunEffects
  clock: Clock
}) {
  const { knex, broadcasts, grants, clock } = deps

  return {
    /** @throws DomainError the first refusal of decideGoLive, else NO_MEDIA_NODE, PREPAID_EMPTY */
    async start(input: StartInput): Promise<BroadcastGrant> {
      await decide(knex, input, clock.nowMs())
      // Chosen before anything is written: without a node there is no show.
      const node = await grants.place(undefined)
      if (!node) throw new DomainError('NO_MEDIA_NODE')
      const isRehearsal = input.kind === 'rehearsal'
      const { started, effects } = await knex.transaction(async (trx) => {
        const product = await deps.products.lock(trx, input.productId)
        const now = clock.now()
        // Read again under the lock: two starts of the same moment come one after the other.
        const sessionId = await decide(trx, input, now.getTime())
        const rehearsal = await broadcasts.lockRunning(trx, product.id)
        // Nothing keeps a show from the air.
        const ended = rehearsal ? await endBroadcast(trx, deps, { broadcast: rehearsal, reason: 'organizer', at: now }) : []
        // The free option costs nothing: a recording would. Nobody watches a rehearsal again.
        const isRecording = !isRehearsal && input.plan !== 'free' && (input.recording ?? product.records_broadcasts)
        const row = await broadcasts.insert(trx, {
          productId: product.id,
          kind: input.kind,
          sessionId,
          rehearsalKey: isRehearsal ? newRehearsalKey() : null,
          startedBy: input.userId,
          startedAt: now,
          isRecording,
          segmentDurationSec: input.segmentDurationSec,
          lowLatency: product.low_latency,
          nodeId: node.nodeId,
        })
        if (row === 'running') throw new DomainError('BROADCAST_STATE')
        await deps.plans.begin(trx, { broadcastId: row.id, ownerId: product.owner_id, plan: isRehearsal ? 'usage' : input.plan })
        if (isRecording) {
          await deps.recordings.create(trx, { broadcastId: row.id, productId: product.id, startedAt: now })
        }
        return { started: { ...row, product_slug: product.slug }, effects: ended }
      })
      const { state, product_slug: productSlug } = started
      const told: Effect[] = [
        { type: 'notify', event: { type: 'playback.changed', productSlug, broadcast: state } },
        { type: 'notify', event: { type: 'event.changed', productSlug } },
        { type: 'notify', event: { type: 'home.updated' } },
      ]
      await deps.runEffects([...effects, ...(isRehearsal ? [] : told)])
      return withGrant(started, node, input)
    },

    /**
     * A fresh grant for the running broadcast: same broadcast, same feeds.
     * @throws DomainError BROADCAST_STATE when none runs, or another one; NO_MEDIA_NODE
     */
    async connect(input: { productId: string; id: string | undefined; userId: string; authSessionId: string }): Promise<BroadcastGrant> {
      const running = await broadcasts.findRunning(knex, input.productId)
      if (!running || isOther(running, input.id)) throw new DomainError('BROADCAST_STATE')
      const node = await grants.place(running.id)
      if (!node) throw new DomainError('NO_MEDIA_NODE')
      return withGrant(running, node, input)
    },

    /**
     * Idempotent by key. A feed that was closed for good frees its key: announcing it again is a new feed.
     * @throws DomainError BROADCAST_STATE, FEED_LIMIT
     */
    async announceFeed(productId: string, wanted: z.output<typeof announceFeedBody>): Promise<Feed> {
      return knex.transaction(async (trx) => {
        const running = await broadcasts.lockRunning(trx, productId)
        if (!running) throw new DomainError('BROADCAST_STATE')
        const feeds = await broadcasts.listFeeds(trx, running.id)
        const known = feeds.find((feed) => feed.key === wanted.key)
        if (known && known.state !== 'ended') {
          // The device that sends it now may show it with another source.
          const { kind, label, language } = wanted
          const saved = await broadcasts.updateFeed(trx, known.id, { kind, label, language })
          return toFeed({ ...saved, rungs: known.rungs })
        }
        if (feeds.filter((feed) => feed.state !== 'ended').length >= limits.feedsPerBroadcast) throw new DomainError('FEED_LIMIT')
        if (known) await broadcasts.updateFeed(trx, known.id, { key: `${known.key.slice(0, 60)}~${known.id}` })
        const ordinal = Math.max(-1, ...feeds.map((feed) => feed.ordinal)) + 1
        const saved = await broadcasts.insertFeed(trx, { broadcastId: running.id, ordinal, at: clock.now(), ...wanted })
        return toFeed({ ...saved, rungs: [] })
      })
    },

    /** @throws DomainError BROADCAST_STATE when none is running, or another one */
    async stop(productId: string, wantedId: string | undefined): Promise<Broadcast> {
      const { id, effects } = await knex.transaction(async (trx) => {
        const running = await broadcasts.lockRunning(trx, productId)
        if (!running || isOther(running, wantedId)) throw new DomainError('BROADCAST_STATE')
        return { id: running.id, effects: await endBroadcast(trx, deps, { broadcast: running, reason: 'organizer', at: clock.now() }) }
      })
      await deps.runEffects(effects)
      const ended = await broadcasts.find(knex, id)
      if (!ended) throw new Error('the broadcast is gone')
      return present(ended)
    },

    /** The running broadcast, else the last show; or the one that is named. @throws DomainError NOT_FOUND */
    async get(productId: string, id: string | undefined): Promise<Broadcast> {
      const newest = id === undefined ? await broadcasts.findNewest(knex, productId) : await broadcasts.find(knex, id)
      if (newest?.product_id !== productId) throw new DomainError('NOT_FOUND')
      return present(newest)
    },
  }

  /** The session of a show; null for a rehearsal. @throws DomainError the first refusal */
  async function decide(db: Knex, { productId, kind, sessionId }: StartInput, nowMs: number): Promise<string | null> {
    const facts = await readGoLiveFacts(db, productId, nowMs)
    if (kind === 'rehearsal') {
      const isRehearsing = (await broadcasts.findRunning(db, productId)) !== undefined
      const refusal = refusalOfRehearsal({ ...facts, running: facts.running || isRehearsing })
      if (refusal) throw new DomainError(refusal)
      return null
    }
    const { session, refusal } = decideGoLive(facts, sessionId)
    if (refusal) throw new DomainError(refusal)
    return session.id
  }

  async function present(row: BroadcastWithSlug): Promise<Broadcast> {
    return toBroadcast(row, await broadcasts.listFeeds(knex, row.id))
  }

  async function withGrant(row: BroadcastWithSlug, node: SfuNode, by: { userId: string; authSessionId: string }): Promise<BroadcastGrant> {
    const [broadcast, grant] = await Promise.all([
      present(row),
      grants.grant(node, {
        userId: by.userId,
        sessionId: by.authSessionId,
        role: 'publisher',
        broadcastId: row.id,
        productId: row.product_id,
      }),
    ])
    return { broadcast, grant }
  }
}

/** A device that was in another broadcast neither joins nor ends the one that runs now. */
const isOther = (running: { id: string }, wantedId: string | undefined) => wantedId !== undefined && wantedId !== running.id

/** 128 bits that nobody guesses. */
const newRehearsalKey = () => randomBytes(16).toString('base64url')
