import { Notice } from '@e-events/shared/ui/notice.tsx'
import ScreenLockPortraitOutlined from '@mui/icons-material/ScreenLockPortraitOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DisplaySource } from '../../../ipc/contract.ts'
import { useServices } from '../../lib/services.ts'

interface DisplayPickerProps {
  onPick(source: DisplaySource): Promise<void>
  onClose(): void
}

/** Electron has no dialog of its own: screens first, then windows, each with its picture. */
export function DisplayPicker({ onPick, onClose }: DisplayPickerProps) {
  const { t } = useTranslation()
  const { platform } = useServices()
  const list = useQuery({
    queryKey: ['displays'],
    queryFn: () => platform.display.list?.() ?? Promise.resolve({ sources: [], access: 'unknown' as const }),
    refetchInterval: 3_000,
    staleTime: 0,
  })
  const sources = list.data?.sources.toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'screen' ? -1 : 1))
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="display-picker">
      <DialogTitle id="display-picker">{t('sources.pickTitle')}</DialogTitle>
      <DialogContent>
        {list.data?.access === 'denied' || sources?.length === 0 ? (
          <Notice icon={ScreenLockPortraitOutlined} tone="amber" heading="h3" title={t('sources.noAccessTitle')}>
            {t('sources.noAccessText')}
          </Notice>
        ) : (
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))' }}>
            {sources?.map((source) => (
              <ButtonBase
                key={source.id}
                onClick={() => void onPick(source)}
                sx={{
                  display: 'block',
                  textAlign: 'left',
                  fontFamily: 'inherit',
                  borderRadius: '10px',
                  p: 1,
                  '&:hover': { bgcolor: 'surface.hover' },
                }}
              >
                <Box
                  component="img"
                  src={source.thumbnail}
                  alt=""
                  sx={{
                    display: 'block',
                    width: 1,
                    aspectRatio: '16 / 9',
                    objectFit: 'contain',
                    bgcolor: 'onArt.ink',
                    borderRadius: '8px',
                  }}
                />
                <Box sx={{ mt: 1, fontSize: 13, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{source.name}</Box>
              </ButtonBase>
            )) ??
              [0, 1, 2].map((entry) => (
                <Skeleton key={entry} variant="rounded" sx={{ width: 1, height: 'auto', aspectRatio: '16 / 11' }} />
              ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
