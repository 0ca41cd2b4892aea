import { account, type MyData } from '@e-events/shared/contract/people/account.ts'
import { limits } from '@e-events/shared/limits.ts'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import { useAccountAction } from '../use-my-data.ts'

const megabytes = limits.imageBytes / 1024 / 1024

/**
 * A picture is looked at before it is sent; what cannot be one is refused here and again by the server, which looks
 * inside.
 */
export function AvatarField({ data }: { data: MyData }) {
  const { t } = useTranslation('account')
  const { api } = useServices()
  const helpId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null)
  const [refused, setRefused] = useState<'tooBig' | 'format' | null>(null)
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.url) : undefined), [chosen])
  const upload = useAccountAction(
    async (file: File) => {
      const saved = await api.call(account.avatar, { upload: { contentType: file.type, bytes: new Uint8Array(await file.arrayBuffer()) } })
      setChosen(null)
      return saved
    },
    { key: 'avatar', done: t('avatar.saved') },
  )
  const remove = useAccountAction(() => api.call(account.removeAvatar), { key: 'avatar', done: t('avatar.removed') })
  const choose = (file: File | undefined) => {
    if (!file) return
    const wrong = !/^image\/(jpeg|png)$/.test(file.type) ? 'format' : file.size > limits.imageBytes ? 'tooBig' : null
    setRefused(wrong)
    setChosen(wrong ? null : { file, url: URL.createObjectURL(file) })
  }
  const shown = chosen?.url ?? data.avatarUrl
  return (
    <Box sx={{ p: 2, display: 'flex', gap: 2, alignItems: 'center', borderBottom: 1, borderColor: 'border.subtle' }}>
      <Avatar
        src={shown ?? ''}
        alt={chosen ? t('avatar.preview') : ''}
        sx={{ width: 72, height: 72, fontSize: 26, bgcolor: 'tint.blue', color: 'secondary.main' }}
      >
        {`${data.name.charAt(0)}${data.surname.charAt(0)}`.toUpperCase()}
      </Avatar>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography variant="label" component="h3" sx={{ m: 0, mb: 0.75 }}>
          {t('avatar.title')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png"
            className="visually-hidden"
            tabIndex={-1}
            aria-label={t('avatar.title')}
            onChange={(event) => {
              choose(event.target.files?.[0])
              // The same file may be chosen again after a refusal.
              event.target.value = ''
            }}
          />
          {chosen && (
            <Button size="small" variant="contained" color="inherit" loading={upload.isPending} onClick={() => upload.mutate(chosen.file)}>
              {t('avatar.use')}
            </Button>
          )}
          <Button size="small" disabled={upload.isPending} aria-describedby={helpId} onClick={() => input.current?.click()}>
            {t(data.avatarUrl || chosen ? 'avatar.change' : 'avatar.upload')}
          </Button>
          {(data.avatarUrl || chosen) && (
            <Button
              size="small"
              variant="text"
              disabled={upload.isPending}
              loading={remove.isPending}
              onClick={() => (chosen ? setChosen(null) : remove.mutate())}
            >
              {t('avatar.remove')}
            </Button>
          )}
        </Box>
        <FormHelperText id={helpId} error={refused !== null} role={refused ? 'alert' : undefined}>
          {t(`avatar.${refused ?? 'help'}`, { mb: megabytes })}
        </FormHelperText>
      </Box>
    </Box>
  )
}
