import { randomInt } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { emailDomain } from '@e-events/shared/contract/settings/config.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import { z } from 'zod'
import { createSecretBox } from '../adapters/secret-box.ts'
import { createKnex } from '../db/knex.ts'
import { resealAll } from './reseal.ts'
import type { UserRow, UserUpdate } from '../db/tables/people.ts'
import { createCertificateKeys } from '../domains/learning/certificates/keys.ts'
import { createPasswords } from '../domains/people/identity/passwords.ts'
import { isIssuerAllowed } from '../domains/people/single-sign-on/policy.ts'
import { createProviderRepository } from '../domains/people/single-sign-on/repository.ts'

const usage = `usage: npm run admin -- create EMAIL
         Makes an administrator, or turns an existing account into one. A new account gets a password that is printed once; so does one whose
         e-mail was never confirmed. A confirmed one keeps its password.
       npm run admin -- two-factor-off EMAIL
         For somebody who lost both phone and recovery codes: log-in asks for the password alone until they set it up anew.
       npm run admin -- require-two-factor [PRODUCER] [ADMIN]
         Accounts with these roles need a second factor for what the role may do. Without a role: nobody does.
       npm run admin -- social-provider add SLUG --label NAME --issuer URL --client-id ID [--email-domains a.example,b.example]
         Another way to log in (OpenID Connect), or a change of a known one. The client's secret comes from SOCIAL_CLIENT_SECRET or from
         standard input, and is stored encrypted with DATA_ENCRYPTION_KEY. A new one is off; it asks for the redirect address
         PUBLIC_ORIGIN/api/auth/social/SLUG/callback over there.
       npm run admin -- social-provider list
       npm run admin -- social-provider enable SLUG
       npm run admin -- social-provider disable SLUG
       npm run admin -- new-certificate-key
         From now on certificates are signed with a new key. Those of earlier keys stay valid.
       npm run admin -- reseal
         After a new key was put before the old one in DATA_ENCRYPTION_KEY (new,old): encrypts everything with the new one, so that the
         old one can be dropped.
  The database is named by DATABASE_URL.`

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const [command = '', ...values] = process.argv.slice(2)
  if (command === '--help' || command === 'help') {
    print(usage)
    return
  }
  const work = commands[command]
  if (!work) throw new Error(usage)
  const act = work(values)
  // oxlint-disable-next-line node/no-process-env -- a command line of its own: it needs one variable and not the whole service configuration
  const url = process.env['DATABASE_URL']
  if (!url) throw new Error(`no database named\n${usage}`)
  const knex = createKnex(url, { poolMax: 1, applicationName: 'e-events-admin', acquireTimeoutMs: 5_000 })
  try {
    await act(knex)
  } finally {
    await knex.destroy()
  }
}

/** Checks its values before a database is asked for. */
const commands: Partial<Record<string, (values: string[]) => (knex: Knex) => Promise<void>>> = {
  create(values) {
    const email = parseEmail(values)
    return (knex) => createAdministrator(knex, email)
  },

  'two-factor-off'(values) {
    const email = parseEmail(values)
    return async (knex) => {
      const user = await knex('users').where({ email }).whereNull('deleted_at').first()
      if (!user) throw new Error(`no account ${email}`)
      const removed = await knex('user_totps').where({ user_id: user.id }).delete()
      await knex('user_recovery_codes').where({ user_id: user.id }).delete()
      print(removed > 0 ? `${user.email} has no second factor any more.` : `${user.email} had no second factor.`)
    }
  },

  'require-two-factor'(values) {
    const parsed = z.array(z.enum(['PRODUCER', 'ADMIN'])).safeParse(values)
    if (!parsed.success) throw new Error(usage)
    const roles = [...new Set(parsed.data)]
    return async (knex) => {
      await knex('site_config').update({ two_factor_roles: roles })
      print(roles.length > 0 ? `A second factor is required of ${roles.join(' and ')}.` : 'A second factor is required of nobody.')
    }
  },

  'new-certificate-key'(values) {
    if (values.length > 0) throw new Error(usage)
    // oxlint-disable-next-line node/no-process-env -- as above
    const keys = process.env['DATA_ENCRYPTION_KEY']
    if (!keys) throw new Error('DATA_ENCRYPTION_KEY is not set: it is the one that the api has')
    return async (knex) => {
      const id = await createCertificateKeys({ secretBox: createSecretBox(keys) }).rotate(knex)
      print(`Certificates are signed with ${id} from now on.`)
    }
  },

  reseal(values) {
    if (values.length > 0) throw new Error(usage)
    // oxlint-disable-next-line node/no-process-env -- as above
    const keys = process.env['DATA_ENCRYPTION_KEY']
    if (!keys) throw new Error('DATA_ENCRYPTION_KEY is not set: the new key, a comma, the old one')
    return async (knex) => void print(`${await resealAll(knex, keys)} values are encrypted with the first key now.`)
  },

  'social-provider'([act = '', ...values]) {
    if (act === 'list' && values.length === 0) return listProviders
    if (act === 'add') return addProvider(values)
    const [slug, ...rest] = values
    if ((act !== 'enable' && act !== 'disable') || slug === undefined || rest.length > 0) throw new Error(usage)
    return async (knex) => {
      const changed = await knex('social_providers')
        .where({ provider: slug })
        .update({ is_enabled: act === 'enable' })
      if (changed === 0) throw new Error(`no provider ${slug}`)
      print(act === 'enable' ? `${slug} is offered at log-in.` : `${slug} is offered no more; accounts that came with it stay.`)
    }
  },
}

async function listProviders(knex: Knex): Promise<void> {
  const rows = await knex('social_providers').orderBy('provider')
  for (const row of rows) {
    const secret = row.client_secret_encrypted === null ? 'no secret' : 'with a secret'
    print(
      [
        row.provider,
        row.is_enabled ? 'on' : 'off',
        row.label,
        row.issuer_url,
        row.client_id,
        secret,
        row.email_domains.join(',') || 'any domain',
      ].join('\t'),
    )
  }
  if (rows.length === 0) print('No providers.')
}

const providerSchema = z.object({
  provider: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'small letters, digits and hyphens')
    .max(60),
  label: z.string().trim().min(1).max(60),
  issuer: z.string().max(2_000),
  clientId: z.string().min(1).max(400),
  emailDomains: z.array(emailDomain).max(50).optional(),
})

function addProvider(values: string[]): (knex: Knex) => Promise<void> {
  const registration = parseProvider(values)
  return async (knex) => {
    // oxlint-disable-next-line node/no-process-env -- as above
    const { DATA_ENCRYPTION_KEY: key, NODE_ENV: mode, SOCIAL_CLIENT_SECRET: given } = process.env
    if (!isIssuerAllowed(registration.issuer, { production: mode === 'production' })) {
      throw new Error('the issuer is no https address (http: only on this machine, outside production)')
    }
    if (!key) throw new Error('DATA_ENCRYPTION_KEY is not set: it is the one that the api has')
    const piped = async () => (process.stdin.isTTY ? '' : (await text(process.stdin)).trim())
    const clientSecret = given !== undefined && given !== '' ? given : await piped()
    const providers = createProviderRepository(knex, createSecretBox(key))
    await providers.save({ ...registration, clientSecret: clientSecret === '' ? undefined : clientSecret })
    const row = await knex('social_providers').where({ provider: registration.provider }).first()
    const state = row?.is_enabled ? 'on' : `off: npm run admin -- social-provider enable ${registration.provider}`
    print(`${registration.provider} is saved${row?.client_secret_encrypted ? '' : ' without a secret'} and ${state}`)
  }
}

function parseProvider(values: string[]): z.output<typeof providerSchema> {
  const flag = { type: 'string' } as const
  let given: { values: Partial<Record<'label' | 'issuer' | 'client-id' | 'email-domains', string>>; positionals: string[] }
  try {
    given = parseArgs({
      args: values,
      options: { label: flag, issuer: flag, 'client-id': flag, 'email-domains': flag },
      allowPositionals: true,
    })
  } catch (cause) {
    throw new Error(usage, { cause })
  }
  const [provider, ...rest] = given.positionals
  const { label, issuer, 'client-id': clientId, 'email-domains': domains } = given.values
  const parsed = providerSchema.safeParse({ provider, label, issuer, clientId, emailDomains: domains?.split(',').filter(Boolean) })
  if (!parsed.success || rest.length > 0) throw new Error(usage)
  return parsed.data
}

function parseEmail([address, ...rest]: string[]): string {
  if (address === undefined || rest.length > 0) throw new Error(usage)
  const email = z.email().max(limits.emailChars).safeParse(address)
  if (!email.success) throw new Error(`not an e-mail address: ${address}`)
  return email.data
}

async function createAdministrator(knex: Knex, email: string): Promise<void> {
  const known = await knex('users').where({ email }).whereNull('deleted_at').first()
  if (known && known.email_verified_at !== null) {
    await knex('users').where({ id: known.id }).update(administratorOf(known.roles))
    print(`${known.email} is an administrator now. Its owner confirmed the e-mail, so the password stays as it was.`)
    return
  }
  const password = createPassword()
  if (known) {
    await takeOver(knex, known, password)
    print(
      `${known.email} had signed up and never confirmed the e-mail: anybody may have done that. It is an administrator now, with a new password`,
    )
    print('and nothing of what was set up before.')
    printPassword(password)
    return
  }
  await knex('users').insert({
    email,
    email_verified_at: new Date(),
    password_hash: await createPasswords().hash(password),
    password_changed_at: new Date(),
    roles: ['VIEWER', 'ADMIN'],
    approval_state: 'approved',
  })
  print(`administrator ${email}`)
  printPassword(password)
}

function printPassword(password: string): void {
  print(`password      ${password}`)
  print('It is not stored readably and not shown again.')
}

function administratorOf(roles: UserRow['roles']): UserUpdate {
  return { roles: [...new Set([...roles, 'ADMIN' as const])], approval_state: 'approved', blocked_at: null, deletion_at: null }
}

/** Nobody proved to own the address: whatever opens the account, or will, is replaced. */
async function takeOver(knex: Knex, account: UserRow, password: string): Promise<void> {
  const now = new Date()
  const change = { email_verified_at: now, password_hash: await createPasswords().hash(password), password_changed_at: now }
  await knex.transaction(async (trx) => {
    await trx('users')
      .where({ id: account.id })
      .update({ ...administratorOf(account.roles), ...change })
    await trx('user_sessions').where({ user_id: account.id }).whereNull('revoked_at').update({ revoked_at: now, revoked_reason: 'admin' })
    for (const table of ['email_tokens', 'user_identities', 'user_totps', 'user_recovery_codes'] as const) {
      await trx(table).where({ user_id: account.id }).delete()
    }
  })
}

/** 20 characters out of four kinds, without those that look alike. */
function createPassword(): string {
  const kinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!$%&*+-=?@']
  const all = kinds.join('')
  const pick = (from: string): string => from.charAt(randomInt(from.length))
  const characters = [...kinds.map(pick), ...Array.from({ length: 16 }, () => pick(all))]
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const held = characters[last] ?? ''
    characters[last] = characters[other] ?? ''
    characters[other] = held
  }
  return characters.join('')
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
