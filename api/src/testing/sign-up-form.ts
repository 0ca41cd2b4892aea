import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import { factoryPassword } from './factories.ts'

let count = 0
export const freshEmail = (domain = 'example.test'): string => `sign-up-${count++}@${domain}`

/** A whole sign-up, whose fields are replaced by `fields`. */
export function signUpForm(fields: Record<string, unknown> = {}) {
  const email = (fields['email'] as string | undefined) ?? freshEmail()
  return {
    role: 'attendee',
    email,
    emailConfirm: email,
    password: factoryPassword,
    passwordConfirm: factoryPassword,
    privacyAccepted: true,
    privacyVersion,
    name: 'Ana',
    ...fields,
  }
}

interface Reply {
  get(name: 'Set-Cookie'): string[] | undefined
}

/** The secret that the browser of a sign-up keeps, as it sends it back. */
export function proofOf(reply: Reply): string {
  const cookie = reply.get('Set-Cookie')?.find((line) => line.startsWith('ee_sign_up='))
  if (!cookie) throw new Error('no cookie of the sign-up')
  return cookie
}
/** That browser, as the headers of a request. */
export const browserOf = (reply: Reply): { cookie: string } => ({ cookie: proofOf(reply).split(';')[0] ?? '' })
