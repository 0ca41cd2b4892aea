import type { Language } from '@e-events/shared/domain/language.ts'

/** Title of the order of a subscription; null: the platform's. */
export const titleOf: Record<Language, (channel: string | null) => string> = {
  es: (channel) => (channel === null ? 'Suscripción a la plataforma' : `Suscripción a ${channel}`),
  en: (channel) => (channel === null ? 'Subscription to the platform' : `Subscription to ${channel}`),
  pt: (channel) => (channel === null ? 'Subscrição da plataforma' : `Subscrição de ${channel}`),
}
