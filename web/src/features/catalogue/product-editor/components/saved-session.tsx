import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined'
import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined'
import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { date, platformZone } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import type { SessionFields } from '../fields.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { OwnTime } from './own-time.tsx'
import { RescheduleDialog } from './reschedule-dialog.tsx'

/** A date that people have tickets for: it is not edited, it is moved or called off, and everybody is told. */
export function SavedSession({ session, product }: { session: SessionFields; product: OwnProductDetail }) {
  const { t } = useTranslation('product-editor')
  const language = useLanguage()
  const [open, setOpen] = useState<'reschedule' | 'cancel' | null>(null)
  const startsAt = session.startsAt ?? ''
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography className="tabular" sx={{ fontSize: 14.5, fontWeight: 600, '&::first-letter': { textTransform: 'uppercase' } }}>
          {t('dates.central', { time: date(startsAt, 'full', language, platformZone) })}
        </Typography>
        <OwnTime session={session} />
      </Box>
      {product.allowed.cancel && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button size="small" startIcon={<EventRepeatOutlined />} onClick={() => setOpen('reschedule')}>
            {t('reschedule.open')}
          </Button>
          <Button size="small" variant="text" startIcon={<EventBusyOutlined />} onClick={() => setOpen('cancel')}>
            {t('cancel.openSession')}
          </Button>
        </Box>
      )}
      {open === 'reschedule' && <RescheduleDialog session={session} product={product} onClose={() => setOpen(null)} />}
      {open === 'cancel' && <CancelDialog session={session} product={product} onClose={() => setOpen(null)} />}
    </Box>
  )
}
