import type { MeetReaction, MeetSource } from '@e-events/shared/domain/meets.ts'
import type { MeetClient } from '@e-events/shared/rtc/meeting/meet-client.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'

export type RoomActs = ReturnType<typeof useActs>

/** Makes the acts of people in a room besides sending; a refusal is said. */
export function useActs(client: MeetClient) {
  const { t } = useTranslation('room')
  const snacks = useSnacks()
  return useMemo(() => {
    const attempt = (work: Promise<void>) => void work.catch(() => snacks.error(t('said.notDone'), { key: 'meet-act' }))
    return {
      raiseHand: (raised: boolean) => attempt(client.ask('raiseHand', { raised })),
      react: (reaction: MeetReaction) => attempt(client.ask('react', { reaction })),
      /** Everybody but the hosts with null. */
      mute: (personId: string | null, source: MeetSource) => attempt(client.ask('mute', { personId, source })),
      remove: (personId: string) => attempt(client.ask('remove', { personId })),
      lock: (locked: boolean) => attempt(client.ask('lock', { locked })),
      promote: (personId: string, isHost: boolean) => attempt(client.ask('promote', { personId, isHost })),
      lowerHand: (personId: string) => attempt(client.ask('lowerHand', { personId })),
    }
  }, [client, snacks, t])
}
