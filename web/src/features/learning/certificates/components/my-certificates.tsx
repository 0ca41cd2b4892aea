import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import { myCertificatesQuery } from '../queries.ts'
import { OwnCertificate } from './own-certificate.tsx'

/** All certificates of the reader; nothing where there are none. */
export function MyCertificates() {
  const { t } = useTranslation('certificates')
  const { api } = useServices()
  const { data } = useQuery(myCertificatesQuery(api))
  if (!data || data.certificates.length === 0) return null
  return (
    <Box component="section" aria-labelledby="certificates" sx={{ mt: 4 }}>
      <Typography variant="h4" component="h2" id="certificates" sx={{ mb: 1.5 }}>
        {t('mine')}
      </Typography>
      <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderRadius: '16px' }}>
        {data.certificates.map((certificate) => (
          <Box component="li" key={certificate.id} sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}>
            <OwnCertificate certificate={certificate} />
          </Box>
        ))}
      </Card>
    </Box>
  )
}
