import { datasheetLines, type Datasheet } from '@e-events/shared/contract/learning/datasheets.ts'
import { datasheetWords } from '@e-events/shared/locales/datasheet-words.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'
import { FactList } from '../../../../components/layout/fact-list.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'

/** Everything of a datasheet that is filled in, on the screen as on paper. */
export function DatasheetView({ sheet, actions }: { sheet: Datasheet; actions: ReactNode }) {
  const language = useLanguage()
  const words = datasheetWords[language]
  const { product } = sheet
  const facts = datasheetLines.filter((name) => sheet[name] !== '').map((name) => [words[name], sheet[name]] as const)
  return (
    <Box component="article" sx={{ maxWidth: 1080, mx: 'auto' }}>
      <Box component="header">
        <Typography variant="label" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {words.kind} · <Link href={paths.channel(product.channel.slug)}>{product.channel.title}</Link>
        </Typography>
        <Typography
          variant="display"
          component="h1"
          lang={product.language}
          sx={{ mt: 1.5, fontSize: { xs: 30, sm: 40, md: 48 }, textWrap: 'balance', overflowWrap: 'anywhere' }}
        >
          {sheet.title}
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ mt: 1.5, color: 'text.secondary' }}>
          {words.version(sheet.version, date(sheet.updatedAt, 'day', language))}
        </Typography>
        {actions}
      </Box>
      <Box
        sx={{
          mt: { xs: 3, md: 4 },
          display: 'grid',
          gap: { xs: 4, md: 6 },
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: facts.length > 0 ? 'minmax(0,1fr) 340px' : 'minmax(0,720px)' },
          alignItems: 'start',
          '@media print': { display: 'block' },
        }}
      >
        {facts.length > 0 && (
          <Card sx={{ p: 2.5, order: { md: 1 }, '@media print': { border: 0, boxShadow: 'none', p: 0, mb: 2 } }} lang={product.language}>
            <FactList facts={facts} />
          </Card>
        )}
        <Box sx={{ display: 'grid', gap: 4, '@media print': { display: 'block' } }}>
          {sheet.abstract !== '' && <Section title={words.abstract} text={sheet.abstract} language={product.language} />}
          {sheet.benefits.length > 0 && (
            <Section title={words.benefits} language={product.language}>
              <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.75 }}>
                {sheet.benefits.map((benefit) => (
                  <li key={benefit}>{benefit}</li>
                ))}
              </Box>
            </Section>
          )}
          {(['resources', 'mechanisms', 'strategy', 'pedagogicalMethod', 'skills'] as const)
            .filter((name) => sheet[name] !== '')
            .map((name) => (
              <Section key={name} title={words[name]} text={sheet[name]} language={product.language} />
            ))}
          {sheet.relatedLinks.length > 0 && (
            <Section title={words.relatedLinks} language={product.language}>
              <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.75 }}>
                {sheet.relatedLinks.map((link) => (
                  <li key={link}>
                    <Link href={link} target="_blank" rel="noopener nofollow ugc" sx={{ overflowWrap: 'anywhere' }}>
                      {link}
                    </Link>
                  </li>
                ))}
              </Box>
            </Section>
          )}
          {sheet.testimonials.length > 0 && (
            <Section title={words.testimonials} language={product.language}>
              <Box sx={{ display: 'grid', gap: 2 }}>
                {sheet.testimonials.map(({ name, text }) => (
                  <Box component="figure" key={`${name} ${text}`} sx={{ m: 0, pl: 2, borderLeft: 3, borderColor: 'border.default' }}>
                    <Box component="blockquote" sx={{ m: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                      {text}
                    </Box>
                    <Box component="figcaption" sx={{ mt: 0.5, typography: 'body2', color: 'text.secondary' }}>
                      {name}
                    </Box>
                  </Box>
                ))}
              </Box>
            </Section>
          )}
        </Box>
      </Box>
    </Box>
  )
}

interface SectionProps {
  title: string
  language: string
  text?: string
  children?: ReactNode
}

function Section({ title, language, text, children }: SectionProps) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ '@media print': { mb: 2.5 } }}>
      <Typography variant="h3" component="h2" id={id} sx={{ mb: 1, '@media print': { breakAfter: 'avoid' } }}>
        {title}
      </Typography>
      <Box lang={language}>
        {text === undefined ? (
          children
        ) : (
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '68ch' }}>{text}</Typography>
        )}
      </Box>
    </Box>
  )
}
