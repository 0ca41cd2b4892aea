import { quizzes } from '@e-events/shared/contract/learning/quizzes.ts'
import { resources } from '@e-events/shared/contract/learning/resources.ts'
import { studyGuides } from '@e-events/shared/contract/learning/study-guides.ts'
import { captions } from '@e-events/shared/contract/media/captions.ts'
import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { site } from '@e-events/shared/contract/settings/site.ts'
import { speakers } from '@e-events/shared/contract/catalogue/speakers.ts'
import { uploads } from '@e-events/shared/contract/media/uploads.ts'
import { screen, within } from '@testing-library/react'
import { emptyFields, type ProductFields } from '../features/catalogue/product-editor/fields.ts'
import { draftKey, writeDraft } from '../features/catalogue/product-editor/local-draft.ts'
import { sessionUser } from './factories.ts'
import { createFakeApi, Refusal, type FakeApi } from './fake-api.ts'
import { ownChannel, ownProductDetail, speakerRef } from './product-factories.ts'
import { renderApp, type RenderedApp } from './render-app.tsx'

const mine = ['broadcast', 'live', 'course', 'master'] as const

export const concert = (wanted: Partial<OwnProductDetail> = {}) =>
  ownProductDetail({ slug: 'concierto', title: 'Concierto', channel: { slug: 'sala-faro', title: 'Sala Faro', logoUrl: null }, ...wanted })

/** An organizer with one channel and one product, and the server behind their forms. */
export interface ProductStage {
  api: FakeApi
  organizer: SessionUser
  /** State of the server. */
  stored: OwnProductDetail
  open: (at: string, options?: Partial<Parameters<typeof renderApp>[0]>) => Promise<RenderedApp>
  /** Somebody had typed this much when the page was closed. */
  typedBefore: (wanted?: Partial<ProductFields>, form?: string) => void
  bodies: (endpoint: Parameters<FakeApi['countOf']>[0]) => unknown[]
}

export function stageProducts(): ProductStage {
  const api = createFakeApi()
  const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
  const stage: ProductStage = {
    api,
    organizer,
    stored: concert(),
    open: (at, options = {}) => renderApp({ at, api, user: organizer, language: 'en', ...options }),
    typedBefore(wanted = {}, form = 'product-new') {
      const fields = { ...emptyFields({ channelSlug: 'sala-faro', type: 'broadcast', language: 'en' }), ...wanted }
      writeDraft(draftKey(organizer.id, form), fields)
    },
    bodies: (endpoint) => api.calls.filter((call) => call.endpoint === endpoint).map(({ body }) => body),
  }
  api.on(channels.listOwn, () => ({ items: [ownChannel({ slug: 'sala-faro', title: 'Sala Faro' })], nextCursor: null, total: 1 }))
  api.on(productAdmin.types, () => ({ producer: mine.slice(0, 2), mine: [...mine] }))
  api.on(categories.list, () => ({ items: [] }))
  api.on(captions.list, () => ({ items: [] }))
  api.on(resources.listOwn, () => ({ resources: [] }))
  api.on(quizzes.getOwn, () => ({ quiz: null }))
  api.on(studyGuides.getOwn, () => ({ version: 0, requirements: '', program: '', faqs: [] }))
  api.on(speakers.listOwn, () => ({ items: [], nextCursor: null, total: 0 }))
  api.on(ownProducts.listOwn, () => ({ items: [], nextCursor: null, total: 0 }))
  api.on(ownProducts.getOwn, ({ params }) => {
    if (params.slug !== stage.stored.slug) throw new Refusal('NOT_FOUND')
    return stage.stored
  })
  api.on(ownProducts.update, ({ body }, { ifMatch }) => {
    const { text, revision } = stage.stored
    if (ifMatch !== `"${revision}"`) throw new Refusal('EDIT_CONFLICT')
    return (stage.stored = { ...stage.stored, revision: revision + 1, text: { ...text, title: body.title ?? text.title } })
  })
  api.on(ownProducts.create, ({ body }) => (stage.stored = concert({ slug: 'recital', title: body.title, type: body.type })))
  api.on(uploads.media, () => {
    throw new Refusal('NOT_FOUND')
  })
  api.on(site.info, () => ({
    supportEmail: 'ayuda@faro.example',
    leastStudioVersion: '0.1.0',
    operator: { name: 'Faro', taxId: 'B0', address: 'Calle 1', registry: null, dataProtectionEmail: 'x@faro.example' },
  }))
  return stage
}

/** Everything that a draft needs. */
export function completeFields(): Partial<ProductFields> {
  const { texts } = emptyFields()
  texts.en.title = 'Recital'
  return { texts, image: { id: '00000000-0000-4000-8000-0000000000aa', url: '/api/files/a' }, speakers: [speakerRef()] }
}

export const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
export const input = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name)

/** Goes to a step of the form by its list. */
export async function goToStep(app: RenderedApp, name: string): Promise<void> {
  const list = await screen.findByRole('navigation', { name: 'Steps' })
  await app.user.click(within(list).getByRole('button', { name: new RegExp(`^\\d?${name}`) }))
  await screen.findByRole('heading', { level: 2, name })
}
