import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import { proposalsQuery, runsQuery } from '../queries.ts'
import { ProposalList } from './proposal-list.tsx'
import { RefundRuns } from './refund-runs.tsx'

/** Opens an organizer's refunds: requests that wait, cancelled events on their way, and what is beside them. */
export function OwnRefunds({ children }: { children: ReactNode }) {
  const { t } = useTranslation('refunds')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [isOpen, setOpen] = useState(false)
  const open = useInfiniteQuery(proposalsQuery(api, 'own', 'open'))
  const runs = useQuery(runsQuery(api, 'own'))
  const waiting = open.data?.pages.flatMap((page) => page.items).length ?? 0
  const running = runs.data?.items.filter(({ done, total }) => done < total).length ?? 0
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {waiting + running === 0 ? t('own.open') : t('own.openCount', { count: waiting + running })}
      </Button>
      <Drawer
        anchor="right"
        open={isOpen}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('title'), sx: { width: 'min(720px, 100vw)' } } }}
      >
        <Box sx={{ p: 2.5, display: 'grid', gap: 3 }}>
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="h4" component="h2">
                {t('title')}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('own.lead')}
              </Typography>
            </Box>
            <IconButton aria-label={tc('action.close')} onClick={() => setOpen(false)} edge="end">
              <CloseRounded />
            </IconButton>
          </Box>
          <Box>
            <ProposalList scope="own" />
          </Box>
          {(runs.data?.items.length ?? 0) > 0 && (
            <Box component="section">
              <Typography variant="h5" component="h2" sx={{ mb: 1.5 }}>
                {t('tab.runs')}
              </Typography>
              <RefundRuns scope="own" />
            </Box>
          )}
          {children}
        </Box>
      </Drawer>
    </>
  )
}
