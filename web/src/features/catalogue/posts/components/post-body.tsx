import type { Language } from '@e-events/shared/domain/language.ts'
import Box from '@mui/material/Box'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { proseStyle } from './prose-style.ts'

/** Under a heading of the page: headings are smaller than it. */
const aside = {
  fontSize: '1rem',
  '& > :first-child': { mt: 0 },
  '& h2': { typography: 'h5', mt: '1.4em', mb: 0 },
  '& h3': { fontSize: '1rem', fontWeight: 600, mt: '1.2em', mb: 0 },
} as const

interface PostBodyProps {
  html: string
  language: Language | null
  /** Beside something else instead of being the page. */
  isAside?: boolean
}

/** The server sanitised it already; a second look costs little and needs no trust in what lies between. */
export function PostBody({ html, language, isAside = false }: PostBodyProps) {
  const clean = useMemo(() => DOMPurify.sanitize(html, { USE_PROFILES: { html: true }, ADD_ATTR: ['target'] }), [html])
  return (
    <Box
      {...(language ? { lang: language } : {})}
      sx={{ ...proseStyle, maxWidth: 720, ...(isAside ? aside : { mx: 'auto' }) }}
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
