import { createSpeakerBody, updateSpeakerBody, type OwnSpeaker } from '@e-events/shared/contract/catalogue/speakers.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { z } from 'zod'
import { translationsOf } from '../../../lib/translations.ts'

export const linkKinds = ['instagram', 'facebook', 'twitter', 'youtube', 'linkedin'] as const

/** The form holds links beside the other fields, and an empty text where the contract has null. */
export const speakerFormSchema = updateSpeakerBody
  .pick({ name: true, title: true, bio: true, language: true, translations: true })
  .required()
  .extend({ slug: createSpeakerBody.shape.slug.unwrap().nullable(), ...updateSpeakerBody.shape.links.unwrap().shape })
export type SpeakerFields = z.input<typeof speakerFormSchema>
export const nullable = ['slug', ...linkKinds]

export const noTexts = { title: '', bio: '' }

export const emptySpeaker = (language: Language): SpeakerFields => ({
  language,
  translations: translationsOf({ language, translations: {} }, noTexts),
  name: '',
  title: '',
  slug: '',
  bio: '',
  instagram: '',
  facebook: '',
  twitter: '',
  youtube: '',
  linkedin: '',
})

export function fieldsOf(speaker: OwnSpeaker): SpeakerFields {
  const { name, title, slug, bio, language, links } = speaker
  return {
    language,
    translations: translationsOf(speaker, noTexts),
    name,
    title,
    slug,
    bio,
    instagram: links.instagram ?? '',
    facebook: links.facebook ?? '',
    twitter: links.twitter ?? '',
    youtube: links.youtube ?? '',
    linkedin: links.linkedin ?? '',
  }
}

/** Input of the contract. */
export function bodyOf(
  { slug, name, title, bio, language, translations, ...links }: z.output<typeof speakerFormSchema>,
  imageId: string | null,
) {
  return { name, title, bio, language, translations, links, imageId, ...(slug === null ? {} : { slug }) }
}
