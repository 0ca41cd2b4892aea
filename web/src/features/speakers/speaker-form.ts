import { createSpeakerBody, updateSpeakerBody, type OwnSpeaker } from '@e-events/shared/contract/speakers.ts'
import type { z } from 'zod'

export const linkKinds = ['instagram', 'facebook', 'twitter', 'youtube', 'linkedin'] as const

/** The form holds links beside the other fields, and an empty text where the contract has null. */
export const speakerFormSchema = updateSpeakerBody
  .pick({ name: true, title: true, bio: true })
  .required()
  .extend({ slug: createSpeakerBody.shape.slug.unwrap().nullable(), ...updateSpeakerBody.shape.links.unwrap().shape })
export type SpeakerFields = z.input<typeof speakerFormSchema>
export const nullable = ['slug', ...linkKinds]

export const emptySpeaker: SpeakerFields = {
  name: '',
  title: '',
  slug: '',
  bio: '',
  instagram: '',
  facebook: '',
  twitter: '',
  youtube: '',
  linkedin: '',
}

export function fieldsOf({ name, title, slug, bio, links }: OwnSpeaker): SpeakerFields {
  return {
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

/** What the contract takes. */
export function bodyOf({ slug, name, title, bio, ...links }: z.output<typeof speakerFormSchema>, imageId: string | null) {
  return { name, title, bio, links, imageId, ...(slug === null ? {} : { slug }) }
}
