import HealingRounded from '@mui/icons-material/HealingRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { paths } from '../../config/paths.ts'

const reloadedKey = 'e-events.reloaded'

/**
 * A page that threw, or whose chunk is gone because a newer version was deployed: that one is mended by loading anew,
 * once.
 */
export function CrashPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const isStale = error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message)
  useEffect(() => {
    if (!isStale || sessionStorage.getItem(reloadedKey)) return
    sessionStorage.setItem(reloadedKey, '1')
    location.reload()
  }, [isStale])
  return (
    <Box component="main" id="content" sx={{ minHeight: '60dvh', display: 'grid', alignContent: 'center' }}>
      <Notice
        icon={HealingRounded}
        tone="red"
        heading="h1"
        title={t('page.crashTitle')}
        actions={
          <>
            <Button variant="contained" color="inherit" onClick={() => location.reload()}>
              {t('page.reload')}
            </Button>
            {/* A full load, not a route change: whatever broke is thrown away with the page. */}
            <Button variant="text" onClick={() => location.assign(paths.home)}>
              {t('action.home')}
            </Button>
          </>
        }
      >
        {t('page.crashText')}
      </Notice>
    </Box>
  )
}
