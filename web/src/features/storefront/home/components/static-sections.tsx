import type { ShownSectionOf } from '@e-events/shared/contract/storefront/shown-sections.ts'
import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'

/** Links of editors lead anywhere: what is not ours opens without telling where the reader came from. */
const outward = (url: string) => (url.startsWith('/') ? {} : { rel: 'noopener' })

const span = { small: { xs: 12, sm: 6, md: 4 }, medium: { xs: 12, sm: 6 }, large: { xs: 12 } } as const

/** Texts that follow each other share a line as far as their sizes fit: a third, half or all of the width. */
export function StaticContents({ sections }: { sections: readonly ShownSectionOf<'static_content'>[] }) {
  return (
    <Box
      sx={{
        mt: { xs: 5, md: 7 },
        px: 'var(--ee-gutter)',
        display: 'grid',
        gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
        gap: { xs: 2, md: 2.5 },
      }}
    >
      {sections.map((section) => (
        <StaticContent key={section.id} section={section} />
      ))}
    </Box>
  )
}

function StaticContent({ section: { size, title, description, url } }: { section: ShownSectionOf<'static_content'> }) {
  const { t } = useTranslation('home')
  const headingId = useId()
  const { xs, sm, md } = { sm: undefined, md: undefined, ...span[size] }
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      data-size={size}
      sx={{
        gridColumn: { xs: `span ${xs}`, ...(sm ? { sm: `span ${sm}` } : {}), ...(md ? { md: `span ${md}` } : {}) },
        p: { xs: 3, md: 4 },
        borderRadius: '20px',
        bgcolor: 'surface.sunken',
        border: 1,
        borderColor: 'border.subtle',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'flex-start',
      }}
    >
      <Typography variant={size === 'large' ? 'h2' : 'h3'} component="h2" id={headingId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {description !== '' && (
        <Typography
          sx={{ mt: 1, mb: url ? 2.5 : 0, color: 'text.secondary', maxWidth: 760, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {description}
        </Typography>
      )}
      {url !== '' && (
        <Button
          href={url}
          {...outward(url)}
          aria-label={t('static.moreOf', { title })}
          endIcon={<ArrowForwardRounded />}
          sx={{ mt: 'auto' }}
        >
          {t('static.more')}
        </Button>
      )}
    </Box>
  )
}

/** Its words stand below it for everybody, so the picture itself needs none. */
export function StaticImage({ section: { imageUrl, alt, url } }: { section: ShownSectionOf<'static_image'> }) {
  const { t } = useTranslation('home')
  const picture = (
    <Picture
      src={imageUrl}
      alt=""
      sizes="100vw"
      sx={{ display: 'block', borderRadius: '20px', aspectRatio: { xs: '16 / 9', md: '3 / 1' } }}
    />
  )
  const words = { display: 'flex', alignItems: 'center', gap: 0.75, mt: 1.25, overflowWrap: 'anywhere' } as const
  return (
    <Box component="figure" sx={{ m: 0, mt: { xs: 5, md: 7 }, px: 'var(--ee-gutter)' }}>
      {url === '' ? (
        <>
          {picture}
          <Typography component="figcaption" variant="body2" sx={{ ...words, color: 'text.secondary' }}>
            {alt}
          </Typography>
        </>
      ) : (
        <Box
          component="a"
          href={url}
          {...outward(url)}
          sx={{ display: 'block', borderRadius: '20px', color: 'text.primary', '&:hover span': { textDecoration: 'underline' } }}
        >
          {picture}
          <Typography component="span" variant="body2" sx={{ ...words, fontWeight: 560 }}>
            {alt || t('static.image')}
            <ArrowForwardRounded aria-hidden sx={{ fontSize: 18 }} />
          </Typography>
        </Box>
      )}
    </Box>
  )
}

export function CallToAction({ section: { title, subtitle, buttonText, buttonLink } }: { section: ShownSectionOf<'call_to_action'> }) {
  const headingId = useId()
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{
        mx: 'var(--ee-gutter)',
        mt: { xs: 5, md: 7 },
        p: { xs: 3, md: 5 },
        borderRadius: '20px',
        bgcolor: 'surface.sunken',
        border: 1,
        borderColor: 'border.subtle',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 3,
      }}
    >
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
        <Typography variant="h2" id={headingId} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {subtitle !== '' && <Typography sx={{ mt: 1, color: 'text.secondary', maxWidth: 620 }}>{subtitle}</Typography>}
      </Box>
      <Button
        variant="contained"
        color="inherit"
        size="large"
        href={buttonLink}
        {...outward(buttonLink)}
        sx={{ width: { xs: 1, sm: 'auto' } }}
      >
        {buttonText}
      </Button>
    </Box>
  )
}
