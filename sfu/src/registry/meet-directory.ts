import type { Redis } from 'ioredis'
import { findMeetClosed, findMeetPlace, findMeetRecording, keepMeetPlace } from '@e-events/shared/node/meet-control.ts'
import type { Log } from '../log.ts'
import type { MeetDirectory } from '../meets/meets.ts'
import { createAsking } from './asking.ts'

/** Longer than any meeting lasts. */
const rememberSec = 24 * 3600
const removedKey = (meetId: string) => `meet:${meetId}:removed`
const lockKey = (meetId: string) => `meet:${meetId}:locked-with`
/** Keeps the set of a lock alive where nobody was in. */
const nobody = '-'

/** The directory of meetings in Redis. */
export function createMeetDirectory(redis: Redis, nodeId: string, log: Log): MeetDirectory {
  const { ask, report } = createAsking(redis, log)
  return {
    findClosed: (meetId) => ask(() => findMeetClosed(redis, meetId), 'cannot ask whether the meeting has ended'),

    async recall(meetId) {
      const question = () =>
        Promise.all([redis.smembers(removedKey(meetId)), redis.smembers(lockKey(meetId)), findMeetRecording(redis, meetId)])
      const [removed, lockedWith, recording] = (await ask(question, 'cannot recall what was before')) ?? [[], [], null]
      return { removed, lockedWith: lockedWith.length === 0 ? undefined : lockedWith, recording: recording ?? undefined }
    },

    rememberRemoved(meetId, accountId) {
      const key = removedKey(meetId)
      redis.multi().sadd(key, accountId).expire(key, rememberSec).exec().catch(report('cannot remember who was removed'))
    },

    rememberLock(meetId, lockedWith) {
      const key = lockKey(meetId)
      const change = redis.multi().del(key)
      if (lockedWith !== undefined) change.sadd(key, nobody, ...lockedWith).expire(key, rememberSec)
      change.exec().catch(report('cannot remember the lock'))
    },

    async keepPlace(meetId) {
      const isHere = await ask(async () => {
        const place = await findMeetPlace(redis, meetId)
        if (place !== undefined && place !== nodeId) return false
        await keepMeetPlace(redis, meetId, nodeId)
        return true
      }, 'cannot say where the meeting is')
      return isHere ?? true
    },

    findRecording: (meetId) => ask(() => findMeetRecording(redis, meetId), 'cannot ask whether the meeting is recorded'),

    forget(meetId) {
      redis.del(removedKey(meetId), lockKey(meetId)).catch(report('cannot forget the meeting'))
    },
  }
}
