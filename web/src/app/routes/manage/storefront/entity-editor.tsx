import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { SectionEditor } from '../../../../features/storefront/section-editor/components/section-editor.tsx'
import { editorSlots } from './editor-slots.ts'

/** The home page of an entity, for its members and administrators. */
export function Component() {
  const { t } = useTranslation('section-editor')
  const { slug = '' } = useParams()
  useDocumentMeta({ title: t('title.entity'), noIndex: true })
  return (
    <SectionEditor
      key={slug}
      place={{ kind: 'entity', key: slug }}
      title={({ place }) => place.name}
      address={({ place }) => paths.store(place.slug)}
      failure="entityUpdate"
      absent={paths.home}
      slots={editorSlots}
    />
  )
}
