import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { SessionId } from '@e-events/shared/domain/ids.ts'
import { date, platformZone } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTimeField } from '../../../../components/forms/date-time-field.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { timesOf } from '../changes.ts'
import { useEditor } from '../editor-context.ts'
import type { SessionFields } from '../fields.ts'
import { ActDialog } from './act-dialog.tsx'
import { ChangeNotice, noNotice } from './change-notice.tsx'
import { OwnTime } from './own-time.tsx'

interface RescheduleDialogProps {
  product: OwnProductDetail
  session: SessionFields
  onClose: () => void
}

/** Another date takes the place of this one; tickets stay valid and their holders are told. */
export function RescheduleDialog({ product, session, onClose }: RescheduleDialogProps) {
  const { t } = useTranslation('product-editor')
  const { t: tc } = useTranslation('common')
  const { api, clock } = useServices()
  const language = useLanguage()
  const snacks = useSnacks()
  const { learn } = useEditor()
  const [notice, setNotice] = useState(noNotice)
  const [times, setTimes] = useState({ startsAt: session.startsAt, endsAt: session.endsAt })
  const { startsAt, endsAt } = times
  const isPast = startsAt !== null && Date.parse(startsAt) <= clock.nowMs()
  const isReversed = startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)
  const isSame = startsAt === session.startsAt && endsAt === session.endsAt
  const move = useMutation({
    mutationFn: () =>
      api.call(ownProducts.reschedule, {
        params: { slug: product.slug, sessionId: session.id as SessionId },
        body: { ...timesOf(times), ...notice },
      }),
    onSuccess: (latest) => {
      learn(latest)
      snacks.success(t('reschedule.done'), { key: 'product-act' })
      onClose()
    },
  })
  const changeStart = (next: string | null) => {
    const lengthMs = startsAt !== null && endsAt !== null ? Date.parse(endsAt) - Date.parse(startsAt) : null
    setTimes({ startsAt: next, endsAt: next !== null && lengthMs !== null ? new Date(Date.parse(next) + lengthMs).toISOString() : endsAt })
  }
  return (
    <ActDialog
      title={t('reschedule.title')}
      confirmLabel={t('reschedule.confirm')}
      busy={move.isPending}
      disabled={product.movesLeft === 0 || isSame || isPast || isReversed || startsAt === null || endsAt === null}
      error={move.error}
      failure="productUpdate"
      wide
      onConfirm={() => move.mutate()}
      onClose={onClose}
    >
      <Box sx={{ color: 'text.secondary' }}>
        {t('reschedule.text', { time: date(session.startsAt ?? '', 'full', language, platformZone), tickets: product.tickets })}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr' }, alignItems: 'start' }}>
        <DateTimeField
          required
          label={t('dates.starts')}
          value={startsAt}
          onChange={changeStart}
          error={isPast && !isSame}
          helperText={isPast && !isSame ? tc('rule.past') : undefined}
        />
        <DateTimeField
          required
          label={t('dates.ends')}
          value={endsAt}
          onChange={(next) => setTimes({ startsAt, endsAt: next })}
          error={isReversed}
          helperText={isReversed ? tc('rule.order') : undefined}
        />
      </Box>
      <OwnTime session={times} />
      <Box sx={{ color: product.movesLeft === 0 ? 'error.main' : 'text.secondary' }}>
        {t('reschedule.left', { count: product.movesLeft })}
      </Box>
      <ChangeNotice value={notice} onChange={setNotice} />
    </ActDialog>
  )
}
