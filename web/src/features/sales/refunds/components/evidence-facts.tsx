import type { RefundEvidence } from '@e-events/shared/contract/sales/money/refunds.ts'
import { count, date, duration } from '@e-events/shared/ui/format.ts'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../../../components/layout/fact-list.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'

/** Facts that the platform holds of the show, and of the account that paid. */
export function EvidenceFacts({ evidence: { show, viewer, boughtAt, problems, progressPercent } }: { evidence: RefundEvidence }) {
  const { t } = useTranslation('refunds')
  const { t: tp } = useTranslation('problems')
  const language = useLanguage()
  const zone = useViewerZone()
  const moment = (at: string) => date(at, 'dayTime', language, zone)
  const length = (ms: number) => duration(ms / 1000)
  const share = show && show.onAirMs + show.offAirMs > 0 ? Math.round((100 * show.offAirMs) / (show.onAirMs + show.offAirMs)) : 0
  const moved = show?.interruptions.filter(({ changedServer }) => changedServer).length ?? 0
  const aired = () => {
    if (show === null) return t('evidence.noDate')
    if (show.isCancelled) return t('evidence.cancelled')
    if (show.airedFrom === null) return t('evidence.neverAired')
    return t('evidence.onAir', { from: moment(show.airedFrom), length: length(show.onAirMs) })
  }
  const offAir = () => {
    if (show === null || show.airedFrom === null) return null
    if (show.offAirMs === 0) return t('evidence.noGaps')
    const gaps = t('evidence.gaps', { length: length(show.offAirMs), share, count: show.interruptions.length })
    return moved === 0 ? gaps : `${gaps}\n${t('evidence.moved', { count: moved })}`
  }
  const watched =
    viewer.firstSeenAt === null
      ? t('evidence.notWatched')
      : t('evidence.watched', { length: length(viewer.watchedMs), times: count(viewer.visits, language), from: moment(viewer.firstSeenAt) })
  const toLine = ({ at, category, text }: NonNullable<RefundEvidence['problems']>[number]) =>
    [moment(at), tp(`category.${category}`), text].filter((part) => part !== '').join(' · ')
  return (
    <FactList
      facts={[
        [t('evidence.bought'), moment(boughtAt)],
        ...(progressPercent === undefined
          ? [[t('evidence.show'), aired()] as const]
          : [[t('evidence.progress'), t('evidence.progressPercent', { percent: progressPercent / 100 })] as const]),
        ...(show?.airedFrom ? [[t('evidence.offAir'), offAir()] as const] : []),
        [t('evidence.viewer'), watched],
        ...(problems && problems.length > 0 ? [[t('evidence.problems'), problems.map(toLine).join('\n')] as const] : []),
      ]}
    />
  )
}
