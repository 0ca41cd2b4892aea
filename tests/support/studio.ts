import { expect, type Page } from 'playwright/test'
import type { Person } from './people.ts'
import type { CameraFiles } from './camera-file.ts'
import type { ScreenPage } from './screen-page.ts'
import { readVideo } from './pixels.ts'
import { pattern, word, type TestLanguage } from './words.ts'

/** How Chromium must be started so that the studio finds a camera, a microphone and a screen. */
export function captureArgs(camera: CameraFiles, screen?: ScreenPage): string[] {
  return [
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${camera.videoFile}`,
    `--use-file-for-fake-audio-capture=${camera.audioFile}`,
    // The real capture of a real tab: with the fake prompt (--use-fake-ui-for-media-stream) Chromium would hand out a
    // test pattern instead.
    ...(screen ? [`--auto-select-tab-capture-source-by-title=${screen.title}`] : []),
  ]
}

/** The organizer at the studio in a browser tab. */
export function studioAt(page: Page, language: TestLanguage = 'en') {
  const studio = (key: string) => word('studio', key, language)
  const button = (key: string) => page.getByRole('button', { name: studio(key), exact: true })
  return {
    page,
    async logIn(person: Person): Promise<void> {
      await page.goto('/studio/')
      await page.getByLabel(studio('login.email')).fill(person.email)
      await page.getByRole('textbox', { name: studio('login.password') }).fill(person.password)
      await button('login.submit').click()
      await expect(page.getByRole('heading', { level: 1, name: studio('products.title') })).toBeVisible()
    },
    async openDesk(title: string): Promise<void> {
      await page.getByRole('listitem', { name: title }).getByRole('link').click()
      await expect(page.getByRole('complementary', { name: studio('sources.title') })).toBeVisible()
    },
    /** The first source comes from the empty desk's own buttons, the others from the menu. */
    async addCamera(): Promise<void> {
      await button('monitors.addCamera').click()
    },
    async addFromMenu(item: RegExp | string): Promise<void> {
      await button('sources.add').click()
      await page
        .getByRole('menu', { name: studio('sources.add') })
        .getByRole('menuitem', { name: item })
        .click()
    },
    /** Reads a monitor from its pixels. */
    picture: (monitor: 'preview' | 'programmeOff' | 'programme') =>
      readVideo(page, `video[aria-label^="${studio(`monitors.${monitor}`)}:"]`),
    feedOnWall: (label: RegExp | string) => page.getByRole('button', { name: label }).filter({ has: page.locator('video') }),
    async goLive(): Promise<void> {
      await button('air.goLive').first().click()
      const preflight = page.getByRole('dialog', { name: studio('preflight.title') })
      await expect(preflight.getByRole('button', { name: studio('preflight.go') })).toBeEnabled()
      await preflight.getByRole('button', { name: studio('preflight.go') }).click()
      await expect(page.getByRole('timer')).toBeVisible()
    },
    /** The show as this window tells it: `onair` only while something of it arrives. */
    state: () => page.getByRole('status', { name: studio('air.status') }).getAttribute('data-state'),
    /** A feed of the running show that another device had. */
    seat: (label: string) =>
      page
        .getByRole('list')
        .getByRole('listitem', { name: label, exact: true })
        .filter({ has: page.getByRole('button') }),
    continueHere: (label: string) => page.getByRole('button', { name: studio('seats.continueOf').replace('{name}', label), exact: true }),
    moveHere: (label: string) => page.getByRole('button', { name: studio('seats.moveOf').replace('{name}', label), exact: true }),
    endButton: () => button('air.end').first(),
    async end(): Promise<void> {
      await button('air.end').first().click()
      const dialog = page.getByRole('dialog', { name: studio('end.title') })
      await dialog.getByRole('button', { name: studio('end.confirm') }).click()
    },
    summary: () => page.getByRole('heading', { level: 1, name: pattern(studio('summary.title')) }),
  }
}
export type StudioPage = ReturnType<typeof studioAt>
