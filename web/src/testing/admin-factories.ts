import type { SiteConfig, mediaPaySchema } from '@e-events/shared/contract/settings/config.ts'
import type { Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import type { AuditEntry, UserDetail, UserRowView } from '@e-events/shared/contract/people/users.ts'
import type { z } from 'zod'
import { sessionUser } from './factories.ts'

/** Values of the administrators' groups that fit the contract: ask for the one field that the test is about. */
let counter = 0
const uuid = (): never => `00000000-0000-4000-9000-${String(++counter).padStart(12, '0')}` as never
const none = { approve: false, disapprove: false, block: false, unblock: false, delete: false }

export const admin = () => sessionUser({ roles: ['ADMIN'], name: 'Greta', surname: 'Haddad', user: 'greta@e-events.example' })

export function siteConfig(wanted: Partial<SiteConfig> = {}): SiteConfig {
  return {
    approveUsers: false,
    typeTag: true,
    freeTag: true,
    coupons: true,
    moderatedChat: false,
    languages: true,
    notifications: true,
    currencies: false,
    timezones: true,
    ...wanted,
  }
}

export function mediaPay(wanted: Partial<z.infer<typeof mediaPaySchema>> = {}): z.infer<typeof mediaPaySchema> {
  return {
    pos: null,
    provider: { publicKey: '', secretKeySet: false, signingKeySet: false },
    subscription: { active: false, periodic: false, interval: 'monthly', priceMinor: 0 },
    monetize: { subscriptionChannels: true, paidContent: true, promotionMaxPercent: 20 },
    prepaidHourMinor: null,
    seller: { country: null, postalCode: null },
    ...wanted,
  }
}

export function notification(wanted: Partial<Notification> = {}): Notification {
  const number = ++counter
  return {
    id: uuid(),
    type: 'message',
    user: uuid(),
    subject: `Aviso ${number}`,
    content: `Texto del aviso ${number}.`,
    payload: {},
    timestamp: '2026-11-20T18:00:00.000Z',
    readOn: null,
    ...wanted,
  }
}

export function userRow(wanted: Partial<UserRowView> = {}): UserRowView {
  const number = ++counter
  const state = wanted.state ?? 'approved'
  return {
    id: uuid(),
    name: 'Camila',
    surname: `Benali ${number}`,
    email: `camila-${number}@caixa.example`,
    country: 'PT',
    roles: ['VIEWER'],
    state,
    activated: true,
    approved: state === 'approved',
    blocked: state === 'blocked',
    deleted: state === 'deleted',
    external: false,
    newsletter: true,
    language: 'pt',
    avatarUrl: null,
    createdAt: '2026-11-19T10:00:00.000Z',
    lastLoginAt: null,
    ...wanted,
    allowed: {
      ...none,
      approve: state === 'pending' || state === 'not_approved',
      disapprove: state === 'pending' || state === 'approved',
      block: state !== 'blocked' && state !== 'deleted',
      unblock: state === 'blocked',
      delete: state !== 'deleted',
      ...wanted.allowed,
    },
  }
}

export function userDetail(wanted: Partial<UserDetail> = {}): UserDetail {
  return {
    ...userRow(wanted),
    recommendedBy: null,
    company: 'Goiko Producciones, S. L.',
    job: null,
    timezone: 'Europe/Lisbon',
    description: '',
    publicProfile: false,
    journalist: false,
    youtube: null,
    twitter: null,
    facebook: null,
    instagram: null,
    linkedin: null,
    web: null,
    billingCompany: null,
    billingNif: null,
    billingAddress: null,
    billingCity: null,
    billingPostalCode: null,
    billingCountry: null,
    billingPrefix: null,
    billingPhone: null,
    twoFactor: false,
    devices: 2,
    channels: [],
    tickets: 3,
    upgrade: null,
    privacyVersion: '2026-01',
    deletionAt: null,
    ...wanted,
  }
}

export function auditEntry(wanted: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: uuid(),
    at: '2026-11-20T18:00:00.000Z',
    actor: { id: uuid(), name: 'Greta Haddad', email: 'greta@e-events.example' },
    action: 'user.block',
    subject: { type: 'user', id: uuid(), name: 'Benito Rivas' },
    before: { state: 'approved' },
    after: { state: 'blocked' },
    address: '192.0.2.7',
    requestId: 'req-1',
    ...wanted,
  }
}
