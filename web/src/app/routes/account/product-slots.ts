import { ImageField } from '../../../features/media/components/image-field.tsx'
import { VideoField } from '../../../features/media/components/video-field.tsx'
import type { ProductSlots } from '../../../features/product-editor/slots.ts'
import { PodcastAudio } from './podcast-audio.tsx'
import { SpeakerPicker } from './speaker-picker.tsx'
import { PostText } from './post-text.tsx'

/** What other features bring to the form of a product. */
export const productSlots: ProductSlots = { ImageField, VideoField, AudioField: PodcastAudio, SpeakerPicker, PostEditor: PostText }
