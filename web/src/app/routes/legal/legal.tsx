import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../../components/layout/page.tsx'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { Contents } from '../../../components/prose/contents.tsx'
import { Prose } from '../../../components/prose/prose.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import { fillLegal, isOperatorComplete } from '../../../features/settings/legal/legal-content.ts'
import { legalQuery } from '../../../features/settings/legal/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useSiteInfo } from '../../../lib/site.ts'

/** One page for everything that binds: notice, privacy, terms, cookies; each part has an address of its own. */
export function Component() {
  const { t } = useTranslation('legal')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const text = useQuery(legalQuery(language))
  const site = useSiteInfo()
  const blocks = useMemo(
    () => text.data && fillLegal(text.data, { language, site, words: { notConfigured: t('notConfigured'), unknown: t('unknown') } }),
    [text.data, language, site, t],
  )
  useDocumentMeta({ title: t('title'), description: t('description') })
  return (
    <Page maxWidth={1120} sx={{ py: { xs: 3, md: 6 } }}>
      <Typography variant="h1">{t('title')}</Typography>
      <Typography variant="subtitle1" sx={{ mt: 1.5, maxWidth: 620, color: 'text.secondary' }}>
        {t('lead')}
      </Typography>
      <Box sx={{ mt: 2.5, mb: 4, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, displayPrint: 'none' }}>
        <Chip label={t('version', { version: privacyVersion })} />
        <Button size="small" variant="text" startIcon={<PrintOutlined />} onClick={() => globalThis.print()}>
          {t('print')}
        </Button>
      </Box>
      {site && !isOperatorComplete(site) && (
        <Alert severity="warning" sx={{ mb: 4, maxWidth: 720 }}>
          {t('incomplete')}
        </Alert>
      )}
      {blocks && (
        <Box sx={{ display: 'grid', columnGap: 6, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 240px' } }}>
          <article>
            <Prose blocks={blocks} email={site?.supportEmail} />
          </article>
          <Box sx={{ display: { xs: 'none', md: 'block' }, displayPrint: 'none' }}>
            <Contents headings={blocks.filter((block) => block.kind === 'heading')} />
          </Box>
        </Box>
      )}
      {text.isPending && (
        <Box role="status" sx={{ maxWidth: 720 }}>
          <span className="visually-hidden">{tc('page.loading')}</span>
          <Skeleton height={480} />
        </Box>
      )}
      {text.isError && !text.data && (
        <ErrorNotice error={text.error} title={t('error')} onRetry={() => void text.refetch()} retrying={text.isFetching} />
      )}
    </Page>
  )
}
