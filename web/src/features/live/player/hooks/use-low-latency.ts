import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'

/**
 * The way into sub-second viewing. `freshGrant` asks the api for a grant of this moment (they are good for one
 * connection); undefined answers mean that no media node has room. mediasoup-client is fetched with the first use.
 */
export function useLowLatency(engine: PlayerEngine, freshGrant: () => Promise<MediaGrant | null>): () => void {
  const { t } = useTranslation('player')
  const snacks = useSnacks()
  return useCallback(() => {
    const enter = async () => {
      const [{ RtcViewer }, grant] = await Promise.all([import('../engine/rtc-viewer.ts'), freshGrant()])
      const feedId = engine.getSnapshot().feedId
      if (!grant || feedId === null) throw new Error('no media node has room')
      const viewer = await RtcViewer.open(
        grant,
        { feedId, soundFeedId: engine.soundFeedId },
        { onChange: engine.emit, onLost: () => engine.leaveLowLatency(), freshGrant },
      )
      engine.enterLowLatency(viewer)
    }
    enter().catch(() => snacks.warning(t('controls.lowLatencyFailed'), { key: 'low-latency' }))
  }, [engine, freshGrant, snacks, t])
}
