import { randomBytes } from 'node:crypto'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import type { Page } from 'playwright/test'
import { call, logIn } from '../support/api-calls.ts'
import { expect, test } from '../support/e2e.ts'
import { linkIn, mailsTo } from '../support/mailbox.ts'
import { addViewer } from '../support/people.ts'
import { restoreSwitches } from '../support/switches.ts'
import { authenticatorCode } from '../support/totp.ts'
import { logInAt, preferEnglish, preferLanguage, signUpAt } from '../support/viewer.ts'
import { word, type TestLanguage } from '../support/words.ts'

// People, from the sign-up form to the back office: real mails out of the development mailbox, two browsers where two
// people are needed.
const password = 'Faro-verde-93'
const refused = 'The login details are incorrect or your credentials have not been approved yet.'

test.describe.configure({ mode: 'serial' })

test.afterAll(({ stack }) => restoreSwitches(stack))

for (const language of ['es', 'en', 'pt'] as const) {
  test(`sign-up to an approved login in ${language} [ID-002, ID-005, ID-015]`, async ({ stack, browserFor }) => {
    test.setTimeout(90_000)
    await stack.knex('site_config').update({ approve_users: true })
    const browser = await browserFor(`visitor-${language}`, { language })
    const page = await browser.context.newPage()
    await preferLanguage(page, language)
    const email = `${randomBytes(4).toString('hex')}@people.example`
    await page.goto('/logup')
    await signUpAt(page, { email, language, password })
    await expect(page.getByText(email)).toBeVisible()

    const { path, mail } = await linkIn(stack, email, '/activate')
    expect(mail.language).toBe(language)
    await page.goto(path)
    await expect(page.getByText(word('identity', 'activate.pendingTitle', language))).toBeVisible()
    // The link works once.
    await page.goto(path)
    await expect(page.getByText(word('identity', 'activate.invalidTitle', language))).toBeVisible()

    // Confirmed, and still waiting for staff: the words are those of a wrong password.
    await page.goto('/login')
    await tryLogIn(page, { email, language })
    await expect(page.getByRole('alert')).toHaveText(word('identity', 'login.refused', language))
    if (language === 'en') expect(word('identity', 'login.refused', language)).toBe(refused)

    const admin = await stack.factories.admin()
    const token = await logIn(stack, { id: admin.id, email: admin.email, password: factoryPassword })
    const found = await call<{ items: { id: string; state: string }[] }>(stack, `GET /users?search=${encodeURIComponent(email)}`, { token })
    expect(found.body.items).toMatchObject([{ state: 'pending' }])
    await call(stack, `POST /users/${found.body.items[0]?.id}/approve`, { token, body: {} })
    await expect.poll(async () => (await mailsTo(stack, email)).length, { timeout: 20_000 }).toBe(2)
    expect((await mailsTo(stack, email))[0]).toMatchObject({ language })

    await page.getByRole('alert').waitFor()
    await tryLogIn(page, { email, language })
    await expect(page).toHaveURL(new URL('/', stack.origin).href)
    await stack.knex('site_config').update({ approve_users: false })
  })
}

test('recovery: a link by mail, a new password, and the old one is over [ID-003, ID-004, ID-027]', async ({ stack, browserFor }) => {
  const person = await addViewer(stack)
  const page = await (await browserFor('forgetful')).context.newPage()
  await preferEnglish(page)
  await page.goto('/recovery-password')
  await page.getByRole('textbox', { name: word('identity', 'login.email') }).fill(person.email)
  await page.getByRole('button', { name: word('identity', 'recovery.submit') }).click()
  await expect(page.getByText(person.email)).toBeVisible()
  const { path } = await linkIn(stack, person.email, '/reset-password')
  await page.goto(path)
  await page.getByLabel(word('identity', 'reset.password'), { exact: false }).first().fill(password)
  await page.getByLabel(word('identity', 'reset.passwordConfirm'), { exact: false }).fill(password)
  await page.getByRole('button', { name: word('identity', 'reset.submit') }).click()
  await expect(page.getByText(word('identity', 'reset.doneTitle'))).toBeVisible()
  await page.goto('/login')
  await tryLogIn(page, { email: person.email, language: 'en', password: person.password })
  await expect(page.getByRole('alert')).toHaveText(refused)
  await tryLogIn(page, { email: person.email, language: 'en' })
  await expect(page).toHaveURL(new URL('/', stack.origin).href)
})

test('a second factor: turned on with an app, asked for at the next login', async ({ stack, browserFor }) => {
  test.setTimeout(90_000)
  const person = await addViewer(stack)
  const page = await (await browserFor('careful')).context.newPage()
  await preferEnglish(page)
  await logInAt(page, person)
  await page.goto('/account/my-data')
  await page.getByRole('button', { name: word('account', 'twoFactor.start') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=password]').fill(person.password)
  await dialog.getByRole('button', { name: word('account', 'twoFactor.continue') }).click()
  await expect(page.getByRole('img', { name: word('account', 'twoFactor.qr') })).toBeVisible()
  const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '')
  await page.getByLabel(word('account', 'twoFactor.code'), { exact: false }).fill(authenticatorCode(secret, Date.now()))
  await page.getByRole('button', { name: word('account', 'twoFactor.confirm'), exact: true }).click()
  await expect(page.getByText(word('account', 'twoFactor.codesTitle'))).toBeVisible()
  await page.getByRole('button', { name: word('account', 'twoFactor.done') }).click()
  await page.goto('/logout')
  // The server is told first; leaving earlier would leave the session standing.
  await expect(page).toHaveURL(new URL('/', stack.origin).href)
  await page.goto('/login')
  await tryLogIn(page, { email: person.email, language: 'en', password: person.password })
  const code = page.getByLabel(word('identity', 'login.code.label'), { exact: false })
  await code.fill('000000')
  await page.getByRole('button', { name: word('identity', 'login.code.submit') }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  // The code that turned it on was used: the app's next one counts (one step of clock drift is accepted).
  await code.fill(authenticatorCode(secret, Date.now() + 30_000))
  await page.getByRole('button', { name: word('identity', 'login.code.submit') }).click()
  await expect(page).toHaveURL(new URL('/', stack.origin).href)
})

test('blocked while logged in: the open tab is logged out by itself [ID-052]', async ({ stack, browserFor }) => {
  const person = await addViewer(stack)
  const page = await (await browserFor('blocked')).context.newPage()
  await preferEnglish(page)
  await logInAt(page, person)
  await page.goto('/mystuff/products')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const admin = await stack.factories.admin()
  const token = await logIn(stack, { id: admin.id, email: admin.email, password: factoryPassword })
  const { status } = await call(stack, `POST /users/${person.id}/block`, { token, body: {} })
  expect(status).toBe(200)
  await expect(page).toHaveURL(/\/login\?next=/, { timeout: 20_000 })
  await tryLogIn(page, { email: person.email, language: 'en', password: person.password })
  await expect(page.getByRole('alert')).toHaveText(refused)
})

test('a switch of the site is seen by a second browser without a reload [ADM-057, ADM-065]', async ({ stack, browserFor }) => {
  test.setTimeout(90_000)
  const admin = await stack.factories.admin({ locale: 'en' })
  const visitor = await (await browserFor('visitor')).context.newPage()
  await preferEnglish(visitor)
  await visitor.goto('/')
  const languages = visitor.getByRole('button', { name: new RegExp(word('common', 'language.label')) })
  await expect(languages.first()).toBeVisible()
  await visitor.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }))
  const page = await (await browserFor('administrator')).context.newPage()
  await preferEnglish(page)
  await logInAt(page, { id: admin.id, email: admin.email, password: factoryPassword })
  await page.goto('/manage/config-admin')
  await page.getByRole('switch', { name: word('siteConfig', 'switch.languages.label') }).click()
  await page.getByRole('button', { name: word('siteConfig', 'save'), exact: true }).click()
  // Without the selector the whole site speaks its default language: the snackbar too.
  await expect(page.getByText(word('common', 'ADMIN.PAGE.SAVE_SUCCESS', 'es'))).toBeVisible()
  await expect(languages).toHaveCount(0, { timeout: 15_000 })
  expect(await visitor.evaluate(() => Reflect.get(globalThis, 'stillTheSamePage') === true)).toBe(true)
  expect((await call<{ languages: boolean }>(stack, 'GET /config')).body.languages).toBe(false)
})

async function tryLogIn(page: Page, who: { email: string; language: TestLanguage; password?: string }): Promise<void> {
  await page.getByRole('textbox', { name: word('identity', 'login.email', who.language) }).fill(who.email)
  await page.locator('input[autocomplete="current-password"]').fill(who.password ?? password)
  await page.getByRole('button', { name: word('identity', 'login.submit', who.language), exact: true }).click()
}
