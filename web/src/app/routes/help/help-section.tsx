import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { Contents } from '../../../components/prose/contents.tsx'
import { Prose } from '../../../components/prose/prose.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { Contact } from '../../../features/guidance/help/components/contact.tsx'
import { CsvFilm } from '../../../features/guidance/help/components/csv-film.tsx'
import { CsvFigure } from '../../../features/guidance/help/components/csv-figure.tsx'
import { HelpCrumbs } from '../../../features/guidance/help/components/help-crumbs.tsx'
import { Neighbours } from '../../../features/guidance/help/components/neighbours.tsx'
import { SectionIndex } from '../../../features/guidance/help/components/section-index.tsx'
import { Useful } from '../../../features/guidance/help/components/useful.tsx'
import { isHelpCategory, type HelpSection } from '../../../features/guidance/help/help-content.ts'
import { useSiteInfo } from '../../../lib/site.ts'
import { CategoryView } from './help-category.tsx'
import { HelpPage } from './help-page.tsx'
import { HelpStart } from './help.tsx'

const figures = { 'csv-film': <CsvFilm />, 'csv-import': <CsvFigure /> }

export function Component() {
  const { t } = useTranslation('help')
  const { category, section: slug } = useParams()
  return (
    <HelpPage>
      {(sections) => {
        if (!isHelpCategory(category)) return <HelpStart sections={sections} notice={t('unknownCategory')} />
        const section = sections.find((one) => one.category === category && one.slug === slug)
        if (section) return <SectionView key={section.slug} section={section} sections={sections} />
        const notice = t('unknownSection', { category: t(`category.${category}.title`) })
        return <CategoryView category={category} sections={sections} notice={notice} />
      }}
    </HelpPage>
  )
}

function SectionView({ section, sections }: { section: HelpSection; sections: HelpSection[] }) {
  const { t } = useTranslation('help')
  const site = useSiteInfo()
  const place = sections.indexOf(section)
  const headings = section.blocks.filter((block) => block.kind === 'heading')
  const own = sections.filter((one) => one.category === section.category)
  useDocumentMeta({ title: `${section.title} · ${t('title')}`, description: section.summary })
  return (
    <Page maxWidth={1440} sx={{ py: { xs: 3, md: 5 } }}>
      <Box
        sx={{
          display: 'grid',
          columnGap: 6,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 220px', lg: '232px minmax(0, 1fr) 220px' },
        }}
      >
        <Box sx={{ display: { xs: 'none', lg: 'block' } }}>
          <SectionIndex sections={own} current={section} />
        </Box>
        <Box sx={{ maxWidth: 720 }}>
          <article>
            <HelpCrumbs category={section.category} title={section.title} />
            <Typography variant="h1">{section.title}</Typography>
            <Typography variant="subtitle1" sx={{ mt: 1.5, mb: 4, color: 'text.secondary' }}>
              {section.summary}
            </Typography>
            <Prose blocks={section.blocks} email={site?.supportEmail} figures={figures} />
          </article>
          <Useful guide={`${section.category}/${section.slug}`} />
          <Neighbours previous={sections[place - 1]} next={sections[place + 1]} />
        </Box>
        <Box sx={{ display: { xs: 'none', md: 'block' } }}>{headings.length > 1 && <Contents headings={headings} />}</Box>
      </Box>
      <Box sx={{ mt: 6 }}>
        <Contact email={site?.supportEmail} about={section.title} />
      </Box>
    </Page>
  )
}
