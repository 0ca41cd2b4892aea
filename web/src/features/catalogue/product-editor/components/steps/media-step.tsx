import { useTranslation } from 'react-i18next'
import { embeddableTypes } from '@e-events/shared/domain/product-rules.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import { money } from '@e-events/shared/ui/format.ts'
import { useLanguage } from '../../../../../lib/language.ts'
import { useEditor } from '../../editor-context.ts'
import { useSlots } from '../../slots.ts'
import { traitsOf } from '../../steps.ts'
import { ChaptersEditor } from '../../../podcasts/components/chapters-editor.tsx'
import { AfterSaving } from '../after-saving.tsx'
import { BoundSwitch, BoundText } from '../bound-fields.tsx'
import { StepCard } from '../step-card.tsx'

/** Medium for buyers, and the trailer for everybody. */
export function MediaStep() {
  const { t } = useTranslation('product-editor')
  const { area, form, product } = useEditor()
  const { VideoField, AudioField, CaptionFiles, Datasheet, PostEditor, Recordings } = useSlots()
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
          {type === 'vod' && slug !== null && <ChaptersEditor productSlug={slug} of="video" />}
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

const url = { htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false, placeholder: 'https://' } } as const
