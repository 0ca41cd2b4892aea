import { configKeys, type ConfigKey, type SiteConfig } from '@e-events/shared/contract/settings/config.ts'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../../../components/forms/form-section.tsx'
import { SaveBar } from '../../../../../components/forms/save-bar.tsx'
import { SwitchRow } from '../../../../../components/forms/switch-row.tsx'
import { UnsavedGuard } from '../../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../../lib/services.ts'
import { switchesResource } from '../../resources.ts'
import { useEdited } from '../../use-edited.ts'
import { ConflictAlert } from '../conflict-alert.tsx'
import { CouponsOffDialog } from './coupons-off-dialog.tsx'
import { LoadFailure } from '../load-failure.tsx'

const sections = [
  { id: 'admin', keys: ['approveUsers'] },
  { id: 'general', keys: ['typeTag', 'freeTag', 'coupons', 'moderatedChat'] },
  { id: 'language', keys: ['languages'] },
  { id: 'navbar', keys: ['notifications', 'currencies', 'timezones'] },
] as const satisfies readonly { id: string; keys: readonly ConfigKey[] }[]

/**
 * The nine switches of the site. They are sent together, so that what is stored is always one administrator's whole
 * picture.
 */
export function SwitchesForm() {
  const { t } = useTranslation('site-config')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const { value: stored, save, ...edited } = useEdited(switchesResource(api, queries))
  const [typed, setTyped] = useState<Partial<SiteConfig>>({})
  const [isAsking, setAsking] = useState(false)
  if (edited.loadError) return <LoadFailure error={edited.loadError} isLoading={edited.isLoading} onRetry={() => void edited.reload()} />
  if (!stored) return <SwitchesSkeleton />
  const shown = { ...stored, ...typed }
  const changed = configKeys.filter((key) => shown[key] !== stored[key])
  const submit = () =>
    save.mutate(shown, {
      onSuccess: () => {
        setTyped({})
        snacks.success({ id: 'ADMIN.PAGE.SAVE_SUCCESS' }, { key: 'ADMIN.PAGE.SAVE' })
      },
      onError: () => snacks.error({ id: 'ADMIN.PAGE.SAVE_ERROR' }, { key: 'ADMIN.PAGE.SAVE' }),
    })
  return (
    <>
      {edited.isConflict && <ConflictAlert isLoading={edited.isLoading} onReload={() => void edited.reload()} />}
      {sections.map(({ id, keys }) => (
        <FormSection key={id} title={t(`section.${id}.title`)} note={t(`section.${id}.note`)}>
          {keys.map((key) => (
            <SwitchRow
              key={key}
              label={t(`switch.${key}.label`)}
              note={t(`switch.${key}.note`)}
              checked={shown[key]}
              disabled={save.isPending}
              changed={changed.includes(key) && t('unsaved')}
              onChange={(checked) => setTyped({ ...typed, [key]: checked })}
            />
          ))}
        </FormSection>
      ))}
      <CouponsOffDialog
        open={isAsking}
        onConfirm={() => {
          setAsking(false)
          submit()
        }}
        onClose={() => setAsking(false)}
      />
      <SaveBar
        label={t('saveBar')}
        status={t('changes', { count: changed.length })}
        isDirty={changed.length > 0}
        isSaving={save.isPending}
        saveLabel={t('save')}
        discardLabel={t('discard')}
        onDiscard={() => setTyped({})}
        onSave={() => (stored.coupons && !shown.coupons ? setAsking(true) : submit())}
      />
      <UnsavedGuard when={changed.length > 0 && !save.isPending} />
    </>
  )
}

function SwitchesSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <Box role="status" className="visually-hidden">
        {t('page.loading')}
      </Box>
      {sections.map(({ id, keys }) => (
        <SectionSkeleton key={id} rows={keys.length} />
      ))}
    </>
  )
}

/** The boxes of a section with this many switches. */
export function SectionSkeleton({ rows }: { rows: number }) {
  return (
    <Box aria-hidden sx={{ '& + &': { mt: 3 } }}>
      <FormSection title=" " note=" ">
        {Array.from({ length: rows }, (_, i) => (
          <Box
            key={i}
            sx={{ display: 'flex', alignItems: 'center', px: 2, minHeight: 66, '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}
          >
            <Box sx={{ flex: 1 }}>
              <Skeleton sx={{ width: 150, height: 14 }} />
              <Skeleton sx={{ mt: 1, width: '62%', height: 12 }} />
            </Box>
            <Skeleton sx={{ width: 42, height: 24, borderRadius: '13px' }} />
          </Box>
        ))}
      </FormSection>
    </Box>
  )
}
