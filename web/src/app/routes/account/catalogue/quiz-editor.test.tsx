import { curricula, type OwnLesson } from '@e-events/shared/contract/learning/curriculum.ts'
import { quizzes, type OwnQuiz } from '@e-events/shared/contract/learning/quizzes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../../testing/axe.ts'
import { Refusal } from '../../../../testing/fake-api.ts'
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
  opensAfterDays: null,
}
const yes = (n: number, text: string) => ({ id: id(n), type: 'boolean' as const, text, explanation: '', right: true })
let stage: ProductStage
let stored: OwnQuiz | null
beforeEach(() => {
  stage = stageProducts()
  stage.stored = concert({ type: 'course' })
  stored = null
  const { api } = stage
  api.on(curricula.get, () => ({
    version: 3,
    watchedPercent: 90,
    watchedByHand: false,
    lessonOrder: 'enforced' as const,
    modules: [{ id: id(1), title: 'First', lessons: [lesson] }],
  }))
  api.on(quizzes.getOwn, () => ({ quiz: stored }))
  api.on(quizzes.save, ({ body: { version, ...quiz } }) => ({ quiz: (stored = { ...quiz, version: version + 1 }) }))
})
const saved = () => stage.bodies(quizzes.save) as { questions: { text: string }[] }[]
/** All at once: each key would draw the whole dialog. */
const put = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
async function open(button: string) {
  const { user } = await stage.open('/account/channels/sala-faro/courses/concierto?step=lessons')
  await screen.findByRole('region', { name: 'First' })
  await user.click(screen.getByRole('button', { name: /^Look/ }))
  await user.click(await screen.findByRole('button', { name: button }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

describe('the editor of a quiz', () => {
  it('says what is missing, and saves questions of several types with their keys', async () => {
    const { user, dialog } = await open('Add a quiz')
    const first = within(dialog.getByRole('region', { name: 'Question 1 of 1' }))
    put(first.getByRole('textbox', { name: 'Text of the question' }), 'How many?')
    put(first.getByRole('textbox', { name: 'Option 1' }), 'Two')
    put(first.getByRole('textbox', { name: 'Option 2' }), 'Three')
    await user.click(dialog.getByRole('button', { name: 'Save the quiz' }))
    expect(await first.findByText('Mark the right option.')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByRole('region', { name: 'Question 1 of 1' }))
    await user.click(first.getByRole('radio', { name: 'Option 2 is right' }))
    await user.click(dialog.getByRole('button', { name: 'Add question' }))
    const second = within(dialog.getByRole('region', { name: 'Question 2 of 2' }))
    await user.click(second.getByRole('combobox', { name: 'Type of question' }))
    await user.click(await screen.findByRole('option', { name: 'Number' }))
    put(second.getByRole('textbox', { name: 'Text of the question' }), 'How far?')
    put(second.getByRole('textbox', { name: 'Right value' }), '3,5')
    expect(await axeViolations(screen.getByRole('dialog'))).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save the quiz' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const questions = saved()[0]?.questions ?? []
    const [single] = questions as unknown as { options: { id: string; text: string }[]; right: string }[]
    expect(single?.right).toBe(single?.options.find(({ text }) => text === 'Three')?.id)
    expect(saved()).toMatchObject([
      {
        version: 0,
        title: 'Look',
        passPercent: 70,
        attempts: 0,
        questions: [
          { type: 'single', text: 'How many?' },
          { type: 'number', text: 'How far?', value: 3.5, tolerance: 0 },
        ],
      },
    ])
    expect(await screen.findByText('Look · 2 questions')).toBeTruthy()
  })

  it('moves and removes questions, each time with the focus where the question is', async () => {
    stored = { title: 'Check', passPercent: 50, attempts: 3, version: 4, questions: [yes(5, 'A'), yes(6, 'B'), yes(7, 'C')] }
    const { user, dialog } = await open('Edit the quiz')
    dialog.getByRole('button', { name: 'Move question 1 down' }).focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(dialog.getByRole('region', { name: 'Question 2 of 3' }))
    expect(
      within(document.activeElement as HTMLElement).getByRole<HTMLInputElement>('textbox', { name: 'Text of the question' }).value,
    ).toBe('A')
    await user.click(dialog.getByRole('button', { name: 'Remove question 3' }))
    expect(document.activeElement).toBe(dialog.getByRole('region', { name: 'Question 2 of 2' }))
    await user.click(dialog.getByRole('button', { name: 'Save the quiz' }))
    await waitFor(() => expect(saved()).toMatchObject([{ version: 4, questions: [{ text: 'B' }, { text: 'A' }] }]))
  })

  it('asks before changes are lost', async () => {
    stored = { title: 'Check', passPercent: 50, attempts: 3, version: 4, questions: [yes(5, 'A')] }
    const { user, dialog } = await open('Edit the quiz')
    put(dialog.getByRole('textbox', { name: /Title of the quiz/ }), 'Mine')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    const ask = within(await screen.findByRole('dialog', { name: 'The quiz has unsaved changes' }))
    await user.click(ask.getByRole('button', { name: 'Back to the quiz' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'The quiz has unsaved changes' })).toBeNull())
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /Title of the quiz/ }).value).toBe('Mine')
  })

  it('shows what somebody else has saved meanwhile', async () => {
    stored = { title: 'Check', passPercent: 50, attempts: 3, version: 4, questions: [yes(5, 'A')] }
    stage.api.on(quizzes.save, () => {
      stored = { title: 'Theirs', passPercent: 60, attempts: 0, version: 5, questions: [yes(6, 'B')] }
      throw new Refusal('QUIZ_CHANGED', 'It has changed.')
    })
    const { user, dialog } = await open('Edit the quiz')
    put(dialog.getByRole('textbox', { name: /Title of the quiz/ }), 'Mine')
    await user.click(dialog.getByRole('button', { name: 'Save the quiz' }))
    expect(await dialog.findByText('It has changed.')).toBeTruthy()
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /Title of the quiz/ }).value).toBe('Theirs')
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Text of the question' }).value).toBe('B')
  })
})
