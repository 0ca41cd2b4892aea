import type { Certificate } from '@e-events/shared/contract/learning/certificates.ts'
import { date } from '@e-events/shared/ui/format.ts'
import ShareRounded from '@mui/icons-material/ShareRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShareDialog } from '../../../../components/navigation/share-dialog.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { CertificateFile } from './certificate-actions.tsx'

/** A certificate of the reader with the ways to hand it on, or why it counts no more. */
export function OwnCertificate({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('certificates')
  const language = useLanguage()
  const [isSharing, setSharing] = useState(false)
  const { id, name, title, issuedAt, revokedAt, revokedReason } = certificate
  const path = paths.certificate(id)
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t('issued', { name, date: date(issuedAt, 'day', language) })}
      </Typography>
      {revokedAt === null ? (
        <Box sx={{ mt: 0.5, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <CertificateFile id={id} file="pdf" of={title} />
          <Button variant="soft" startIcon={<ShareRounded />} aria-label={`${t('share')}: ${title}`} onClick={() => setSharing(true)}>
            {t('share')}
          </Button>
          <Button variant="text" href={path} aria-label={`${t('open')}: ${title}`}>
            {t('open')}
          </Button>
        </Box>
      ) : (
        <Alert severity="warning">{t('revokedReason', { date: date(revokedAt, 'day', language), reason: revokedReason ?? '' })}</Alert>
      )}
      {isSharing && <ShareDialog title={title} url={new URL(path, location.href).href} onClose={() => setSharing(false)} />}
    </Box>
  )
}
