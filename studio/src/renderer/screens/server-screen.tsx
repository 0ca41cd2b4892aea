import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverAddressSchema } from '../../ipc/contract.ts'
import { useServices } from '../lib/services.ts'
import { Gate } from './gate.tsx'

/** First start of the application: where the organizer's platform lives. */
export function ServerScreen() {
  const { t } = useTranslation()
  const { platform, queries } = useServices()
  const [address, setAddress] = useState('')
  const [touched, setTouched] = useState(false)
  const [failed, setFailed] = useState(false)
  const complete = /^https?:\/\//.test(address) ? address : `https://${address}`
  const valid = address.trim() !== '' && serverAddressSchema.safeParse(complete.trim()).success
  const submit = async () => {
    setFailed(false)
    try {
      await platform.server.choose?.(new URL(complete.trim()).origin)
      await queries.invalidateQueries({ queryKey: ['server'] })
    } catch {
      setFailed(true)
    }
  }
  return (
    <Gate title={t('server.title')} lead={t('server.lead')}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (valid) void submit()
        }}
        sx={{ display: 'grid', gap: 2.25 }}
      >
        <TextField
          required
          label={t('server.address')}
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          onBlur={() => setTouched(true)}
          error={touched && !valid}
          helperText={touched && !valid ? t('server.invalid') : t('server.help')}
          slotProps={{ htmlInput: { inputMode: 'url', autoComplete: 'url', autoFocus: true } }}
        />
        {failed && <Alert severity="error">{t('server.failed')}</Alert>}
        <Button type="submit" variant="contained" color="primary" size="large" disabled={!valid}>
          {t('server.submit')}
        </Button>
      </Box>
    </Gate>
  )
}
