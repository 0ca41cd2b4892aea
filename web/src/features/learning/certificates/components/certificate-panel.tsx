import WorkspacePremiumOutlined from '@mui/icons-material/WorkspacePremiumOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import { certificateStateQuery } from '../queries.ts'
import { IssueDialog } from './issue-dialog.tsx'
import { OwnCertificate } from './own-certificate.tsx'

/** The certificate of a course or master: what is missing for it, the way to it, or the certificate itself. */
export function CertificatePanel({ slug }: { slug: string }) {
  const { t } = useTranslation('certificates')
  const { api } = useServices()
  const { data: state } = useQuery(certificateStateQuery(api, slug))
  const [isAsking, setAsking] = useState(false)
  if (!state || (!state.isOffered && state.certificate === null)) return null
  return (
    <Box
      component="section"
      aria-labelledby="certificate"
      sx={{ p: 2.5, mb: 3, display: 'grid', gap: 1.5, border: 1, borderColor: 'border.subtle', borderRadius: '16px' }}
    >
      <Typography variant="h5" component="h2" id="certificate" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <WorkspacePremiumOutlined aria-hidden />
        {t('title')}
      </Typography>
      {state.certificate ? (
        <OwnCertificate certificate={state.certificate} />
      ) : state.isEarned ? (
        <>
          <Typography variant="body2">{t('earned')}</Typography>
          <Box>
            <Button variant="contained" color="primary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              {t('get')}
            </Button>
          </Box>
        </>
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('notEarned')}
        </Typography>
      )}
      {isAsking && <IssueDialog slug={slug} name={state.name} onClose={() => setAsking(false)} />}
    </Box>
  )
}
