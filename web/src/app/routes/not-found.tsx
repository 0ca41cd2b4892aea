import TravelExploreRounded from '@mui/icons-material/TravelExploreRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import { useTranslation } from 'react-i18next'
import { useDocumentMeta } from '../../components/navigation/use-document-meta.ts'
import { SearchForm } from '../../components/forms/search-form.tsx'
import { paths } from '../../config/paths.ts'

export function NotFoundPage() {
  const { t } = useTranslation()
  useDocumentMeta({ title: t('page.notFoundTitle'), noIndex: true })
  return (
    <Box sx={{ py: { xs: 6, md: 12 } }}>
      <Notice
        icon={TravelExploreRounded}
        heading="h1"
        title={t('page.notFoundTitle')}
        actions={
          <>
            <SearchForm />
            <Button variant="contained" color="inherit" href={paths.home}>
              {t('action.home')}
            </Button>
          </>
        }
      >
        {t('page.notFoundText')}
      </Notice>
    </Box>
  )
}
