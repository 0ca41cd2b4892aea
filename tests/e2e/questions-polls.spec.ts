import { expect, test } from '../support/e2e.ts'
import { addShow, addViewer, giveTicket } from '../support/people.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'
import { word } from '../support/words.ts'

const questionWord = (key: string) => word('questions', key)
const pollWord = (key: string) => word('polls', key)

test('a question gathers votes, and a poll its result, in two browsers at once', async ({ stack, browserFor }) => {
  const show = await addShow(stack, { sessions: [{ fromMin: 20, toMin: 80 }] })
  const fan = await addViewer(stack)
  await giveTicket(stack, fan, show.product)
  const open = async (name: string, person: typeof fan) => {
    const page = await (await browserFor(name)).context.newPage()
    await preferEnglish(page)
    await logInAt(page, person)
    await page.goto(`/player/${show.product.slug}`)
    const tab = (side: string) => page.getByRole('tab', { name: new RegExp(`^${word('chat', `sides.${side}`)}`) })
    await expect(tab('questions')).toBeVisible()
    return { page, tab }
  }
  const [viewer, host] = await Promise.all([open('viewer', fan), open('host', show.organizer)])
  for (const { tab } of [viewer, host]) await tab('questions').click()

  await viewer.page.getByLabel(questionWord('ask.label')).fill('When do you play the encore?')
  await viewer.page.getByRole('button', { name: questionWord('ask.send'), exact: true }).click()
  const votes = (page: typeof viewer.page, count: number) =>
    page.getByRole('button', { name: `${count} ${count === 1 ? 'vote' : 'votes'} for: When do you play the encore?` })
  // It came to the host by itself; a vote of the host comes back to the viewer in the same way.
  await votes(host.page, 0).click()
  await expect(votes(viewer.page, 1)).toBeVisible()
  await votes(viewer.page, 1).click()
  await expect(votes(host.page, 2)).toBeVisible()
  await host.page.getByRole('button', { name: questionWord('act.answered') }).click()
  await expect(viewer.page.getByText(questionWord('answered'), { exact: true })).toBeVisible()

  await host.tab('polls').click()
  await host.page.getByLabel(pollWord('question')).fill('Another song?')
  const answer = (number: number) => host.page.getByLabel(pollWord('answer').replace('{number}', String(number)))
  await answer(1).fill('Yes')
  await answer(2).fill('Of course')
  await host.page.getByRole('button', { name: pollWord('open') }).click()
  await expect(viewer.page.getByText(word('chat', 'sides.newPoll').replace('{question}', 'Another song?'))).toBeVisible()
  await viewer.tab('polls').click()
  await viewer.page.getByRole('button', { name: /^Of course/ }).click()
  // The result is live where it was opened, and stays when it is closed.
  await expect(host.page.getByText(/^1 vote · /)).toBeVisible()
  await host.page.getByRole('button', { name: pollWord('close') }).click()
  await expect(viewer.page.getByText(new RegExp(`^1 vote · ${pollWord('isClosed')}`))).toBeVisible()
})
