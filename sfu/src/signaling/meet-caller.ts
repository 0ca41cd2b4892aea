import { meetId } from '@e-events/shared/domain/ids.ts'
import type { ParticipantClaims } from '@e-events/shared/node/tokens.ts'
import type { Clock } from '../clock.ts'
import type { Meets } from '../meets/meets.ts'
import { Person } from '../meets/person.ts'
import type { AccessWatch } from './access-watch.ts'
import type { GrantClaims } from './authenticate.ts'
import { holdCaller, type Caller, type CallerLink } from './caller.ts'
import { answerParticipant, type MeetSession } from './meet-pipeline.ts'

export interface MeetCallerDeps {
  meets: Meets
  clock: Clock
  access: AccessWatch
  authenticate(auth: unknown): Promise<GrantClaims>
}

/** A participant of a meeting. */
export function openMeetCaller(deps: MeetCallerDeps, claims: ParticipantClaims, link: CallerLink): Caller {
  const { sub: accountId, name, avatarUrl, isHost } = claims
  const person = new Person({ accountId, name, avatarUrl, isHost }, deps.clock, link)
  const session: MeetSession = {
    person,
    meetId: meetId.parse(claims.meetId),
    meets: deps.meets,
    meet: undefined,
    async renew(token) {
      const fresh = await deps.authenticate({ token })
      const untilMs = held.renew(fresh)
      if (fresh.role === 'participant' && fresh.isHost !== person.ownsHost) {
        person.ownsHost = fresh.isHost
        session.meet?.changed(person)
      }
      return untilMs
    },
  }
  const held = holdCaller(deps.access, claims, {
    peer: person,
    roomId: claims.meetId,
    room: () => session.meet,
    answer: (...message) => answerParticipant(session, ...message),
  })
  return held.caller
}
