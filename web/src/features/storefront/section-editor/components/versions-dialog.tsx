import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import { sections as calls, type SectionVersion } from '@e-events/shared/contract/storefront/sections.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { versionsQuery, type Place } from '../queries.ts'

interface VersionsDialogProps {
  place: Place
  /** Something is in hand that bringing back a version would throw away. */
  dirty: boolean
  busy: boolean
  onRestore: (number: number) => void
  /** Put a version into the editor, to look at it and change it before it is published. */
  onOpen: (sections: readonly Section[]) => void
  onClose: () => void
}

/** Published versions, by whom and when; each can be viewed and restored. */
export function VersionsDialog({ place, dirty, busy, onRestore, onOpen, onClose }: VersionsDialogProps) {
  const { t } = useTranslation('section-editor')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const showError = useErrorSnack()
  const titleId = useId()
  const versions = useInfiniteQuery(versionsQuery(api, place))
  const open = useMutation({
    mutationFn: (number: number) => api.call(calls.version, { params: { ...place, number } }),
    onSuccess: ({ sections }) => onOpen(sections),
    onError: (error, number) => showError(error, { key: 'version', retry: () => open.mutate(number) }),
  })
  const items = versions.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('versions.title')}</DialogTitle>
      <DialogContent>
        {dirty && (
          <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
            {t('versions.dirty')}
          </Typography>
        )}
        {versions.isPending && [0, 1, 2].map((row) => <Skeleton key={row} sx={{ height: 48 }} />)}
        {versions.isError && <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} retrying={versions.isFetching} />}
        {versions.isSuccess && items.length === 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('versions.none')}
          </Typography>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((version) => (
            <Box
              component="li"
              key={version.number}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 1.25, borderTop: 1, borderColor: 'border.subtle' }}
            >
              <VersionWords version={version} />
              {version.state === 'live' ? (
                <Chip size="small" color="success" label={t('versions.live')} />
              ) : (
                <>
                  <Button
                    size="small"
                    variant="text"
                    disabled={busy}
                    loading={open.isPending && open.variables === version.number}
                    onClick={() => open.mutate(version.number)}
                  >
                    {t('versions.open')}
                  </Button>
                  <Button size="small" disabled={dirty || busy} onClick={() => onRestore(version.number)}>
                    {t('versions.restore')}
                  </Button>
                </>
              )}
            </Box>
          ))}
        </Box>
        {versions.hasNextPage && (
          <Button
            fullWidth
            variant="text"
            loading={versions.isFetchingNextPage}
            onClick={() => void versions.fetchNextPage()}
            sx={{ mt: 1 }}
          >
            {t('versions.more')}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="text" disabled={busy} onClick={onClose}>
          {tc('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function VersionWords({ version }: { version: SectionVersion }) {
  const { t } = useTranslation('section-editor')
  const language = useLanguage()
  const zone = useViewerZone()
  const when = version.publishedAt ?? version.savedAt
  return (
    <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
      <Typography variant="h6" component="h3">
        {t('versions.name', { number: version.number })}
        {version.restoredFrom !== null && ` · ${t('versions.restored', { number: version.restoredFrom })}`}
      </Typography>
      <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
        {[date(when, 'full', language, zone), version.author].filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  )
}
