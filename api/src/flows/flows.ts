import type { Base, Timer } from '../base.ts'
import type { Catalogue } from '../domains/catalogue/catalogue.ts'
import type { Live } from '../domains/live/live.ts'
import type { Media } from '../domains/media/media.ts'
import type { Meetings } from '../domains/meetings/meetings.ts'
import type { People } from '../domains/people/people.ts'
import type { ShowPlans } from '../domains/sales/money/prepaid/show-plans.ts'
import type { RunEffects } from '../events/effects.ts'
import type { Notices } from '../realtime/notices.ts'
import type { ViewerCount } from '../domains/live/viewers/viewer-count.ts'
import { createAnnounceChange } from './change-event/announce-change.ts'
import { createChangeEvent } from './change-event/change-event.ts'
import { createEndAccess } from './end-access/end-access.ts'
import { createPublishEnds } from './end-access/publish-ends.ts'
import { createGoLive } from './go-live/go-live.ts'
import { createMediaEventHandler } from './media-events/apply.ts'
import { createRecordMeeting } from './record-meeting/record-meeting.ts'
import { createRecordingToVod } from './recording-to-vod/recording-to-vod.ts'
import { createSweep } from './sweep/sweep.ts'

interface FlowDeps {
  people: People
  media: Media
  catalogue: Catalogue
  live: Live
  meetings: Meetings
  plans: ShowPlans
  notices: Notices
  runEffects: RunEffects
  viewerCount: ViewerCount
}

/** Verbs that take more than one domain. */
export function createFlows(base: Base, { people, media, catalogue, live, meetings, plans, notices, runEffects, viewerCount }: FlowDeps) {
  const { knex, redis, mailer, metrics, events, outbox, queues, clock, log } = base
  const { broadcasts, recordings, grants } = live
  const { jobs } = media
  const products = catalogue.productWrites
  const endSessions = people.identity.endSessions
  const endAccess = createEndAccess({ endSessions, meetings, broadcasts, recordings, jobs, outbox, runEffects, redis, notices, clock, log })
  const announceChange = createAnnounceChange({ knex, mailer, notices, clock, log })
  const publishEnds = createPublishEnds({ knex, redis, clock })
  const sweep = createSweep({
    knex,
    redis,
    broadcasts,
    recordings,
    jobs,
    queues,
    outbox,
    runEffects,
    giveTurns: media.giveTurns,
    plans,
    clock,
    log,
  })

  events.subscribe('account.ended', ({ trx, userId, reason }) => endAccess.end(trx, userId, reason))
  events.subscribe('account.restored', ({ userId }) => endAccess.restored(userId))
  events.subscribe('channel.closed', ({ trx, channelId }) => endAccess.endShowsOfChannel(trx, channelId))
  events.subscribe('event.changed', ({ changeId }) => announceChange(changeId))

  const timers: Timer[] = [
    { name: 'close announcements', periodMs: 2_000, run: sweep.repeatCloses },
    { name: 'overdue jobs', periodMs: 5_000, run: sweep.wakeOverdue },
    { name: 'idle broadcasts', periodMs: 15_000, run: sweep.endIdle },
    { name: 'free shows', periodMs: 1_000, run: sweep.endFree },
    { name: 'shows that send nothing', periodMs: 5_000, run: sweep.interruptUnaired },
    { name: 'old events', periodMs: 60 * 60_000, run: sweep.forgetOldEvents },
    { name: 'ends of access', periodMs: 10_000, run: publishEnds },
  ]
  return {
    sweep,
    publishEnds,
    timers,
    changeEvent: createChangeEvent({ knex, products, broadcasts, meetings, outbox, runEffects, clock }),
    recordingToVod: createRecordingToVod({ knex, products }),
    recordMeeting: createRecordMeeting({ knex, broadcasts, recordings, jobs, meetings, outbox, runEffects, clock }),
    goLive: createGoLive({ knex, broadcasts, products, recordings, jobs, grants, plans, outbox, runEffects, clock }),
    handleMediaEvent: createMediaEventHandler({
      knex,
      broadcasts,
      recordings,
      jobs,
      outbox,
      runEffects,
      log,
      onMeet: meetings.applyMediaEvent,
      onAudience: viewerCount.reportRoom,
      count: (type, outcome) => metrics.mediaEvents.inc({ type, outcome }),
    }),
  }
}
