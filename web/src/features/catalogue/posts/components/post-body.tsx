import type { Language } from '@e-events/shared/domain/language.ts'
import Box from '@mui/material/Box'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { proseStyle } from './prose-style.ts'

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
      sx={{ ...proseStyle, maxWidth: 720, ...(isAside ? { fontSize: '1rem' } : { mx: 'auto' }) }}
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
