import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice: 19 MiB, two passes. The library's default algorithm is argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Takes the same time whether or not there is a hash to compare with, so that the answer time says nothing about the
   * account.
   */
  matches(password: string, storedHash: string | null | undefined): Promise<boolean>
}

export function createPasswords(): Passwords {
  let decoy: Promise<string> | undefined
  return {
    hash: (password) => hash(password, parameters),
    async matches(password, storedHash) {
      decoy ??= hash('a password that nobody has', parameters)
      const known = await decoy
      const matches = await verify(storedHash ?? known, password)
      return matches && storedHash != null
    },
  }
}
