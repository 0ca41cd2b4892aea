import { randomBytes } from 'node:crypto'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { expect, test } from '../support/e2e.ts'
import { restoreSwitches } from '../support/switches.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'
import { word, type TestLanguage } from '../support/words.ts'

test.afterAll(({ stack }) => restoreSwitches(stack))

test('an administrator approves a channel and a person, changes a setting, and sees each take effect [CARD-030]', async ({
  stack,
  browserFor,
}) => {
  test.setTimeout(120_000)
  const name = randomBytes(4).toString('hex')
  await stack.knex('site_config').update({ approve_users: true, languages: true })
  const channel = await stack.factories.channel({ title: `Canal ${name}`, status: 'revision' })
  const person = await stack.factories.user({ name: 'Camila', surname: name, locale: 'en', approval_state: 'pending' })
  const admin = await stack.factories.admin({ locale: 'en' })

  const visitor = await (await browserFor('visitor')).context.newPage()
  await preferEnglish(visitor)
  // Before: no channel, no log-in, and a site in the visitor's language.
  await visitor.goto(`/channels/${channel.slug}`)
  await expect(visitor.getByRole('heading', { level: 1, name: channel.title })).toHaveCount(0)
  await visitor.goto('/login')
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'en')
  const tryLogIn = async (language: TestLanguage) => {
    await visitor.getByRole('textbox', { name: word('identity', 'login.email', language) }).fill(person.email)
    await visitor.locator('input[autocomplete="current-password"]').fill(factoryPassword)
    await visitor.getByRole('button', { name: word('identity', 'login.submit', language), exact: true }).click()
  }
  await tryLogIn('en')
  await expect(visitor.getByRole('alert')).toHaveText(word('identity', 'login.refused'))

  const staff = await (await browserFor('staff')).context.newPage()
  await preferEnglish(staff)
  await logInAt(staff, { id: admin.id, email: admin.email, password: factoryPassword })
  await staff.goto(`/manage/channels/${channel.slug}`)
  await staff.getByRole('button', { name: word('channels', 'act.approve.button'), exact: true }).click()
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: word('channels', 'act.approve.confirm') })
    .click()
  await expect(staff.getByText(word('channels', 'status.published')).first()).toBeVisible()

  await staff.goto(`/manage/manage-users?search=${encodeURIComponent(person.email)}`)
  await staff.getByRole('link', { name: `Camila ${name}` }).click()
  await staff
    .getByRole('button', { name: word('users', 'action.approve'), exact: true })
    .first()
    .click()
  const dialog = staff.getByRole('dialog').last()
  await dialog.getByRole('button', { name: word('users', 'action.approve'), exact: true }).click()
  await expect
    .poll(async () => (await stack.knex('users').where({ id: person.id }).first('approval_state'))?.approval_state)
    .toBe('approved')

  await staff.goto('/manage/config-admin')
  await staff.getByRole('switch', { name: word('siteConfig', 'switch.languages.label') }).click()
  await staff.getByRole('button', { name: word('siteConfig', 'save'), exact: true }).click()
  await expect.poll(async () => (await stack.knex('site_config').first('languages'))?.languages).toBe(false)

  // After, in the browser that was open all the time.
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'es')
  await tryLogIn('es')
  await expect(visitor).toHaveURL(new URL('/', stack.origin).href)
  await visitor.goto(`/channels/${channel.slug}`)
  await expect(visitor.getByRole('heading', { level: 1, name: channel.title })).toBeVisible()
})
