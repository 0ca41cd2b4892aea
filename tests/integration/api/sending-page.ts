import { createSender, type Sending } from '../../../web/src/features/media/uploads/sending.ts'

/** The sender of the web in a real browser: everything here runs in Chromium. */
export interface SendingLab {
  start(job: { token: string; slug: string; head: string; size: number }): void
  pause(): void
  resume(): void
  state(): Sending | 'done' | undefined
}

const key = 'film'
let sender: ReturnType<typeof createSender> | undefined
let isDone = false

const lab: SendingLab = {
  start({ token, slug, head, size }) {
    document.documentElement.lang = 'en'
    sender = createSender({ accessToken: () => token, refresh: () => Promise.resolve(token), ready: Promise.resolve() })
    // The same bytes as the test makes: a head, and then the number of each byte.
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index < head.length ? head.codePointAt(index)! : index % 251))
    void sender.start({
      key,
      file: new File([bytes], 'film.mp4', { type: 'video/mp4', lastModified: size }),
      productSlug: slug,
      purpose: 'video',
      onDone: () => {
        isDone = true
      },
    })
  },
  pause: () => sender?.pause(key),
  resume: () => sender?.resume(key),
  state: () => (isDone ? 'done' : sender?.get(key)),
}
Object.assign(globalThis, { lab })
