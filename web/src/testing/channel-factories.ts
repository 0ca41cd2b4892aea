import type { OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import type { OwnSpeaker, OwnSpeakerRow, Speaker } from '@e-events/shared/contract/catalogue/speakers.ts'
import { allowedChannelActs } from '@e-events/shared/domain/channels.ts'
import { ownChannel } from './product-factories.ts'

/** Channels and speakers as their organizers and staff see them; ask for the one field that the test is about. */
let counter = 0
const uuid = (): string => `00000000-0000-4000-a000-${String(++counter).padStart(12, '0')}`

export function ownChannelDetail(wanted: Partial<OwnChannelDetail> = {}, caller = { isOwner: true, isStaff: false }): OwnChannelDetail {
  const base = ownChannel(wanted)
  return {
    ...base,
    allowed: {
      edit: base.status !== 'banned' || caller.isStaff,
      rename: base.status !== 'published',
      ...allowedChannelActs(base.status, caller),
    },
    language: 'es',
    translations: {},
    statusReason: null,
    subscription: { active: false, netMinor: 0, taxBasisPoints: 2100, currency: 'EUR', totalMinor: 0 },
    inPlatformSubscription: false,
    billing: { nif: null, prefix: null, phone: null, address: null, city: null, postalCode: null, country: null, iban: null },
    images: { logo: null, profile: null, cover: null },
    revisions: [],
    ...wanted,
  }
}

export function speaker(wanted: Partial<Speaker> = {}): Speaker {
  return {
    id: uuid(),
    slug: 'nora-beltran',
    name: 'Nora Beltrán',
    title: 'Guitarrista',
    imageUrl: null,
    bio: 'Toca desde los nueve años.',
    links: { instagram: null, facebook: null, twitter: null, youtube: null, linkedin: null },
    ...wanted,
  }
}

export function ownSpeakerRow(wanted: Partial<OwnSpeakerRow> = {}): OwnSpeakerRow {
  const { id, slug, name, title, imageUrl } = speaker()
  return {
    id,
    slug,
    name,
    title,
    imageUrl,
    owner: { id: uuid(), name: 'Lucía Ferrer', email: 'lucia@correo.example' },
    products: 0,
    createdAt: '2026-11-01T10:00:00.000Z',
    allowed: { edit: true, delete: (wanted.products ?? 0) === 0 },
    ...wanted,
  }
}

export function ownSpeaker(wanted: Partial<OwnSpeaker> = {}): OwnSpeaker {
  const { bio, links } = speaker()
  return { ...ownSpeakerRow(wanted), bio, links, language: 'es', translations: {}, imageId: null, usedBy: [], ...wanted }
}
