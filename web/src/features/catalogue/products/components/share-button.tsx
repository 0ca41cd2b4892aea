import IosShareRounded from '@mui/icons-material/IosShareRounded'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'

/** The system's own share sheet where there is one, else the address on the clipboard. */
export function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation('products')
  const snacks = useSnacks()
  const share = async () => {
    const url = location.href.split('#')[0] ?? location.href
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        snacks.success(t('share.copied'), { key: 'share' })
      }
    } catch (error) {
      // Closing the share sheet is a decision, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      snacks.error(t('share.failed', { url }), { key: 'share' })
    }
  }
  return (
    <Button fullWidth startIcon={<IosShareRounded />} onClick={() => void share()}>
      {t('share.action')}
    </Button>
  )
}
