import type { ShownCertificate as Shown } from '@e-events/shared/contract/learning/certificates.ts'
import { date, duration } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../../../components/layout/fact-list.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { CertificateFile } from './certificate-actions.tsx'

const severities = { valid: 'success', revoked: 'warning', altered: 'error' } as const

/** A certificate as the server verified it, for anybody. */
export function ShownCertificate({ certificate: { id, status, revokedAt, signed } }: { certificate: Shown }) {
  const { t } = useTranslation('certificates')
  const language = useLanguage()
  const day = (at: string) => date(at, 'day', language)
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Alert severity={severities[status]}>
        <AlertTitle>{t(`status.${status}.title`)}</AlertTitle>
        {t(`status.${status}.text`, { date: revokedAt === null ? '' : day(revokedAt) })}
      </Alert>
      {signed && (
        <>
          <Card sx={{ p: { xs: 3, md: 5 }, borderRadius: '16px', display: 'grid', gap: 1 }}>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('title')}
            </Typography>
            <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
              {signed.name}
            </Typography>
            <Typography sx={{ color: 'text.secondary' }}>{t('completed')}</Typography>
            <Typography variant="h3" component="p" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {signed.title}
            </Typography>
            <FactList
              facts={[
                [t('fact.organizer'), signed.organizer],
                [t('fact.issuedAt'), day(signed.issuedAt)],
                ...(signed.videoMs > 0 ? [[t('fact.video'), duration(signed.videoMs / 1000)] as const] : []),
                [t('fact.key'), signed.key],
              ]}
            />
          </Card>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {status === 'valid' && <CertificateFile id={id} file="pdf" />}
            <CertificateFile id={id} file="credential" />
          </Box>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('verifiedBy')}
          </Typography>
        </>
      )}
    </Box>
  )
}
