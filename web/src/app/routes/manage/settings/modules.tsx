import KeyRounded from '@mui/icons-material/KeyRounded'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import type { ModuleId } from '@e-events/shared/contract/settings/config.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { ModuleList } from '../../../../features/settings/site-config/components/module-list.tsx'
import { routeTable, type RouteRow } from '../../../route-table.ts'
import { ProducerTypes } from '../../../../features/settings/site-config/components/producer-types.tsx'

/** The modules with a screen behind them: a switch that moves nothing is not shown. */
const acting: ReadonlySet<ModuleId> = new Set(
  (routeTable as readonly RouteRow[]).flatMap(({ module, built }) => (module && built ? [module] : [])),
)

export function Component() {
  const { t } = useTranslation('site-config')
  useDocumentMeta({ title: t('modules.title'), noIndex: true })
  return (
    <Box sx={{ maxWidth: 920 }}>
      <PageHeader
        title={t('modules.title')}
        lead={t('modules.lead')}
        actions={
          <>
            <Button href={paths.mediaPay} startIcon={<PaymentsOutlined />}>
              {t('modules.mediaPay')}
            </Button>
            <Button href={paths.loginSettings} startIcon={<KeyRounded />}>
              {t('modules.login')}
            </Button>
          </>
        }
      />
      <ModuleList acting={acting} />
      <ProducerTypes />
    </Box>
  )
}
