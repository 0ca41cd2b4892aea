import type { Section, SectionKind } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import AdsClickRounded from '@mui/icons-material/AdsClickRounded'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import NotesRounded from '@mui/icons-material/NotesRounded'
import RecordVoiceOverOutlined from '@mui/icons-material/RecordVoiceOverOutlined'
import SmartDisplayOutlined from '@mui/icons-material/SmartDisplayOutlined'
import StarOutlineRounded from '@mui/icons-material/StarOutlineRounded'
import SubscriptionsOutlined from '@mui/icons-material/SubscriptionsOutlined'
import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined'
import ViewCarouselOutlined from '@mui/icons-material/ViewCarouselOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import { useTranslation } from 'react-i18next'
import { ownName } from '../sections.ts'

export const kindIcons: Record<SectionKind, typeof SvgIcon> = {
  hero: SmartDisplayOutlined,
  product_slider: ViewCarouselOutlined,
  channel_slider: SubscriptionsOutlined,
  speaker_slider: RecordVoiceOverOutlined,
  featured_product: StarOutlineRounded,
  featured_channel: VideoLibraryOutlined,
  static_content: NotesRounded,
  static_image: ImageOutlined,
  call_to_action: AdsClickRounded,
}

/** Name of a section in lists: its own title, else its content, else its kind. */
export function useSectionName(language: Language): (section: Section) => string {
  const { t } = useTranslation('section-editor')
  return (section) => {
    const own = ownName(section, language)
    if (own) return own
    if (section.type === 'product_slider')
      return section.source.kind === 'category' ? `${t('source.category')}: ${section.source.slug}` : t(`source.${section.source.kind}`)
    if (section.type === 'hero' && section.media.kind === 'catalogue') return t('media.catalogue')
    return t(`kind.${section.type}.name`)
  }
}
