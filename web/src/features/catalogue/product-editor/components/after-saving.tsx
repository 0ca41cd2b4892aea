import SaveOutlined from '@mui/icons-material/SaveOutlined'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../editor-context.ts'

/** Files and texts of this size belong to a product that exists. */
export function AfterSaving({ children }: { children: ReactNode }) {
  const { t } = useTranslation('product-editor')
  const { product, form } = useEditor()
  if (product) return <>{children}</>
  return (
    <Box sx={{ border: 1, borderStyle: 'dashed', borderColor: 'border.default', borderRadius: '12px' }}>
      <Notice
        icon={SaveOutlined}
        title={t('media.saveFirst')}
        heading="h3"
        actions={
          <Button disabled={!form.canBegin} loading={form.isSaving} onClick={() => void form.begin()}>
            {t('save.create')}
          </Button>
        }
      >
        {t('media.saveFirstText')}
      </Notice>
    </Box>
  )
}
