import { useTranslation } from 'react-i18next'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { SectionEditor } from '../../../../features/storefront/section-editor/components/section-editor.tsx'
import { editorSlots } from './editor-slots.ts'

const place = { kind: 'home', key: 'site' } as const

export function Component() {
  const { t } = useTranslation('section-editor')
  useDocumentMeta({ title: t('title.home'), noIndex: true })
  return <SectionEditor place={place} title={() => t('title.home')} address={() => paths.home} failure="pageSave" slots={editorSlots} />
}
