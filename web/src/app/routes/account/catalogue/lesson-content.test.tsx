import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { curricula, type Curriculum, type OwnLesson } from '@e-events/shared/contract/learning/curriculum.ts'
import { uploads, type MediaState } from '@e-events/shared/contract/media/uploads.ts'
import { limits } from '@e-events/shared/limits.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../../../../testing/axe.ts'
import { Refusal } from '../../../../testing/fake-api.ts'
import { concert, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'

interface Sent {
  file: File
  options: { metadata: Record<string, string>; onProgress: (sent: number) => void; onSuccess: () => void }
}
const sent = vi.hoisted((): Sent[] => [])
/** Sends nothing: the test says how far each file is. */
vi.mock('tus-js-client', () => ({
  Upload: class {
    constructor(file: File, options: Sent['options']) {
      sent.push({ file, options })
    }
    findPreviousUploads() {
      return Promise.resolve([])
    }
    start() {
      return undefined
    }
    abort() {
      return Promise.resolve()
    }
  },
}))
// The editor scrolls to its caret; there is no layout here.
Range.prototype.getClientRects = () => document.createElement('p').getClientRects()
Range.prototype.getBoundingClientRect = () => document.createElement('p').getBoundingClientRect()

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const lesson = (wanted: Partial<OwnLesson> = {}): OwnLesson => ({
  id: id(3),
  title: 'Look',
  kind: 'video',
  source: null,
  url: null,
  notes: { type: 'doc', content: [] },
  isPreview: false,
  opensAt: null,
  opensAfterDays: null,
  ...wanted,
})
const draft = { slug: 'look', title: 'Look', type: 'vod', status: 'draft', isReady: false } as const
let stage: ProductStage
let stored: Curriculum
let video: MediaState
const curriculum = (...lessons: OwnLesson[]): Curriculum => ({
  version: 3,
  watchedPercent: 90,
  watchedByHand: false,
  lessonOrder: 'free',
  modules: [{ id: id(1), title: 'First', lessons }],
})
beforeEach(() => {
  sent.length = 0
  video = { state: 'none' }
  stage = stageProducts()
  stage.stored = concert({ type: 'course' })
  stored = curriculum()
  const { api } = stage
  api.on(curricula.get, () => stored)
  api.on(curricula.sources, () => ({ sources: [draft] }))
  const save = () => (stored = { ...stored, version: stored.version + 1 })
  api.on(curricula.updateLesson, save)
  api.on(curricula.addLesson, save)
  api.on(ownProducts.begin, ({ body }) => concert({ slug: 'look', title: body.title, type: body.type }))
  api.on(ownProducts.remove, () => undefined)
  api.on(uploads.media, ({ params }) => ({
    productSlug: params.slug,
    video,
    trailer: { state: 'none' as const },
    audio: { state: 'none' as const },
    left: { bytes: limits.ownerStoredBytes, pictureMs: limits.ownerPictureMs, files: null },
  }))
})
const open = async () => {
  const app = await stage.open('/account/channels/sala-faro/courses/concierto?step=lessons')
  await screen.findByRole('region', { name: 'First' })
  return app
}
const openNew = async () => {
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: 'Add lesson' }))
  return { ...app, form: within(screen.getByRole('form', { name: 'New lesson' })) }
}
const film = () => new File(['x'], 'My film.mp4', { type: 'video/mp4' })
const choose = async (file = film()) =>
  fireEvent.change(await screen.findByLabelText('Video of the lesson', { selector: 'input' }), { target: { files: [file] } })

describe('the video of a lesson', () => {
  it('is sent from its form into a draft beside the course, and the lesson is saved while it is on its way', async () => {
    const { user, form, container } = await openNew()
    await user.type(form.getByRole('textbox', { name: /Title of the lesson/ }), 'Look')
    await choose(new File(['x'], 'a.mov', { type: 'video/quicktime' }))
    expect((await form.findByRole('alert')).textContent).toBe('Only MP4 videos')
    expect(stage.api.countOf(ownProducts.begin)).toBe(0)
    await choose()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(stage.bodies(ownProducts.begin)).toEqual([
      { type: 'vod', plan: 'free', channelSlug: 'sala-faro', language: stage.stored.language, title: 'Look', lessonOf: 'concierto' },
    ])
    expect(sent[0]?.options.metadata).toMatchObject({ productSlug: 'look', purpose: 'video', filename: 'My film.mp4' })
    sent[0]?.options.onProgress(0.5)
    expect((await form.findByRole('progressbar', { name: 'Sending' })).getAttribute('aria-valuenow')).toBe('50')
    expect(form.getByRole('button', { name: 'Pause' })).toBeTruthy()
    expect(await axeViolations(container)).toEqual([])
    await user.click(form.getByRole('button', { name: 'Save lesson' }))
    await waitFor(() => expect(stage.bodies(curricula.addLesson)).toMatchObject([{ kind: 'video', source: 'look', url: null }]))
    await waitFor(() => expect(screen.queryByRole('form', { name: 'New lesson' })).toBeNull())
    expect(stage.api.countOf(ownProducts.remove)).toBe(0)
  })

  it('leaves no draft behind where the lesson is discarded', async () => {
    const { user, form } = await openNew()
    await choose()
    await waitFor(() => expect(sent).toHaveLength(1))
    // Without a title yet, the draft has the name of the file.
    expect(stage.bodies(ownProducts.begin)).toMatchObject([{ title: 'My film' }])
    await user.click(form.getByRole('button', { name: 'Discard' }))
    await waitFor(() =>
      expect(stage.api.calls.filter(({ endpoint }) => endpoint === ownProducts.remove)).toMatchObject([{ params: { slug: 'look' } }]),
    )
  })

  it('leaves no draft behind where the page is closed before the lesson was saved, and the film of a saved one alone', async () => {
    const { user, form } = await openNew()
    await user.type(form.getByRole('textbox', { name: /Title of the lesson/ }), 'Look')
    await choose()
    await waitFor(() => expect(sent).toHaveLength(1))
    const removed = () => stage.api.calls.filter(({ endpoint }) => endpoint === ownProducts.remove)
    globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    expect(removed()).toEqual([])
    globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }))
    await waitFor(() => expect(removed()).toMatchObject([{ params: { slug: 'look' } }]))
    await user.click(form.getByRole('button', { name: 'Save lesson' }))
    await waitFor(() => expect(screen.queryByRole('form', { name: 'New lesson' })).toBeNull())
    globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }))
    expect(removed()).toHaveLength(1)
  })

  it('says why no draft can be made, and sends nothing', async () => {
    stage.api.on(ownProducts.begin, () => {
      throw new Refusal('TYPE_NOT_AVAILABLE', 'Organizers do not make videos here')
    })
    await openNew()
    await choose()
    expect(await screen.findByText('Organizers do not make videos here')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('that is a draft shows how far it is and is replaced here; one that is published is only picked', async () => {
    video = { state: 'failed', uploadId: id(9), fileName: 'film.mp4', sizeBytes: 4, reason: 'unexpected', mayRetry: true, playable: false }
    stored = curriculum(
      lesson({ source: draft }),
      lesson({ id: id(4), title: 'Sold', source: { ...draft, slug: 'sold', status: 'published', isReady: true } }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Look/ }))
    const form = within(screen.getByRole('form', { name: /Look/ }))
    expect(await form.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(form.getByRole('button', { name: /another file/i })).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: /^Sold/ }))
    expect(within(screen.getByRole('form', { name: /Sold/ })).getByRole('combobox', { name: 'Video of the lesson' })).toBeTruthy()
  })
})

describe('the address of a lesson', () => {
  it('is one that a player of ours knows, and is completed where people leave https:// out', async () => {
    const { user, form } = await openNew()
    await user.type(form.getByRole('textbox', { name: /Title of the lesson/ }), 'Look')
    await user.click(form.getByRole('radio', { name: 'A web address' }))
    await user.click(form.getByRole('button', { name: 'Save lesson' }))
    expect(await form.findByText('The address is missing.')).toBeTruthy()
    const field = form.getByRole('textbox', { name: /Address of the video/ })
    for (const [typed, words] of [
      ['films.example/a.mp4', /Lessons show what is on YouTube/],
      ['ftp://vimeo.com/1', /Type a whole address/],
      [`${location.origin}/manage/payouts`, /not the page of a product/],
    ] as const) {
      await user.clear(field)
      await user.type(field, typed)
      expect(await form.findByText(words)).toBeTruthy()
    }
    expect(stage.bodies(curricula.addLesson)).toEqual([])
    await user.clear(field)
    await user.type(field, 'vimeo.com/76979871')
    await user.click(form.getByRole('button', { name: 'Save lesson' }))
    await waitFor(() => expect(stage.bodies(curricula.addLesson)).toMatchObject([{ url: 'https://vimeo.com/76979871', source: null }]))
  })

  it('of a meeting is any page, and a lesson with one is told by its host in the list', async () => {
    stored = curriculum(lesson({ kind: 'meeting', url: 'https://www.meet.example/tutoria' }))
    const { user } = await open()
    expect(screen.getByRole('button', { name: /^Look/ }).textContent).toContain('meet.example')
    await user.click(screen.getByRole('button', { name: /^Look/ }))
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Address of the meeting/ })
    expect(field.value).toBe('https://www.meet.example/tutoria')
    await user.clear(field)
    await user.type(field, 'https://zoom.example/j/1')
    await user.click(screen.getByRole('button', { name: 'Save lesson' }))
    await waitFor(() => expect(stage.bodies(curricula.updateLesson)).toMatchObject([{ kind: 'meeting', url: 'https://zoom.example/j/1' }]))
  })
})

describe('the notes of a lesson', () => {
  it('are written with the tools of a post and saved as a document', async () => {
    stored = curriculum(
      lesson({ kind: 'text', notes: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Before' }] }] } }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Look/ }))
    const text = await screen.findByRole('textbox', { name: 'Notes' }, { timeout: 5_000 })
    expect(text.textContent).toBe('Before')
    expect(screen.getByRole('toolbar')).toBeTruthy()
    fireEvent.paste(text, {
      clipboardData: {
        getData: (type: string) => (type === 'text/html' ? '<p><strong>Twice</strong></p><script>1</script>' : ''),
        types: ['text/html'],
        files: [],
        items: [],
      },
    })
    await user.click(screen.getByRole('button', { name: 'Save lesson' }))
    await waitFor(() => expect(stage.bodies(curricula.updateLesson)).toHaveLength(1))
    const [body] = stage.bodies(curricula.updateLesson)
    expect(JSON.stringify(body)).toContain('{"type":"text","text":"Twice","marks":[{"type":"bold"}]}')
    expect(JSON.stringify(body)).not.toContain('script')
  })
})
