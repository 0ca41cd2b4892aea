import type { Base } from '../../base.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import type { ChatPushes } from '../../realtime/chat-rooms.ts'
import type { MayMeet } from './chat/entry.ts'
import { createChatFiles, type FileStore } from './chat/files.ts'
import { createModeration } from './chat/moderation.ts'
import { createChatRepository } from './chat/repository.ts'
import { chatRoutes } from './chat/routes.ts'
import { createChat } from './chat/service.ts'
import { createReportRepository } from './chat/report-repository.ts'
import { chatReportRoutes } from './chat/report-routes.ts'
import { createChatReports } from './chat/reports.ts'
import { createBroadcastRepository } from './broadcasts/repository.ts'
import { onAirRoutes } from './broadcasts/on-air-routes.ts'
import { broadcastRoutes, type BroadcastActions } from './broadcasts/routes.ts'
import { createMediaGrants } from './placement/grants.ts'
import { createPlayBroadcast } from './playback/play-broadcast.ts'
import { createRehearsals } from './playback/rehearsal.ts'
import { playbackRoutes } from './playback/routes.ts'
import { createTrailer } from './playback/trailer.ts'
import { createWatch } from './playback/watch.ts'
import type { Leases } from './viewers/leases.ts'
import { createPollRepository } from './polls/repository.ts'
import { pollRoutes } from './polls/routes.ts'
import { createPolls } from './polls/service.ts'
import { createQualityRepository } from './quality/report-repository.ts'
import { createViewingRepository } from './quality/repository.ts'
import { qualityRoutes } from './quality/routes.ts'
import { createQuality } from './quality/service.ts'
import { createQuestionRepository } from './questions/repository.ts'
import { questionRoutes } from './questions/routes.ts'
import { createQuestions } from './questions/service.ts'
import { createProblemRepository } from './problems/repository.ts'
import { problemRoutes } from './problems/routes.ts'
import { createProblems } from './problems/service.ts'
import { createRecordingList } from './recordings/list.ts'
import { createRecordingRepository } from './recordings/repository.ts'

export type Live = ReturnType<typeof createLive>

interface LiveDeps {
  /** Delivery of chats to open browsers. */
  chatPushes: ChatPushes
  /** The site's switch of moderated chats. */
  isChatModerated(): Promise<boolean>
  /** Viewers of a product, counted over all processes. */
  countViewers(productSlug: string): Promise<number>
  leases: Leases
  mayMeet: MayMeet
  /** Files that people send in meetings. */
  files: FileStore
}

/** Broadcasts, where they are served, how they are watched, and what is recorded of them. */
export function createLive(base: Base, { countViewers, chatPushes, isChatModerated, leases, mayMeet, files }: LiveDeps) {
  const { env, knex, redis, addresses, events, clock, log } = base
  const broadcasts = createBroadcastRepository()
  const recordings = createRecordingRepository()
  const chatDeps = { knex, mayMeet, repository: createChatRepository(), pushes: chatPushes, isSiteModerated: isChatModerated, clock }
  const chat = createChat(chatDeps)
  const chatFiles = createChatFiles({ ...chatDeps, chat, files })
  const reports = createChatReports({ ...chatDeps, reports: createReportRepository(), chat })
  const questionRepository = createQuestionRepository()
  const questions = createQuestions({ ...chatDeps, questions: questionRepository, chat })
  const polls = createPolls({ ...chatDeps, polls: createPollRepository(), chat })
  const problems = createProblems({ knex, repository: createProblemRepository(), clock })
  const quality = createQuality({ knex, viewings: createViewingRepository(), figures: createQualityRepository(knex), clock })
  const ice = {
    stunUrls: env.STUN_URLS,
    turnUrls: env.TURN_URLS,
    turnSecret: env.TURN_SECRET,
    turnUsername: env.TURN_USERNAME,
    turnCredential: env.TURN_CREDENTIAL,
  }
  const grants = createMediaGrants({ redis, sfuSecret: env.SFU_TOKEN_SECRET, ice, clock })
  const watch = createWatch({
    knex,
    grants,
    addresses,
    leases,
    countViewers,
    lowLatencyViewers: env.LOW_LATENCY_VIEWERS,
    supportEmail: env.SUPPORT_EMAIL,
    clock,
    log,
  })
  const playBroadcast = createPlayBroadcast({ knex, addresses, supportEmail: env.SUPPORT_EMAIL, clock })
  events.subscribe('account.erased', async ({ trx, user }) => {
    await trx('chat_messages').where({ user_id: user.id }).update({ author_name: '—', file_id: null })
    await trx('chat_questions').where({ user_id: user.id }).update({ author_name: '—' })
    // The counts stay.
    await trx('chat_question_votes').where({ user_id: user.id }).delete()
    await trx('chat_poll_votes').where({ user_id: user.id }).delete()
    await trx('chat_reports').where({ user_id: user.id }).delete()
    await trx('problem_reports').where({ user_id: user.id }).update({ body: '' })
    // The figures stay.
    await trx('viewings').where({ user_id: user.id }).update({ user_id: null })
  })
  return {
    broadcasts,
    recordings,
    grants,
    /** Plays a product by the access to another one. */
    playThrough: watch.playThrough,
    playBroadcast,
    /** Takes what the player of a lesson tells. */
    reportLesson: quality.reportLesson,
    timers: [
      { name: 'old viewings', periodMs: 60 * 60_000, run: quality.forget },
      { name: 'files of meetings', periodMs: 60 * 60_000, run: chatFiles.forget },
    ],
    routes(router: ApiRouter, bind: Bind, other: Omit<BroadcastActions, 'listRecordings'>): void {
      broadcastRoutes(router, bind, { ...other, listRecordings: createRecordingList({ knex, recordings, addresses, clock }) })
      onAirRoutes(router, bind, { knex })
      chatRoutes(router, bind, {
        chat,
        files: chatFiles,
        moderation: createModeration({ ...chatDeps, questions: questionRepository, chat }),
      })
      chatReportRoutes(router, bind, { reports })
      questionRoutes(router, bind, { questions })
      pollRoutes(router, bind, { polls })
      problemRoutes(router, bind, { problems })
      qualityRoutes(router, bind, { quality, clock })
      playbackRoutes(router, bind, {
        ...watch,
        ...createRehearsals({ knex, broadcasts, playBroadcast }),
        ...createTrailer({ knex, addresses, clock }),
      })
    },
  }
}
