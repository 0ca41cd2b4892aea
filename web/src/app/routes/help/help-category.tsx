import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { Contact } from '../../../features/guidance/help/components/contact.tsx'
import { HelpCrumbs } from '../../../features/guidance/help/components/help-crumbs.tsx'
import { isHelpCategory, type HelpCategory, type HelpSection } from '../../../features/guidance/help/help-content.ts'
import { useSiteInfo } from '../../../lib/site.ts'
import { HelpPage } from './help-page.tsx'
import { HelpStart } from './help.tsx'

export function Component() {
  const { t } = useTranslation('help')
  const { category } = useParams()
  return (
    <HelpPage>
      {(sections) =>
        isHelpCategory(category) ? (
          <CategoryView category={category} sections={sections} />
        ) : (
          <HelpStart sections={sections} notice={t('unknownCategory')} />
        )
      }
    </HelpPage>
  )
}

interface CategoryViewProps {
  category: HelpCategory
  sections: HelpSection[]
  notice?: string
}

export function CategoryView({ category, sections, notice }: CategoryViewProps) {
  const { t } = useTranslation('help')
  const site = useSiteInfo()
  const title = t(`category.${category}.title`)
  useDocumentMeta({ title: `${title} · ${t('title')}`, description: t(`category.${category}.text`), noIndex: notice !== undefined })
  return (
    <Page maxWidth={1120} sx={{ py: { xs: 3, md: 5 } }}>
      <HelpCrumbs category={category} />
      {notice && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          {notice}
        </Alert>
      )}
      <Typography variant="h1">{title}</Typography>
      <Typography variant="subtitle1" sx={{ mt: 1, mb: 4, color: 'text.secondary' }}>
        {t(`category.${category}.text`)}
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          mb: 5,
          p: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {sections
          .filter((section) => section.category === category)
          .map((section) => (
            <Card component="li" key={section.slug} sx={{ position: 'relative', p: 2.5, '&:hover': { borderColor: 'border.strong' } }}>
              <Typography variant="h4" component="h2">
                <Link
                  href={paths.helpSection(category, section.slug)}
                  sx={{ color: 'text.primary', fontWeight: 'inherit', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
                >
                  {section.title}
                </Link>
              </Typography>
              <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
                {section.summary}
              </Typography>
            </Card>
          ))}
      </Box>
      <Contact email={site?.supportEmail} about={title} />
    </Page>
  )
}
