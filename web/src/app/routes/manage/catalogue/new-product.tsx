import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded'
import RecordVoiceOverOutlined from '@mui/icons-material/RecordVoiceOverOutlined'
import SchoolOutlined from '@mui/icons-material/SchoolOutlined'
import SensorsOutlined from '@mui/icons-material/SensorsOutlined'
import WorkspacePremiumOutlined from '@mui/icons-material/WorkspacePremiumOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'

const cards = [
  { id: 'product', to: paths.manageNewProduct, icon: SensorsOutlined },
  { id: 'speaker', to: paths.manageSpeakers, icon: RecordVoiceOverOutlined },
  { id: 'course', to: paths.manageNewCourse, icon: SchoolOutlined },
  { id: 'master', to: paths.manageNewMaster, icon: WorkspacePremiumOutlined },
] as const

/** Where everything new begins. */
export function Component() {
  const { t } = useTranslation('product-editor')
  useDocumentMeta({ title: t('hub.title'), noIndex: true })
  return (
    <Box sx={{ maxWidth: 920 }}>
      <PageHeader title={t('hub.title')} lead={t('hub.lead')} />
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr' } }}
      >
        {cards.map(({ id, to, icon: Icon }) => (
          <li key={id}>
            <Card sx={{ height: '100%' }}>
              <CardActionArea href={to} sx={{ height: '100%', p: 2.5, display: 'flex', alignItems: 'flex-start', gap: 2 }}>
                <Box
                  sx={{
                    width: 44,
                    height: 44,
                    flexShrink: 0,
                    borderRadius: '12px',
                    display: 'grid',
                    placeItems: 'center',
                    bgcolor: 'tint.neutral',
                    color: 'text.secondary',
                  }}
                >
                  <Icon aria-hidden sx={{ fontSize: 24 }} />
                </Box>
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography variant="h4" component="h2">
                    {t(`hub.${id}`)}
                  </Typography>
                  <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
                    {t(`hub.${id}Text`)}
                  </Typography>
                </Box>
                <ArrowForwardRounded aria-hidden sx={{ color: 'text.tertiary', mt: 0.25 }} />
              </CardActionArea>
            </Card>
          </li>
        ))}
      </Box>
    </Box>
  )
}
