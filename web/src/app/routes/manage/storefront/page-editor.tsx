import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { PageSettings } from '../../../../features/storefront/pages/components/page-settings.tsx'
import { SectionEditor } from '../../../../features/storefront/section-editor/components/section-editor.tsx'
import { editorSlots } from './editor-slots.ts'

export function Component() {
  const { t } = useTranslation('section-editor')
  const { id = '' } = useParams()
  useDocumentMeta({ title: t('title.page'), noIndex: true })
  return (
    <SectionEditor
      key={id}
      place={{ kind: 'page', key: id }}
      title={({ place }) => place.name}
      address={({ place }) => paths.page(place.slug)}
      failure="pageSave"
      slots={editorSlots}
      Settings={PageSettings}
    />
  )
}
