import type { SectionEditor } from '@e-events/shared/contract/storefront/sections.ts'
import { date } from '@e-events/shared/ui/format.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'

interface EditorLeadProps {
  stored: SectionEditor
  /** Forms with something to save. */
  open: number
  dirty: boolean
  changed: number
}

/** How things stand, in one line: what is in hand, what waits, what is shown. */
export function EditorLead({ stored, open, dirty, changed }: EditorLeadProps) {
  const { t } = useTranslation('section-editor')
  const language = useLanguage()
  const zone = useViewerZone()
  const when = (instant: string) => date(instant, 'full', language, zone)
  if (open > 0) return t('lead.open', { count: open })
  if (dirty) return changed > 0 ? t('lead.changed', { count: changed }) : t('lead.order')
  const { draft, live } = stored
  if (draft?.publishAt) return t('lead.scheduled', { when: when(draft.publishAt) })
  if (draft) return t('lead.draft', { when: when(draft.savedAt), author: draft.author ?? '–' })
  if (live?.publishedAt) return t('lead.live', { number: live.number, when: when(live.publishedAt) })
  return t('lead.never')
}
