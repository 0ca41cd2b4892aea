import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { once } from '../../../../components/once.ts'
import type { Save, SectionEditing } from '../use-section-editor.ts'

interface EditorActionsProps {
  editing: SectionEditing
  /** Forms with something to save: the page waits for them (ADM-052). */
  open: number
  onSave: (save: Save) => void
  onSchedule: () => void
  onVersions: () => void
}

export function EditorActions({ editing, open, onSave, onSchedule, onVersions }: EditorActionsProps) {
  const { t } = useTranslation('section-editor')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [asking, setAsking] = useState<'discardAll' | 'discardDraft' | null>(null)
  const { stored, dirty, dispatch, saving, theirs } = editing
  const busy = saving !== null
  // A draft is published as it is; what is shown already needs nothing.
  const hasSomething = dirty || stored.draft !== null
  const waits = open > 0 || theirs !== null
  const why = open > 0 ? t('wait.open') : theirs ? t('wait.conflict') : ''
  const run = (act: () => void) => () => {
    setAnchor(null)
    act()
  }
  return (
    <>
      <IconButton
        aria-label={t('more.label')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreHorizRounded />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ root: { role: 'region', 'aria-label': t('more.label') }, list: { 'aria-label': t('more.label') } }}
      >
        <MenuItem disabled={busy || waits || !dirty} onClick={run(() => onSave({ what: 'saveDraft' }))}>
          {t('more.saveDraft')}
        </MenuItem>
        <MenuItem disabled={busy || waits} onClick={run(onSchedule)}>
          {t(stored.draft?.publishAt ? 'more.reschedule' : 'more.schedule')}
        </MenuItem>
        {stored.draft?.publishAt && (
          <MenuItem disabled={busy || dirty} onClick={run(() => onSave({ what: 'unschedule' }))}>
            {t('more.unschedule')}
          </MenuItem>
        )}
        {stored.draft && (
          <MenuItem disabled={busy} onClick={run(() => setAsking('discardDraft'))}>
            {t('more.discardDraft')}
          </MenuItem>
        )}
        <Divider component="li" />
        <MenuItem onClick={run(onVersions)}>{t('more.versions')}</MenuItem>
      </Menu>
      {dirty && (
        <Button variant="text" disabled={busy} onClick={() => setAsking('discardAll')}>
          {t('discardAll')}
        </Button>
      )}
      <Tooltip title={why}>
        {/* A disabled button hears no pointer: its reason hangs on what stands around it. */}
        <span>
          <Button
            variant="contained"
            color="primary"
            disabled={!hasSomething || waits}
            loading={saving === 'publish'}
            aria-describedby={why ? 'publish-waits' : undefined}
            onClick={once(() => onSave({ what: 'publish' }))}
          >
            {t('publish')}
          </Button>
          <span id="publish-waits" className="visually-hidden">
            {why}
          </span>
        </span>
      </Tooltip>
      <ConfirmDialog
        open={asking !== null}
        title={t(asking === 'discardDraft' ? 'ask.draftTitle' : 'ask.allTitle')}
        confirmLabel={t('ask.confirm')}
        destructive
        onClose={() => setAsking(null)}
        onConfirm={() => {
          if (asking === 'discardDraft') onSave({ what: 'discardDraft' })
          else dispatch({ type: 'discardAll' })
          setAsking(null)
        }}
      >
        {t(asking === 'discardDraft' ? 'ask.draftText' : 'ask.allText')}
      </ConfirmDialog>
    </>
  )
}
