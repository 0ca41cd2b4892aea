import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import { datasheets } from '@e-events/shared/contract/learning/datasheets.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useServices } from '../../../../lib/services.ts'

/** Ways to take a datasheet along. They are no part of it on paper. */
export function DatasheetActions({ slug }: { slug: string }) {
  const { t } = useTranslation('datasheets')
  const { api } = useServices()
  const language = useLanguage()
  const showError = useErrorSnack()
  const download = useMutation({
    mutationFn: () => api.call(datasheets.download, { params: { slug }, query: { language } }),
    onSuccess: saveFile,
    onError: (error) => showError(error, { key: 'datasheet-pdf', retry: () => download.mutate() }),
  })
  return (
    <Box sx={{ mt: 2.5, display: 'flex', flexWrap: 'wrap', gap: 1, displayPrint: 'none' }}>
      <Button
        variant="contained"
        color="inherit"
        startIcon={<FileDownloadOutlined />}
        loading={download.isPending}
        loadingPosition="start"
        onClick={() => download.mutate()}
      >
        {t('pdf')}
      </Button>
      <Button variant="soft" startIcon={<PrintOutlined />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      <Button variant="text" href={paths.product(slug)}>
        {t('product')}
      </Button>
    </Box>
  )
}
