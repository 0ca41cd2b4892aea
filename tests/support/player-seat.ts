import type { Page } from 'playwright/test'
import type { OwnBrowser } from './browsers.ts'
import { expect } from './e2e.ts'
import { addShow, addViewer, giveTicket, type Person } from './people.ts'
import type { Stack } from './stack.ts'
import { preferEnglish, viewerAt } from './viewer.ts'
import { word } from './words.ts'

/** Somebody logged in who goes from player to player. */
export interface PlayerSeat {
  page: Page
  viewer: Person
  /** Addresses of media that the page has asked for since it was left, oldest first. */
  addresses: string[]
  /** Leaves the player: a film of before goes on asking. */
  leave(): Promise<void>
  /** A published show of which the viewer has a ticket. */
  soldTo(stack: Stack, options: Parameters<typeof addShow>[1]): Promise<Awaited<ReturnType<typeof addShow>>['product']>
  /** The player says this state, shows no video and has asked for no media. */
  expectNothingToPlay(kind: string): Promise<void>
}

export async function takePlayerSeat(stack: Stack, { context }: OwnBrowser): Promise<PlayerSeat> {
  const viewer = await addViewer(stack)
  const page = await context.newPage()
  const addresses: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/media/')) addresses.push(request.url())
  })
  await preferEnglish(page)
  await viewerAt(page).logIn(viewer)
  return {
    page,
    viewer,
    addresses,
    async leave() {
      await page.goto('about:blank')
      addresses.length = 0
    },
    async soldTo(toStack, options) {
      const { product } = await addShow(toStack, options)
      await giveTicket(toStack, viewer, product)
      return product
    },
    async expectNothingToPlay(kind) {
      await expect(page.getByRole('heading', { level: 1, name: word('player', `state.${kind}.title`) })).toBeVisible()
      await expect(page.locator('video')).toHaveCount(0)
      expect(addresses).toEqual([])
    },
  }
}
