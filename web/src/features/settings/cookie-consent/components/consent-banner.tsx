import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { openConsentSettings } from '../consent.ts'
import { answerConsent } from '../answer-consent.ts'

/**
 * Asks without blocking: the page can be used meanwhile, nothing is chosen for anybody, and both answers weigh the
 * same. The page leaves room for it at its end, so that it never lies over the last thing one wants to press.
 */
export function ConsentBanner() {
  const { t } = useTranslation('cookie-consent')
  const box = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLSpanElement>(null)
  const label = t('banner.label')
  useEffect(() => {
    // A live region speaks of what changes in it: it is there first, and then it gets its words.
    if (status.current) status.current.textContent = label
  }, [label])
  useEffect(() => {
    const banner = box.current
    if (!banner) return undefined
    const makeRoom = () => (document.body.style.paddingBottom = `${banner.offsetHeight + 32}px`)
    makeRoom()
    const watcher = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(makeRoom)
    watcher?.observe(banner)
    return () => {
      watcher?.disconnect()
      document.body.style.paddingBottom = ''
    }
  }, [])
  return (
    <Paper
      ref={box}
      component="section"
      aria-label={label}
      sx={(theme) => ({
        position: 'fixed',
        zIndex: 'appBar',
        left: { xs: 8, sm: 16 },
        right: { xs: 8, sm: 'auto' },
        bottom: { xs: 8, sm: 16 },
        width: { sm: 440 },
        p: { xs: 2, sm: 2.5 },
        borderRadius: '20px',
        bgcolor: 'surface.raised',
        boxShadow: theme.vars.palette.shadow.dialog,
        // On a phone the bar with the one button that matters keeps its place.
        [theme.breakpoints.down('md')]: { 'body:has([data-bottom-bar]) &': { bottom: 92 } },
      })}
    >
      <Typography variant="h4" component="h2">
        {t('banner.title')}
      </Typography>
      <span ref={status} role="status" className="visually-hidden" />
      <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
        {t('banner.text')} <Link href={paths.cookies}>{t('banner.more')}</Link>
      </Typography>
      <Box sx={{ mt: 1.5, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
        <Button variant="outlined" onClick={() => answerConsent({ analytics: false })}>
          {t('refuse')}
        </Button>
        <Button variant="outlined" onClick={() => answerConsent({ analytics: true })}>
          {t('accept')}
        </Button>
        <Button variant="text" size="small" sx={{ gridColumn: '1 / -1' }} onClick={openConsentSettings}>
          {t('banner.settings')}
        </Button>
      </Box>
    </Paper>
  )
}
