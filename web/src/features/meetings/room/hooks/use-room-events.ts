import { DomainError } from '@e-events/shared/errors.ts'
import type { MeetReaction } from '@e-events/shared/domain/meets.ts'
import type { MeetClient, MeetEvent } from '@e-events/shared/rtc/meeting/meet-client.ts'
import { startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'

export interface Floating {
  key: number
  personId: string
  reaction: MeetReaction
}

/** A reaction is on screen this long. */
const floatMs = 4_000
const floatingMost = 12

/** Follows a room: says its events to screen readers, shows those of this person, and reactions for a while. */
export function useRoomEvents(client: MeetClient): { said: string; floating: readonly Floating[] } {
  const { t } = useTranslation('room')
  const snacks = useSnacks()
  const [said, setSaid] = useState('')
  const [floating, setFloating] = useState<readonly Floating[]>([])
  useEffect(() => {
    let count = 0
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const say = (event: MeetEvent) => {
      switch (event.kind) {
        case 'came':
        case 'left':
        case 'raisedHand':
          startTransition(() => setSaid(t(`said.${event.kind}`, { name: event.person.name })))
          break
        case 'lockChanged':
          setSaid(t(event.locked ? 'said.locked' : 'said.unlocked'))
          break
        case 'recordingChanged':
          if (event.isRecording) snacks.warning(t('said.recording'), { key: 'meet-recording' })
          else snacks.success(t('said.notRecording'), { key: 'meet-recording' })
          break
        case 'gotPowers':
        case 'lostPowers':
          snacks.success(t(`said.${event.kind}`), { key: 'meet-powers' })
          break
        case 'mutedByHost':
          snacks.warning(t(`said.muted.${event.source}`), { key: 'meet-muted' })
          break
        case 'refused': {
          const isFull = event.error instanceof DomainError && event.error.code === 'SIGNAL_LIMIT' && event.source === 'screen'
          snacks.error(isFull ? t('said.screensTaken') : t('said.notSent'), { key: 'meet-refused' })
          break
        }
        case 'reacted': {
          count += 1
          const one = { key: count, personId: event.personId, reaction: event.reaction }
          setFloating((shown) => [...shown.slice(1 - floatingMost), one])
          const timer = setTimeout(() => {
            timers.delete(timer)
            setFloating((shown) => shown.filter((other) => other !== one))
          }, floatMs)
          timers.add(timer)
          break
        }
        default:
          event satisfies never
      }
    }
    const stop = client.onEvent(say)
    return () => {
      stop()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [client, snacks, t])
  return { said, floating }
}
