import { openBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { openFeedsShow } from '../support/feeds-lab.ts'
import { addViewer } from '../support/people.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'
import { word } from '../support/words.ts'

test('a rehearsal plays for whoever has its link, while ticket holders wait for the show [LIVE-016]', async ({ stack, browserFor }) => {
  test.setTimeout(120_000)
  const studio = await openBrowser({ baseUrl: stack.origin })
  const [{ context: guests }, { context: fans }] = [await browserFor('guest'), await browserFor('fan')]
  try {
    const rehearsal = await openFeedsShow(stack, studio, 'A show to rehearse', 'rehearsal')
    await rehearsal.publish({ label: 'Stage', codec: 'h264', hasSound: true })
    const guest = await guests.newPage()
    await preferEnglish(guest)
    await viewerAt(guest).logIn(await addViewer(stack))
    await guest.goto(`/rehearsals/${rehearsal.rehearsalKey}`)
    await expect(guest.getByRole('heading', { level: 1, name: /^Rehearsal of/ })).toBeVisible()
    const played = () =>
      guest.locator('video').evaluateAll((all) => Math.max(0, ...all.map((one) => (one as HTMLVideoElement).currentTime)))
    await expect.poll(played, { timeout: 60_000 }).toBeGreaterThan(0)
    const before = await played()
    await expect.poll(played, { timeout: 20_000 }).toBeGreaterThan(before + 2)
    await guest.screenshot({ path: test.info().outputPath('rehearsal.png') })

    const fan = await fans.newPage()
    await preferEnglish(fan)
    await viewerAt(fan).logIn(rehearsal.fan)
    await fan.goto(`/player/${rehearsal.slug}`)
    await expect(fan.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(fan.locator('video')).toHaveCount(0)

    await rehearsal.end()
    await expect(guest.getByRole('heading', { level: 1, name: word('player', 'rehearsal.over') })).toBeVisible({ timeout: 20_000 })
  } finally {
    await studio.close()
  }
})
