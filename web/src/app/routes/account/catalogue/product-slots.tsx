import type { ComponentProps } from 'react'
import { CurriculumEditor } from '../../../../features/learning/curriculum/components/curriculum-editor.tsx'
import { MasterCourses } from '../../../../features/learning/curriculum/components/master-courses.tsx'
import { CaptionFiles } from '../../../../features/media/caption-files/components/caption-files.tsx'
import { StudyGuideForm } from '../../../../features/learning/study-guides/components/study-guide-form.tsx'
import { ImageField } from '../../../../features/media/uploads/components/image-field.tsx'
import { VideoField } from '../../../../features/media/uploads/components/video-field.tsx'
import type { ProductSlots } from '../../../../features/catalogue/product-editor/slots.ts'
import { SpeakerPicker } from '../../../../features/catalogue/speakers/components/speaker-picker.tsx'
import { StockFigures } from '../../../../features/sales/stock/components/stock-figures.tsx'
import { ShowUsage } from '../../../../features/sales/usage/components/show-usage.tsx'
import { OwnDatasheetForm } from './own-datasheet.tsx'
import { OwnRecordings } from './own-recordings.tsx'
import { PodcastAudio } from './podcast-audio.tsx'
import { PostText } from './post-text.tsx'

/** A speaker that is missing is made on the spot, with a picture. */
function Speakers(props: ComponentProps<ProductSlots['SpeakerPicker']>) {
  return <SpeakerPicker {...props} ImageField={ImageField} />
}

/** Parts of the product form from other features. */
export const productSlots: ProductSlots = {
  ImageField,
  VideoField,
  AudioField: PodcastAudio,
  CaptionFiles,
  SpeakerPicker: Speakers,
  PostEditor: PostText,
  Curriculum: CurriculumEditor,
  StudyGuide: StudyGuideForm,
  MasterCourses,
  Datasheet: OwnDatasheetForm,
  StockFigures,
  ShowUsage,
  Recordings: OwnRecordings,
}
