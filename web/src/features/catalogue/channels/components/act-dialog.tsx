import { type OwnChannel, channels, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import { type ChannelAct, actsWithReason } from '@e-events/shared/domain/channels.ts'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { learnChannel } from '../queries.ts'
import { reviewHours } from './channel-status.tsx'
import type { Client } from '@e-events/shared/contract/client.ts'
import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'

interface ActDialogProps {
  act: ChannelAct
  channel: Pick<OwnChannel, 'slug' | 'title'>
  onClose: () => void
}

const destructive: ReadonlySet<ChannelAct> = new Set(['ban', 'suspend'])

/**
 * Asks before a channel changes its state: what will happen, the reason where the owner must learn it, the rights where
 * staff must know.
 */
export function ActDialog({ act, channel, onClose }: ActDialogProps) {
  const { t } = useTranslation('channels')
  const { api } = useServices()
  const queries = useQueryClient()
  const snacks = useSnacks()
  const language = useLanguage()
  const [reason, setReason] = useState('')
  const [accepted, setAccepted] = useState(false)
  const asksReason = needsReason(act)
  const asksRights = act === 'requestPublication'
  const change = useMutation({
    mutationFn: () => callAct(api, { name: act, slug: channel.slug, reason: reason.trim() }),
    onSuccess: async (after) => {
      await learnChannel(queries, after, language)
      snacks.success(t(`act.${act}.done`, { title: after.title, hours: reviewHours }), { key: 'channel' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t(`act.${act}.title`)}
      confirmLabel={t(`act.${act}.confirm`)}
      destructive={destructive.has(act)}
      busy={change.isPending}
      disabled={(asksReason && reason.trim() === '') || (asksRights && !accepted)}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <FailureAlert error={change.error} failure="channelUpdate" />
      <Typography variant="body2" sx={{ mt: change.error ? 2 : 0 }}>
        {t(`act.${act}.text`, { title: channel.title, hours: reviewHours })}
      </Typography>
      {asksReason && (
        <TextField
          fullWidth
          required
          multiline
          minRows={3}
          label={t('act.reason')}
          helperText={t('act.reasonHelp')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
          sx={{ mt: 2 }}
        />
      )}
      {asksRights && (
        <FormControlLabel
          control={<Checkbox required checked={accepted} onChange={(_, on) => setAccepted(on)} />}
          label={t('act.rights')}
          sx={{ mt: 1.5, alignItems: 'flex-start', color: 'text.primary', '& .MuiFormControlLabel-label': { pt: 0.75, fontSize: 14 } }}
        />
      )}
    </ConfirmDialog>
  )
}

/** One act of a person; a reason where the act needs one. */
interface Act {
  name: ChannelAct
  slug: string
  reason?: string
}

const needsReason = (name: ChannelAct) => actsWithReason.some((known) => known === name)

function callAct(api: Client, { name, slug, reason = '' }: Act): Promise<OwnChannelDetail> {
  const params = { slug }
  switch (name) {
    case 'requestPublication':
      return api.call(channels.requestPublication, { params, body: { rightsAccepted: true } })
    case 'toDraft':
      return api.call(channels.deactivate, { params, body: { to: 'draft' } })
    case 'toPrivate':
      return api.call(channels.deactivate, { params, body: { to: 'private' } })
    case 'withdraw':
    case 'approve':
    case 'reinstate':
      return api.call(channels[name], { params })
    case 'reject':
    case 'suspend':
    case 'ban':
      return api.call(channels[name], { params, body: { reason } })
    default:
      return assertUnreachable(name)
  }
}
