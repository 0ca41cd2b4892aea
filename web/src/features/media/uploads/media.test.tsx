import { images } from '@e-events/shared/contract/media/images.ts'
import { uploads, type MediaState, type ProductMedia } from '@e-events/shared/contract/media/uploads.ts'
import { limits } from '@e-events/shared/limits.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { AudioField } from './components/audio-field.tsx'
import { ImageField, type ImageFieldProps } from './components/image-field.tsx'
import { VideoField } from './components/video-field.tsx'

const user = { ...sessionUser(), roles: ['PRODUCER' as const] }
const id = '7b0f4c0e-54a7-4d55-8a5c-1c1f0b8f1f11'
let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }))
})
const ofSize = (name: string, type: string, size: number) => Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })

function Held(props: Partial<ImageFieldProps>) {
  const [value, setValue] = useState<ImageFieldProps['value']>(null)
  return (
    <>
      <ImageField label="Picture" ratio="16:9" {...props} value={value} onChange={setValue} />
      <output>{value?.id ?? 'none'}</output>
    </>
  )
}

const open = async (props: Partial<ImageFieldProps> = {}) => {
  const app = await renderApp({ at: '/', api, user, language: 'en', part: <Held {...props} /> })
  const input = await screen.findByLabelText<HTMLInputElement>('Picture', { selector: 'input' })
  return { ...app, input }
}

describe('the field of a picture', () => {
  it('refuses a .gif and a picture of 9 MB before anything is sent, in words [ERR-058, ERR-059, CAT-036, CAT-037]', async () => {
    const { input } = await open({ required: true })
    fireEvent.change(input, { target: { files: [new File(['GIF89a'], 'a.gif', { type: 'image/gif' })] } })
    expect((await screen.findByRole('alert')).textContent).toBe('Only .jpg and .png')
    fireEvent.change(input, { target: { files: [ofSize('a.png', 'image/png', 9 * 1024 * 1024)] } })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Size cannot be greater than 8 MB'))
    expect(limits.imageBytes).toBe(8 * 1024 * 1024)
    expect(api.countOf(images.upload)).toBe(0)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    ['1:1', '650 x 650'],
    ['3:1', '1950 x 650'],
  ] as const)('recommends for %s a size of that shape', async (ratio, size) => {
    await open({ ratio })
    expect(screen.getByText(`.jpg or .png, up to 8 MB. Recommended: ${size} pixels.`)).toBeTruthy()
  })

  it('names the recommended size, has an asterisk where it must be there, and takes a smaller one [CAT-035, CAT-038, LIM-029]', async () => {
    api.on(images.upload, () => ({ id, url: `/api/files/${id}`, width: 600, height: 400, placeholder: null }))
    const { input, user: person, container } = await open({ required: true })
    expect(screen.getByText('.jpg or .png, up to 8 MB. Recommended: 1100 x 650 pixels.')).toBeTruthy()
    expect(screen.getByRole('group').textContent).toContain('*')
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] } })
    const dialog = await screen.findByRole('dialog', { name: 'Choose what is shown' })
    expect(within(dialog).getByRole('slider', { name: 'Zoom' })).toBeTruthy()
    await person.click(within(dialog).getByRole('button', { name: 'Use all of it' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(id))
    const picture = container.querySelector(`img[src="/api/files/${id}"]`)
    expect(picture?.getAttribute('srcset')).toContain(`/api/files/${id}?w=640 640w`)
    expect(await axeViolations(container)).toEqual([])
    await person.click(screen.getByRole('button', { name: 'Remove picture' }))
    expect(screen.getByRole('status').textContent).toBe('none')
  })

  it('takes what is dropped on it', async () => {
    const { input } = await open()
    fireEvent.drop(input.parentElement!, { dataTransfer: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } })
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it('shows the reason of the server below the picture that it is about', async () => {
    api.on(images.upload, () => {
      throw new Refusal('IMAGE_DIMENSIONS', 'This picture has too many pixels')
    })
    const { input, user: person } = await open()
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] } })
    await person.click(await screen.findByRole('button', { name: 'Use all of it' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This picture has too many pixels')
  })
})

const plenty = { bytes: limits.ownerStoredBytes, pictureMs: limits.ownerPictureMs, files: null }
const none: MediaState = { state: 'none' }

describe('the field of a file', () => {
  const file = { fileName: 'film.mp4', sizeBytes: 300 * 1024 * 1024 }
  let media: ProductMedia
  const show = async (video: MediaState, fields: Partial<ProductMedia> = {}) => {
    media = { productSlug: 'apolo', video, trailer: { state: 'none' }, audio: { state: 'none' }, left: plenty, ...fields }
    api.on(uploads.media, () => media)
    return renderApp({ at: '/', api, user, language: 'en', part: <VideoField productSlug="apolo" purpose="video" /> })
  }

  it('waits for the product to be saved', async () => {
    await renderApp({ at: '/', api, user, language: 'en', part: <VideoField productSlug={null} purpose="video" /> })
    expect(await screen.findByText('Save the product first: files belong to it.')).toBeTruthy()
  })

  it('refuses a .mov and more than 3 GB before anything is sent [VID-001, VID-002, LIM-030]', async () => {
    const { container } = await show({ state: 'none' })
    const input = await screen.findByLabelText<HTMLInputElement>('Video', { selector: 'input' })
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.mov', { type: 'video/quicktime' })] } })
    expect((await screen.findByRole('alert')).textContent).toBe('Only MP4 videos')
    fireEvent.change(input, { target: { files: [ofSize('a.mp4', 'video/mp4', limits.videoBytes + 1)] } })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Size cannot be greater than 3 GB'))
    expect(await axeViolations(container)).toEqual([])
  })

  it('says how much is left, and refuses what is more than that before anything is sent', async () => {
    await show({ state: 'none' })
    expect(await screen.findByText(/You have left: 500 GB of storage and 24 hr of video today\./)).toBeTruthy()
    cleanup()
    const left = { bytes: 300 * 1024 * 1024, pictureMs: 7.9 * 60_000, files: 2 }
    const { user: person } = await show({ state: 'none' }, { left })
    const words = 'Until a channel of yours is approved, you have left: 2 of 5 files, 300 MB of storage and 7 min of video today.'
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
    const input = screen.getByLabelText<HTMLInputElement>('Video', { selector: 'input' })
    await person.upload(input, ofSize('a.mp4', 'video/mp4', 301 * 1024 * 1024))
    expect((await screen.findByRole('alert')).textContent).toBe(errorText('QUOTA_BYTES', 'en'))
    cleanup()
    await show({ state: 'none' }, { left: { ...left, files: 0 } })
    fireEvent.change(await screen.findByLabelText('Video', { selector: 'input' }), { target: { files: [new File(['x'], 'a.mp4')] } })
    expect((await screen.findByRole('alert')).textContent).toBe(errorText('QUOTA_FILES', 'en'))
    cleanup()
    await show({ state: 'none' }, { left: { ...left, pictureMs: 0 } })
    fireEvent.change(await screen.findByLabelText('Video', { selector: 'input' }), { target: { files: [new File(['x'], 'a.mp4')] } })
    expect((await screen.findByRole('alert')).textContent).toBe(errorText('QUOTA_MINUTES', 'en'))
  })

  it('shows stage and percent as the server tells them, then what plays, without a reload [VID-004, VID-012]', async () => {
    const processing = { state: 'processing', uploadId: id, ...file, attempt: 1, playable: false } as const
    const { push, container } = await show({ ...processing, stage: 'waiting', percent: 0 })
    expect(await screen.findByText('Waiting for a free machine')).toBeTruthy()
    const come = (video: MediaState) => {
      media = { ...media, video }
      push({ type: 'media.changed', productSlug: 'apolo' })
    }
    come({ ...processing, stage: 'encoding', percent: 42.4, attempt: 2, playable: true })
    expect(await screen.findByText(/Making the versions for every screen · Attempt 2 of 3 · Until it is ready/)).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
    expect(await axeViolations(container)).toEqual([])
    come({
      state: 'ready',
      uploadId: id,
      ...file,
      etag: 'a',
      durationMs: 65_000,
      rungs: ['1080p', '720p'],
      playbackUrl: '/media/t/v/master.m3u8',
      posterUrl: null,
      sourceUrl: '/media/t/s.mp4',
    })
    expect(await screen.findByText('Ready')).toBeTruthy()
    expect(screen.getByText('1:05')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Download the original' }).getAttribute('href')).toBe('/media/t/s.mp4')
  })

  it('says why it failed and tries again where that may help [VID-005]', async () => {
    const failed = { state: 'failed', uploadId: id, ...file, playable: false } as const
    const { user: person } = await show({ ...failed, reason: 'timeout', mayRetry: true })
    const again: MediaState = { state: 'processing', uploadId: id, ...file, stage: 'waiting', percent: 0, attempt: 1, playable: false }
    api.on(uploads.retry, () => ({ ...media, video: again }))
    expect(await screen.findByText('Processing stopped making progress. Try again.')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Waiting for a free machine')).toBeTruthy()
  })

  it('offers no second try for a file that is damaged', async () => {
    await show({ state: 'failed', uploadId: id, ...file, playable: false, reason: 'unreadable', mayRetry: false })
    expect(await screen.findByText(/The file is damaged/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Choose another file' })).toBeTruthy()
  })

  it('that was cut elsewhere asks for the same file again, or discards what has arrived [VID-006]', async () => {
    const { user: person } = await show({ state: 'uploading', uploadId: id, ...file, offsetBytes: 1, percent: 37.2, playable: false })
    expect(await screen.findByText('Interrupted at 37%')).toBeTruthy()
    api.on(uploads.cancel, () => ({ ...media, video: none }))
    await person.click(screen.getByRole('button', { name: 'Discard' }))
    expect(await screen.findByText('Drop an MP4 here, or choose one')).toBeTruthy()
  })

  it('takes sound for a podcast, and asks before it removes', async () => {
    const audio = {
      state: 'ready',
      uploadId: id,
      fileName: 'talk.mp3',
      sizeBytes: 9_000_000,
      etag: 'b',
      durationMs: 600_000,
      rungs: [],
      playbackUrl: '/media/t/v/master.m3u8',
      posterUrl: null,
      sourceUrl: null,
    } satisfies MediaState
    media = { productSlug: 'apolo', video: { state: 'none' }, trailer: { state: 'none' }, audio, left: plenty }
    api.on(uploads.media, () => media)
    const { user: person } = await renderApp({ at: '/', api, user, language: 'en', part: <AudioField productSlug="apolo" /> })
    expect(await screen.findByText('Ready to listen')).toBeTruthy()
    api.on(uploads.remove, () => ({ ...media, audio: none }))
    await person.click(screen.getByRole('button', { name: 'Remove' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove this file?' })
    await person.click(within(dialog).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Drop an MP3, M4A, WAV or MP4 here, or choose one')).toBeTruthy()
    expect(api.countOf(uploads.remove)).toBe(1)
  })

  it('shows a retry where it cannot be had', async () => {
    api.on(uploads.media, () => {
      throw new Refusal('UNAVAILABLE')
    })
    await renderApp({ at: '/', api, user, language: 'en', part: <VideoField productSlug="apolo" purpose="trailer" /> })
    expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeTruthy()
  })
})

// Its snackbar stays, as snackbars of errors do: last in the file.
describe('a picture that could not be saved', () => {
  it.each([
    ['productImage', 'Product image error'],
    ['channelImage', 'Channel image error'],
  ] as const)('says for a %s that could not be saved: %s [ERR-023, ERR-024]', async (failure, words) => {
    api.on(images.upload, () => {
      throw new Error('no answer')
    })
    const { input, user: person } = await open({ failure })
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] } })
    await person.click(await screen.findByRole('button', { name: 'Use all of it' }))
    expect(await screen.findByText(words)).toBeTruthy()
  })
})
