import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeadingBlock } from './parse-prose.ts'

interface ContentsProps {
  headings: Pick<HeadingBlock, 'id' | 'text' | 'level'>[]
}

/** Table of contents at the side of the page; the current heading is marked. */
export function Contents({ headings }: ContentsProps) {
  const { t } = useTranslation()
  const current = useCurrentHeading(headings)
  return (
    <Box
      component="nav"
      aria-label={t('prose.contents')}
      sx={{ position: 'sticky', top: 96, maxHeight: 'calc(100dvh - 120px)', overflowY: 'auto' }}
    >
      <Typography variant="label" component="p" sx={{ m: 0, mb: 1.5, color: 'text.secondary' }}>
        {t('prose.contents')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderLeft: 1, borderColor: 'border.default' }}>
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <Link
              href={`#${id}`}
              aria-current={current === id ? 'location' : undefined}
              sx={{
                display: 'block',
                ml: '-1px',
                py: 0.75,
                pl: level === 2 ? 2 : 3.5,
                typography: 'body2',
                fontWeight: current === id ? 620 : 450,
                color: current === id ? 'text.primary' : 'text.secondary',
                borderLeft: 2,
                borderColor: current === id ? 'secondary.main' : 'transparent',
              }}
            >
              {text}
            </Link>
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** The last heading that has passed the upper third of the window. */
function useCurrentHeading(headings: ContentsProps['headings']): string | undefined {
  const [current, setCurrent] = useState<string>()
  const ids = headings.map(({ id }) => id).join(' ')
  useEffect(() => {
    const read = () => {
      const passed = ids.split(' ').filter((id) => {
        const place = document.getElementById(id)
        return place !== null && place.getBoundingClientRect().top < innerHeight / 3
      })
      setCurrent(passed.at(-1))
    }
    read()
    addEventListener('scroll', read, { passive: true })
    return () => removeEventListener('scroll', read)
  }, [ids])
  return current
}
