import { useTranslation } from 'react-i18next'
import { useModules } from '../../features/settings/config/use-site-config.ts'
import { BackOfficeFrame } from './back-office-frame.tsx'
import { ManageCrumbs } from './manage-crumbs.tsx'
import { visibleNav } from './manage-nav.ts'

/** The frame of the manage area. */
export function ManageLayout() {
  const { t } = useTranslation('manage')
  const nav = visibleNav(useModules().isOn)
  const groups = nav.map((group) => ({
    id: group.id,
    label: t(`group.${group.id}`),
    items: group.items.map(({ id, to, query, icon }) => ({
      to: query === undefined ? to : `${to}?${query}`,
      icon,
      label: t(`item.${id}`),
    })),
  }))
  return <BackOfficeFrame label={t('sections')} area="manage" groups={groups} crumbs={<ManageCrumbs />} />
}
