import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import { invoices, type InvoiceRef } from '@e-events/shared/contract/sales/money/invoices.ts'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useServices } from '../../../../lib/services.ts'

/** Downloads of an order's documents: its invoice, and the credit note of its refund. */
export function InvoiceButtons({ invoices: refs }: { invoices: readonly InvoiceRef[] }) {
  return refs.map((ref) => <InvoiceButton key={ref.id} invoice={ref} />)
}

function InvoiceButton({ invoice: { id, kind, number } }: { invoice: InvoiceRef }) {
  const { t } = useTranslation('orders')
  const { api } = useServices()
  const showError = useErrorSnack()
  const [isPending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      saveFile(await api.call(invoices.download, { params: { id } }))
    } catch (error) {
      showError(error, { key: 'invoice', retry: () => void download() })
    } finally {
      setPending(false)
    }
  }
  const label = t(`download.${kind}`)
  return (
    <Button
      size="small"
      startIcon={<FileDownloadOutlined />}
      loading={isPending}
      loadingPosition="start"
      // The visible word comes first, so that who speaks it finds the button.
      aria-label={`${label}: ${t('downloadLabel', { number })}`}
      onClick={() => void download()}
    >
      {label}
    </Button>
  )
}
