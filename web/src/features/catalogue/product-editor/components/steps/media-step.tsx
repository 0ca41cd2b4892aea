import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import SaveOutlined from '@mui/icons-material/SaveOutlined'
import { embeddableTypes } from '@e-events/shared/domain/product-rules.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import { money } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import { useLanguage } from '../../../../../lib/language.ts'
import { useEditor } from '../../editor-context.ts'
import { useSlots } from '../../slots.ts'
import { traitsOf } from '../../steps.ts'
import { BoundSwitch, BoundText } from '../bound-fields.tsx'
import { StepCard } from '../step-card.tsx'

/** Medium for buyers, and the trailer for everybody. */
export function MediaStep() {
  const { t } = useTranslation('product-editor')
  const { area, form, product } = useEditor()
  const { VideoField, AudioField, CaptionFiles, Datasheet, PostEditor, Recordings, Curriculum, MasterCourses, StudyGuide } = useSlots()
  const language = useLanguage()
  const { type } = form.fields
  const { media, trailer } = traitsOf(type)
  const slug = product?.slug ?? null
  return (
    <>
      {media === 'post' && (
        <StepCard title={t('media.post')} note={t('media.postNote')}>
          <AfterSaving>{slug !== null && <PostEditor productSlug={slug} />}</AfterSaving>
        </StepCard>
      )}
      {media === 'lessons' && (
        <StepCard title={t('media.lessons')} note={t('media.lessonsNote')}>
          <AfterSaving>{slug !== null && <Curriculum productSlug={slug} />}</AfterSaving>
        </StepCard>
      )}
      {media === 'courses' && (
        <StepCard title={t('media.courses')} note={t('media.coursesNote')}>
          <AfterSaving>{slug !== null && <MasterCourses productSlug={slug} />}</AfterSaving>
        </StepCard>
      )}
      {(media === 'lessons' || media === 'courses') && product && (
        <StepCard title={t('media.guide')} note={t('media.guideNote')}>
          <StudyGuide productSlug={product.slug} />
        </StepCard>
      )}
      {media === 'datasheet' && (
        <StepCard title={t('media.datasheet')} note={t('media.datasheetNote')}>
          <AfterSaving>{product && <Datasheet productSlug={product.slug} productTitle={product.text.title} />}</AfterSaving>
        </StepCard>
      )}
      {(media === 'video' || media === 'audio') && (
        <StepCard title={t(`media.${media}`)} note={t(`media.${media}Note`)}>
          <AfterSaving>
            {media === 'video' ? (
              <VideoField productSlug={slug} purpose="video" label={t('media.video')} />
            ) : (
              <AudioField productSlug={slug} label={t('media.audio')} />
            )}
          </AfterSaving>
          {embeddableTypes.has(type as ProductType) && (
            <BoundText name="url" type="url" label={t('media.url')} helperText={t('media.urlNote')} slotProps={url} />
          )}
        </StepCard>
      )}
      {media === 'studio' && (
        <StepCard title={t('media.studio')} note={t('media.studioNote')} flush>
          <BoundSwitch
            name="recordsBroadcasts"
            label={t('media.records')}
            note={t('media.recordsNote', { recording: money(fees.recordingMinor, fees.currency, language) })}
          />
        </StepCard>
      )}
      {media === 'studio' && product && product.status !== 'draft' && (
        <StepCard title={t('media.recordings')} note={t('media.recordingsNote')} flush>
          <Recordings productSlug={product.slug} area={area} />
        </StepCard>
      )}
      {(media === 'video' || media === 'studio') && product && (
        <StepCard title={t('media.captions')} note={t(media === 'studio' ? 'media.captionsStudioNote' : 'media.captionsNote')}>
          <CaptionFiles productSlug={product.slug} />
        </StepCard>
      )}
      {trailer && (
        <StepCard title={t('media.trailer')} note={t('media.trailerNote')}>
          <AfterSaving>
            <VideoField productSlug={slug} purpose="trailer" label={t('media.trailerFile')} />
          </AfterSaving>
          <BoundText name="trailerUrl" type="url" label={t('media.trailerUrl')} helperText={t('media.trailerUrlNote')} slotProps={url} />
        </StepCard>
      )}
    </>
  )
}

/** Files and texts of this size belong to a product that exists. */
function AfterSaving({ children }: { children: ReactNode }) {
  const { t } = useTranslation('product-editor')
  const { product, form } = useEditor()
  if (product) return <>{children}</>
  return (
    <Box sx={{ border: 1, borderStyle: 'dashed', borderColor: 'border.default', borderRadius: '12px' }}>
      <Notice
        icon={SaveOutlined}
        title={t('media.saveFirst')}
        heading="h3"
        actions={
          <Button disabled={!form.canBegin} loading={form.isSaving} onClick={() => void form.begin()}>
            {t('save.create')}
          </Button>
        }
      >
        {t('media.saveFirstText')}
      </Notice>
    </Box>
  )
}

const url = { htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false, placeholder: 'https://' } } as const
