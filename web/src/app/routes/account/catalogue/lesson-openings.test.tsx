import { curricula, type Curriculum, type OwnLesson } from '@e-events/shared/contract/learning/curriculum.ts'
import { resources } from '@e-events/shared/contract/learning/resources.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { concert, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const lesson: OwnLesson = {
  id: id(3),
  title: 'Look',
  kind: 'text',
  source: null,
  url: null,
  notes: { type: 'doc', content: [] },
  isPreview: false,
  opensAt: null,
  opensAfterDays: 7,
}
let stage: ProductStage
let stored: Curriculum
beforeEach(() => {
  stage = stageProducts()
  stage.stored = concert({ type: 'course' })
  stored = {
    version: 3,
    watchedPercent: 90,
    watchedByHand: false,
    lessonOrder: 'free',
    modules: [{ id: id(1), title: 'First', lessons: [lesson] }],
  }
  const { api } = stage
  api.on(curricula.get, () => stored)
  api.on(resources.listOwn, () => ({ resources: [] }))
  api.on(curricula.updateLesson, () => (stored = { ...stored, version: stored.version + 1 }))
  api.on(curricula.settings, ({ body }) => (stored = { ...stored, lessonOrder: body.lessonOrder ?? 'free', version: stored.version + 1 }))
})
const open = async () => {
  const app = await stage.open('/account/channels/sala-faro/courses/concierto?step=lessons')
  await screen.findByRole('region', { name: 'First' })
  return app
}

describe('the opening of lessons', () => {
  it('is in order by a switch of the course', async () => {
    const { user } = await open()
    const inOrder = screen.getByRole<HTMLInputElement>('switch', { name: 'Lessons open in order' })
    expect(inOrder.checked).toBe(false)
    await user.click(inOrder)
    await waitFor(() =>
      expect(stage.bodies(curricula.settings)).toEqual([{ version: 3, watchedPercent: 90, watchedByHand: false, lessonOrder: 'enforced' }]),
    )
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Lessons open in order' }).checked).toBe(true))
  })

  it('is with the course, on a date, or some days after enrolment, and none for a preview', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Look/ }))
    const form = within(screen.getByRole('form', { name: /Look/ }))
    const days = form.getByRole<HTMLInputElement>('textbox', { name: /^Days/ })
    expect(days.value).toBe('7')
    await user.clear(days)
    await user.type(days, '366')
    await user.click(form.getByRole('button', { name: 'Save lesson' }))
    expect(await form.findByText('A number from 0 to 365.')).toBeTruthy()
    await user.click(form.getByRole('combobox', { name: 'Opens' }))
    await user.click(await screen.findByRole('option', { name: 'On a date' }))
    await user.click(form.getByRole('button', { name: 'Save lesson' }))
    expect(await form.findByText('The date is missing.')).toBeTruthy()
    expect(stage.bodies(curricula.updateLesson)).toEqual([])
    await user.click(form.getByRole('combobox', { name: 'Opens' }))
    await user.click(await screen.findByRole('option', { name: 'Days after enrolment' }))
    await user.clear(form.getByRole('textbox', { name: /^Days/ }))
    await user.type(form.getByRole('textbox', { name: /^Days/ }), '30')
    await user.click(form.getByRole('button', { name: 'Save lesson' }))
    await waitFor(() => expect(stage.bodies(curricula.updateLesson)).toMatchObject([{ opensAt: null, opensAfterDays: 30 }]))
    await user.click(await screen.findByRole('button', { name: /^Look/ }))
    const again = within(screen.getByRole('form', { name: /Look/ }))
    await user.click(again.getByRole('switch', { name: 'Free preview' }))
    expect(again.getByText('A free preview is always open.')).toBeTruthy()
    await user.click(again.getByRole('button', { name: 'Save lesson' }))
    await waitFor(() =>
      expect(stage.bodies(curricula.updateLesson)[1]).toMatchObject({ isPreview: true, opensAt: null, opensAfterDays: null }),
    )
  })
})
