import { expect, type Locator, type Page } from 'playwright/test'
import { sessionHintKey } from '@e-events/shared/client/session.ts'
import type { Person } from './people.ts'
import { readPlayer, type ShownPicture } from './pixels.ts'
import { word, type TestLanguage } from './words.ts'

/** A person in front of the web application: what they press, and what they see. */
export function viewerAt(page: Page) {
  const stage = page.getByRole('region', { name: word('player', 'stage') })
  const feeds = page.getByRole('region', { name: word('player', 'feeds.title') })
  const controls = {
    settings: stage.getByRole('button', { name: word('player', 'controls.settings') }),
    live: stage.getByRole('button', { name: new RegExp(`^(${word('player', 'atLive')}|${word('player', 'toLive')})`) }),
    position: stage.getByRole('slider', { name: word('player', 'controls.position') }),
    play: stage.getByRole('button', {
      name: new RegExp(`^(${escape(word('player', 'controls.play'))}|${escape(word('player', 'controls.pause'))})`),
    }),
  }
  const choose = async (item: Locator) => {
    // Controls hide from a picture that nobody touches.
    await stage.hover({ position: { x: 40, y: 90 } })
    await controls.settings.click()
    await item.click()
  }
  const lookAtQualities = async () => {
    await stage.hover({ position: { x: 40, y: 90 } })
    await controls.settings.click()
    const items = await page
      .getByRole('group', { name: word('player', 'controls.quality') })
      .getByRole('menuitemradio')
      .all()
    const found = await Promise.all(
      items.map(async (item) => ({
        name: (await item.innerText()).split('\n')[0] ?? '',
        isChosen: (await item.getAttribute('aria-checked')) === 'true',
      })),
    )
    await page.keyboard.press('Escape')
    return found
  }
  return {
    page,
    stage,
    controls,
    logIn: (person: Person) => logInAt(page, person),
    picture: (): Promise<ShownPicture | null> => readPlayer(page),
    feedButtons: () => feeds.getByRole('button'),
    feedButton: (label: string) => feeds.getByRole('button', { name: label }),
    /** The first feed that is not called this. */
    otherFeedButton: (label: string) => feeds.getByRole('button').filter({ hasNotText: label }).first(),
    async backToLive(): Promise<void> {
      await stage.hover({ position: { x: 40, y: 90 } })
      await controls.live.click()
    },
    /** To nine tenths, by the player's own key. */
    async toNineTenths(): Promise<void> {
      await stage.hover({ position: { x: 40, y: 90 } })
      await page.keyboard.press('9')
    },
    chooseQuality: (name: string) =>
      choose(
        page
          .getByRole('group', { name: word('player', 'controls.quality') })
          .getByRole('menuitemradio', { name: new RegExp(`^${escape(name)}`) }),
      ),
    chooseSpeed: (name: string) => choose(page.getByRole('menuitemradio', { name: new RegExp(`^${escape(name)}`) })),
    async qualities(): Promise<string[]> {
      return (await lookAtQualities()).map((one) => one.name)
    },
    async chosenQuality(): Promise<string | undefined> {
      return (await lookAtQualities()).find((one) => one.isChosen)?.name
    },
  }
}
export type ViewerPage = ReturnType<typeof viewerAt>

/** Before the first page: the words are English, whatever the default is. */
export async function preferEnglish(page: Page): Promise<void> {
  await preferLanguage(page, 'en')
}

export async function preferLanguage(page: Page, language: TestLanguage): Promise<void> {
  await page.addInitScript((code) => localStorage.setItem('e-events.language', code), language)
}

/**
 * Opens a session by the api and leaves the page where it begins: the form itself is filled in where somebody buys, and
 * where accounts and languages are looked at.
 */
export async function logInAt(page: Page, person: Person): Promise<void> {
  // A browser that files share may hold the session of another one.
  await page.context().clearCookies()
  const answer = await page.request.post('/api/auth/login', { data: { user: person.email, password: person.password, client: 'web' } })
  expect(answer.status()).toBe(200)
  await page.goto('/robots.txt')
  await page.evaluate((key) => localStorage.setItem(key, '1'), sessionHintKey)
}

/** Fills in the sign-up form that is open, and sends it. */
export async function signUpAt(page: Page, who: { email: string; password: string; language: TestLanguage }): Promise<void> {
  const field = (key: string) => page.getByLabel(word('identity', `signUp.${key}`, who.language), { exact: false })
  await field('name').first().fill('Nuria')
  await field('email').first().fill(who.email)
  await field('emailConfirm').fill(who.email)
  await field('password').first().fill(who.password)
  await field('passwordConfirm').fill(who.password)
  const submit = page.getByRole('button', { name: word('identity', 'signUp.submit', who.language) })
  await expect(submit).toBeDisabled()
  await page.getByRole('checkbox').first().check()
  await submit.click()
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
