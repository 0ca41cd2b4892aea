import { randomBytes } from 'node:crypto'

const secret = () => randomBytes(32).toString('base64')

/** Secrets that production accepts, new in every run. */
export const testSecrets = {
  ACCESS_TOKEN_SECRET: secret(),
  MEDIA_TOKEN_SECRET: secret(),
  SFU_TOKEN_SECRET: secret(),
  DATA_ENCRYPTION_KEY: secret(),
  NOTIFICATIONS_API_KEY: secret(),
}
