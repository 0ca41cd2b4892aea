import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import { date, platformZone } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { useEditor } from '../editor-context.ts'
import type { SessionFields } from '../fields.ts'
import { ActDialog } from './act-dialog.tsx'
import { ChangeNotice, noNotice } from './change-notice.tsx'

interface CancelDialogProps {
  product: OwnProductDetail
  /** One date; without it the whole product is called off. */
  session?: SessionFields
  onClose: () => void
}

export function CancelDialog({ product, session, onClose }: CancelDialogProps) {
  const { t } = useTranslation('product-editor')
  const { api } = useServices()
  const language = useLanguage()
  const snacks = useSnacks()
  const { learn } = useEditor()
  const [notice, setNotice] = useState(noNotice)
  const cancel = useMutation({
    mutationFn: () => api.call(ownProducts.cancel, { params: { slug: product.slug }, body: { sessionId: session?.id ?? null, ...notice } }),
    onSuccess: (latest) => {
      learn(latest)
      snacks.success(t(session ? 'cancel.sessionDone' : 'cancel.done'), { key: 'product-act' })
      onClose()
    },
  })
  return (
    <ActDialog
      title={session ? t('cancel.sessionTitle') : t('cancel.title')}
      confirmLabel={t(session ? 'cancel.sessionConfirm' : 'cancel.confirm')}
      destructive
      busy={cancel.isPending}
      error={cancel.error}
      failure="productUpdate"
      wide
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <Box sx={{ color: 'text.secondary' }}>
        {session?.startsAt
          ? t('cancel.sessionText', { time: date(session.startsAt, 'full', language, platformZone), tickets: product.tickets })
          : t('cancel.text', { title: product.text.title, tickets: product.tickets })}
      </Box>
      <ChangeNotice value={notice} onChange={setNotice} />
      <Box sx={{ color: 'text.secondary' }}>{t(`cancel.refund.${notice.reason}`, { days: fees.refundBusinessDays })}</Box>
    </ActDialog>
  )
}
