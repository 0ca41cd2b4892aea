import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import { mediaPayResource } from '../resources.ts'
import { useEdited } from '../use-edited.ts'
import { ConflictAlert } from './conflict-alert.tsx'
import { LoadFailure } from './load-failure.tsx'
import { MediaPayForm } from './media-pay-form.tsx'
import { SectionSkeleton } from './site/switches-form.tsx'

export function MediaPayEditor() {
  const { t } = useTranslation()
  const { api, queries } = useServices()
  const { value, save, ...edited } = useEdited(mediaPayResource(api, queries))
  if (edited.loadError)
    return (
      <LoadFailure failure="paymentModuleLoad" error={edited.loadError} isLoading={edited.isLoading} onRetry={() => void edited.reload()} />
    )
  if (!value)
    return (
      <>
        <div role="status" className="visually-hidden">
          {t('page.loading')}
        </div>
        {[4, 3, 4, 2].map((rows, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- they stand still
          <SectionSkeleton key={i} rows={rows} />
        ))}
      </>
    )
  return (
    <>
      {edited.isConflict && <ConflictAlert isLoading={edited.isLoading} onReload={() => void edited.reload()} />}
      <MediaPayForm stored={value} isSaving={save.isPending} onSave={save.mutateAsync} />
    </>
  )
}
