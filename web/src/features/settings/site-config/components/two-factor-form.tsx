import { twoFactorRoles } from '@e-events/shared/contract/people/login-config.ts'
import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { SaveBar } from '../../../../components/forms/save-bar.tsx'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { twoFactorResource, type TwoFactorRole } from '../resources.ts'
import { useEdited } from '../use-edited.ts'
import { ConflictAlert } from './conflict-alert.tsx'
import { LoadFailure } from './load-failure.tsx'
import { SectionSkeleton } from './site/switches-form.tsx'

/** Which roles must have a second factor. */
export function TwoFactorForm() {
  const { t } = useTranslation('site-config')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const { value: stored, save, ...edited } = useEdited(twoFactorResource(api, queries))
  const [typed, setTyped] = useState<Partial<Record<TwoFactorRole, boolean>>>({})
  if (edited.loadError) return <LoadFailure error={edited.loadError} isLoading={edited.isLoading} onRetry={() => void edited.reload()} />
  if (!stored) return <SectionSkeleton rows={2} />
  const isRequired = (role: TwoFactorRole) => typed[role] ?? stored.roles.includes(role)
  const isChanged = (role: TwoFactorRole) => isRequired(role) !== stored.roles.includes(role)
  const isDirty = twoFactorRoles.some(isChanged)
  const submit = () =>
    save.mutate(
      { roles: twoFactorRoles.filter(isRequired) },
      {
        onSuccess: () => {
          setTyped({})
          snacks.success({ id: 'ADMIN.PAGE.SAVE_SUCCESS' }, { key: 'ADMIN.PAGE.SAVE' })
        },
        onError: () => snacks.error({ id: 'ADMIN.PAGE.SAVE_ERROR' }, { key: 'ADMIN.PAGE.SAVE' }),
      },
    )
  return (
    <>
      {edited.isConflict && <ConflictAlert isLoading={edited.isLoading} onReload={() => void edited.reload()} />}
      <FormSection title={t('twoFactor.title')} note={t('twoFactor.note')}>
        {twoFactorRoles.map((role) => (
          <SwitchRow
            key={role}
            label={t(`twoFactor.${role}.label`)}
            note={t(`twoFactor.${role}.note`)}
            checked={isRequired(role)}
            disabled={save.isPending}
            changed={isChanged(role) && t('unsaved')}
            onChange={(checked) => setTyped({ ...typed, [role]: checked })}
          />
        ))}
        {isRequired('ADMIN') && isChanged('ADMIN') && (
          <Alert severity="warning" sx={{ borderRadius: 0 }}>
            {t('twoFactor.you')} <Link href={paths.myData}>{t('twoFactor.yourData')}</Link>
          </Alert>
        )}
      </FormSection>
      <SaveBar
        label={t('twoFactor.saveBar')}
        status={t(isDirty ? 'unsaved' : 'allSaved')}
        isDirty={isDirty}
        isSaving={save.isPending}
        saveLabel={t('save')}
        discardLabel={t('discard')}
        onDiscard={() => setTyped({})}
        onSave={submit}
      />
      <UnsavedGuard when={isDirty && !save.isPending} />
    </>
  )
}
